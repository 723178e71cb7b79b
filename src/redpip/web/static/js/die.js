import { h, sound, still } from "./dom.js";

/** @type {Record<number, string>} */
const TO = {
  1: "rotateY(0deg)",
  6: "rotateY(180deg)",
  2: "rotateY(-90deg)",
  5: "rotateY(90deg)",
  3: "rotateX(-90deg)",
  4: "rotateX(90deg)",
};
const SPIN = 1000; // ms for three turns in the air
const THROW = 900; // ms from hand to rest
const LAND = 560; // ms from the answer to rest, at least
const TOUCH = 0.62; // of the way down it touches the card
const FALL = "cubic-bezier(.25,.6,.3,1)";

/** @param {number} z @param {number} x @param {number} y @param {number} turn @param {number} face */
const pose = (z, x, y, turn, face) =>
  `translateZ(calc(var(--s) * ${z})) rotateX(${x}deg) rotateY(${y}deg) rotateZ(${turn}deg) ${TO[face]}`;

/** @type {Set<Die>} */
const airborne = new Set();

/** Dice in the air lie down as they were: where the game has gone on without them, nobody would tell them how to land. */
export function settle() {
  for (const die of airborne) die.rest();
}

/** Dice leave the hand one after the other, from beside the first. @param {Die[]} dice */
export function scatter(dice) {
  for (const [i, die] of dice.entries()) die.tumble([120 - 30 * i, 30], i * 30);
}

/**
 * `<rp-die n="3" face="3">`: at rest a printed token, in the air a real cube whose end rotation is the face it is told.
 * It may be thrown before that face is known: it tumbles until `land`. Only transform and opacity are animated.
 */
export class Die extends HTMLElement {
  static observedAttributes = ["face", "n"];
  cube = h("span.cube");
  shadow = h("i.air");
  lip = h("i.lip");
  fly = h("span.fly");
  started = 0;
  /** @type {Animation[]|null} */
  moving = null;

  connectedCallback() {
    this.#build();
  }

  /** Before it is moved, too: a view may throw a die and only then lay it on the page. */
  #build() {
    if (this.fly.parentNode) return;
    this.cube.append(...[1, 2, 3, 4, 5, 6].flatMap((side) => [h(`i.k.s${side}`), h(`i.f.s${side}.p${side}`)]));
    this.fly.append(this.shadow, this.lip, this.cube, h("i.breath"));
    this.append(this.fly);
    this.attributeChangedCallback();
  }

  attributeChangedCallback() {
    for (const side of this.cube.querySelectorAll(".f")) {
      const shows = Number(side.className.match(/p(\d)/)?.[1]);
      side.classList.toggle("up", shows === this.face);
      side.classList.toggle("r", shows === Number(this.getAttribute("n")));
    }
  }

  get face() {
    return Number(this.getAttribute("face"));
  }

  set face(face) {
    if (face !== this.face) this.setAttribute("face", String(face));
  }

  get inAir() {
    return this.hasAttribute("rolling");
  }

  /**
   * Thrown from `from` (pixels aside and down), tumbling until it is told how to land.
   * @param {[number, number]} from
   */
  tumble(from, delay = 0) {
    if (this.inAir) return;
    this.setAttribute("rolling", "");
    airborne.add(this);
    this.started = performance.now();
    this.#build();
    if (still()) return;
    const face = this.face || 1;
    const [x, y] = from;
    this.moving = [
      this.cube.animate(
        [{ transform: pose(0.25, 0, 0, -40, face) }, { transform: pose(0.25, -1080, 720, -40, face) }],
        {
          duration: SPIN,
          iterations: Infinity,
        },
      ),
      this.fly.animate(
        [
          { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
          { opacity: 1, offset: 0.25 },
          { transform: "none", opacity: 1 },
        ],
        { duration: 560, delay, easing: "cubic-bezier(.2,.75,.35,1)", fill: "backwards" },
      ),
    ];
  }

  /** Comes to rest on this face; resolves when it lies still. @param {number} face */
  async land(face, delay = 0) {
    if (!this.inAir) this.tumble([0, 0]);
    // nothing moves that was thrown before motion was switched on
    if (still() || !this.moving) {
      this.face = face;
      this.rest();
      setTimeout(() => sound("wood"), delay);
      await this.fly.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 }).finished.catch(() => {});
      return;
    }
    const spin = this.moving[0];
    const turned = (Number(spin.currentTime ?? 0) % SPIN) / SPIN;
    const ms = Math.max(LAND, THROW - (performance.now() - this.started)) + delay;
    const x = ((-1080 * turned) % 360) - 360;
    const y = ((720 * turned) % 360) + (turned > 0.5 ? 0 : 180);
    this.face = face;
    spin.cancel();
    const falls = this.cube.animate(
      [
        { transform: pose(0.25, x, y, -40, face), easing: FALL },
        { transform: pose(-0.5, -34, 22, -8, face), offset: TOUCH, easing: "ease-out" },
        { transform: pose(-0.44, 9, -6, 2, face), offset: 0.8, easing: "ease-in-out" },
        { transform: pose(-0.5, 0, 0, 0, face) },
      ],
      { duration: ms, fill: "both" },
    );
    const lip = this.lip.animate([{ opacity: 0 }, { opacity: 0, offset: 0.78 }, { opacity: 1 }], { duration: ms });
    const shadow = this.shadow.animate([{ opacity: 1 }, { opacity: 0.7, offset: 0.7 }, { opacity: 0 }], {
      duration: ms,
    });
    this.moving = [falls, lip, shadow, ...this.moving.slice(1)];
    const lies = falls.finished.catch(() => {});
    const touches = new Promise((done) => setTimeout(done, ms * TOUCH));
    Promise.race([touches, lies]).then(() => sound("wood"));
    await lies;
    this.rest();
  }

  /** Lifted, turned once about the horizontal axis, down again on the other face. @param {number} face */
  async flip(face) {
    if (still() || !this.face) {
      this.face = face;
      return;
    }
    this.#build();
    /** @type {KeyframeAnimationOptions} */
    const half = { duration: 210, fill: "both" };
    const up = this.cube.animate(
      [{ transform: pose(-0.5, 0, 0, 0, this.face) }, { transform: pose(0.5, 90, 0, 0, this.face) }],
      { ...half, easing: "ease-in" },
    );
    this.setAttribute("turning", "");
    this.moving = [up];
    await up.finished.catch(() => {});
    this.face = face;
    const down = this.cube.animate(
      [{ transform: pose(0.5, -90, 0, 0, face) }, { transform: pose(-0.5, 0, 0, 0, face) }],
      {
        ...half,
        easing: "cubic-bezier(.2,.7,.3,1.15)",
      },
    );
    up.cancel();
    this.moving = [down];
    await down.finished.catch(() => {});
    this.rest();
  }

  /** Ends whatever moves; the die lies as it was last told. */
  rest() {
    for (const move of this.moving ?? []) move.cancel();
    this.moving = null;
    airborne.delete(this);
    this.removeAttribute("rolling");
    this.removeAttribute("turning");
  }

  /** Jumps to the end of the landing. */
  hurry() {
    for (const move of this.moving ?? []) if (move.effect?.getTiming().iterations !== Infinity) move.finish();
  }
}
customElements.define("rp-die", Die);
