/** The dice as they lie, where every roll is told by sight: those that are tapped were picked up. */
import { h, keepFocus, put, sound } from "./dom.js";
import { fill } from "./phrases.js";

/** @typedef {import("./keep_keys.js").Seen} Seen */

export class LyingDice {
  /** @type {Seen[]} */
  #lies = [];
  #one = false; // at a time
  /** @type {number[]} places of those that were picked up */
  picked = [];
  row = h("div.slots");
  all = h("button.btn.small.quiet", { type: "button" });

  caption = h("span");

  /** @param {Record<string, string>} texts @param {() => void} changed */
  constructor(texts, changed) {
    this.texts = texts;
    this.changed = changed;
    this.all.textContent = texts.pick_all;
    this.all.onclick = () => this.#pick(this.dice.length >= this.#free.length ? [] : this.#free);
    this.element = h("div.lying", {}, h("p.cap", {}, this.caption, this.all), this.row);
  }

  /** What was picked up. */
  get dice() {
    return this.picked.map((at) => this.#lies[at]).filter(Boolean);
  }

  /** Those that lie nowhere else; all where each has its place. */
  get #free() {
    const all = this.#lies.map((_, at) => at);
    const free = all.filter((at) => !this.#lies[at].at);
    return free.length ? free : all;
  }

  /** @param {Seen[]} lies @param {boolean} hidden @param {Map<string, string>} places what each place is called @param {boolean} again may they be rolled again? */
  draw(lies, hidden, places, again) {
    this.#lies = lies;
    this.#one = !again;
    if (!again && lies.length === 1) this.picked = [0];
    this.all.hidden = !again;
    this.caption.textContent = again
      ? places.size
        ? this.texts.lie_or_put
        : this.texts.lie_there
      : this.texts.tap_to_put;
    this.element.hidden = hidden || !lies.length;
    const dice = lies.map((die, at) =>
      h(
        "button.slot.full",
        {
          type: "button",
          "data-lies": at,
          "aria-pressed": String(this.picked.includes(at)),
          "aria-label": fill(die.red ? this.texts.red_face : this.texts.white_face, { face: die.face }),
          onclick: () => this.#toggle(at),
        },
        h("rp-die", { n: die.red ? die.face : (die.face % 6) + 1, face: die.face }),
        die.at ? h("small", {}, places.get(die.at) ?? "") : null,
      ),
    );
    keepFocus(this.row, "lies", () => put(this.row, dice));
    this.row.style.setProperty("--slots", String(Math.max(lies.length, 1)));
  }

  /** @param {number} at */
  #toggle(at) {
    const others = this.#one ? [] : this.picked.filter((one) => one !== at);
    this.#pick(this.picked.includes(at) ? others : [...others, at]);
  }

  /** @param {number[]} picked */
  #pick(picked) {
    this.picked = picked;
    sound("felt");
    this.changed();
  }
}
