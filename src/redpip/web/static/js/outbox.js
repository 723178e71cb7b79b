/**
 * What people wrote down, kept on this device until the service has it. Each entry has its key, so that nothing is done
 * twice: not after a lost connection, and not after the page was closed. They go out in their order; where one is
 * refused the others wait until somebody has put it right.
 */
import { memory } from "./dom.js";

/**
 * @typedef {{seat: number, what: string, text: string, points: number|null, rolls: number, leads: number|null}} Jot what stands in pencil; leads: whose turn it makes, where that is not the next seat's
 * @typedef {{said: string, dice: import("./keep_keys.js").Seen[]}} Sight what was seen, in words, and the dice as they lay then
 * @typedef {{key: string, command: Command, jot: Jot|null, sight: Sight|null, late?: boolean, acked?: boolean}} Kept late: written down without a connection
 * @typedef {{jot: Jot|null, sight: Sight|null, message: string, rule: string|null}} Held
 */
export class Outbox {
  /** @type {Kept[]} */
  list = [];
  /** @type {Held|null} what the service did not take, while others wait behind it */
  held = null;
  online = false;
  #busy = false;
  /** @type {Map<string, {done: () => void, failed: (why: Error) => void}>} */
  #waiting = new Map();

  /**
   * @param {string} table
   * @param {{send: (command: Command) => Promise<number>, reached: (seq: number) => Promise<void>, changed: () => void}} calls
   */
  constructor(table, calls) {
    this.place = `pad.${table}.unsent`;
    this.calls = calls;
    this.list = JSON.parse(memory.get(this.place, "[]"));
    this.held = JSON.parse(memory.get(`${this.place}.held`, "null"));
  }

  /** What is not known to be done yet. */
  get pending() {
    return this.list.filter(({ acked }) => !acked);
  }

  /** The service is thinking about one, or its answer has not been drawn yet. */
  get busy() {
    return this.online && this.list.length > 0 && !this.held;
  }

  /** Resolves when it is done, and fails where it is refused. @param {Command} command @param {Jot|null} [jot] @param {Sight|null} [sight] */
  add(command, jot = null, sight = null) {
    const kept = { key: newKey(), command, jot, sight, late: !this.online };
    if (this.held) this.list.unshift(kept);
    else this.list.push(kept);
    this.held = null;
    this.#changed();
    return /** @type {Promise<void>} */ (
      new Promise((done, failed) => {
        this.#waiting.set(kept.key, { done, failed });
        this.pump();
      })
    );
  }

  /** Takes back the last one that was never sent. @returns {Kept|undefined} */
  takeBack() {
    if (this.online && !this.held) return undefined;
    const last = this.list.pop();
    if (!this.list.length) this.held = null;
    if (last) this.#settle(last.key)?.done();
    this.#changed();
    return last;
  }

  /** Goes on without what was refused. */
  resume() {
    this.held = null;
    this.#changed();
    this.pump();
  }

  /** What was refused is of the past, unless something waits behind it. */
  forget() {
    if (this.held && !this.list.length) this.resume();
  }

  async pump() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.list.length && this.online && !this.held) await this.#send(this.list[0]);
    this.#busy = false;
  }

  /** @param {Kept} kept */
  async #send(kept) {
    try {
      const seq = await this.calls.send({ ...kept.command, key: kept.key });
      kept.acked = true;
      await this.calls.reached(seq);
      this.#remove(kept);
      this.#settle(kept.key)?.done();
    } catch (refusal) {
      this.#remove(kept);
      const waiting = this.#settle(kept.key);
      if (this.list.length || !waiting || kept.late)
        this.held = { jot: kept.jot, sight: kept.sight, message: refusal.message, rule: refusal.rule ?? null };
      this.#changed();
      waiting?.failed(refusal);
    }
  }

  /** @param {Kept} kept */
  #remove(kept) {
    this.list = this.list.filter((one) => one !== kept);
    this.#changed();
  }

  /** @param {string} key */
  #settle(key) {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    return waiting;
  }

  #changed() {
    memory.set(
      this.place,
      JSON.stringify(this.list.map(({ key, command, jot, sight }) => ({ key, command, jot, sight }))),
    );
    memory.set(`${this.place}.held`, JSON.stringify(this.held));
    this.calls.changed();
  }
}

const newKey = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("-");
