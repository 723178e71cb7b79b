const FAR_BEHIND = 10;

/** Shows what happened in order and at a pace people can follow. Somebody far behind sees where the game is now. */
export class Queue {
  /** @type {Frame[]} */
  #frames = [];
  #running = false;
  /** @type {[seq: number, done: () => void][]} */
  #waiting = [];
  /** @type {Frame|null} */
  #shown = null;
  seq = -1;

  /** @param {{play: (frame: Frame) => Promise<void>, draw: (frame: Frame) => void, settle: () => void}} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** @param {Frame} frame */
  push(frame) {
    this.#frames.push(frame);
    if (!this.#running) this.#run();
  }

  /**
   * Forgets what was still to be shown: a snapshot says how things are. It may be of an earlier moment, in a guided game
   * whose learner takes something back; then nobody waits for what will not come.
   * @param {Frame} frame
   */
  jump(frame) {
    this.#frames = [];
    this.stage.settle();
    this.#show(frame);
    for (const [, done] of this.#waiting.splice(0)) done();
  }

  /** Resolves when the event of this number has been shown. @param {number} seq @returns {Promise<void>} */
  reached(seq) {
    return seq <= this.seq ? Promise.resolve() : new Promise((done) => this.#waiting.push([seq, done]));
  }

  async #run() {
    this.#running = true;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const before = this.#shown;
      const hurried = document.hidden || this.#frames.length > FAR_BEHIND;
      if (hurried) this.stage.settle();
      // a fault in how it moves must not keep people from playing on
      else await this.stage.play(frame).catch(reportError);
      if (this.#frames[0]?.event?.kind === "ended") continue; // what led to the end is seen there
      if (this.#shown === before) this.#show(frame);
      else if (this.#shown) {
        // overtaken while it moved: what it left in the air lies down as it is now
        this.stage.settle();
        this.stage.draw(this.#shown);
      }
    }
    this.#running = false;
  }

  /** @param {Frame} frame */
  #show(frame) {
    this.#shown = frame;
    this.seq = frame.seq ?? this.seq; // who came or went is no event and has no number
    this.stage.draw(frame);
    for (const [seq, done] of this.#waiting) if (seq <= this.seq) done();
    this.#waiting = this.#waiting.filter(([seq]) => seq > this.seq);
  }
}
