/** The dice as they lie, where every roll is told by sight: those that are tapped were picked up. */
import { h, keepFocus, put, sound } from "./dom.js";
import { fill } from "./phrases.js";

/** @typedef {import("./keep_keys.js").Seen} Seen */

export class LyingDice {
  /** @type {Seen[]} */
  #lies = [];
  /** @type {number[]} places of those that were picked up */
  picked = [];
  row = h("div.slots");
  all = h("button.btn.small.quiet", { type: "button" });

  /** @param {Record<string, string>} texts @param {() => void} changed */
  constructor(texts, changed) {
    this.texts = texts;
    this.changed = changed;
    this.all.textContent = texts.pick_all;
    this.all.onclick = () => this.#pick(this.dice.length === this.#lies.length ? [] : this.#lies.map((_, i) => i));
    this.element = h("div.lying", {}, h("p.cap", {}, texts.lie_there, this.all), this.row);
  }

  /** What was picked up. */
  get dice() {
    return this.picked.map((at) => this.#lies[at]).filter(Boolean);
  }

  /** @param {Seen[]} lies @param {boolean} hidden */
  draw(lies, hidden) {
    this.#lies = lies;
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
      ),
    );
    keepFocus(this.row, "lies", () => put(this.row, dice));
    this.row.style.setProperty("--slots", String(Math.max(lies.length, 1)));
  }

  /** @param {number} at */
  #toggle(at) {
    this.#pick(this.picked.includes(at) ? this.picked.filter((one) => one !== at) : [...this.picked, at]);
  }

  /** @param {number[]} picked */
  #pick(picked) {
    this.picked = picked;
    sound("felt");
    this.changed();
  }
}
