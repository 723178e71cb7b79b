/** Six taps for a roll: slots that fill from the left, and two rows of faces, white and red. */
import "./die.js";
import { h, keepFocus, put, sound } from "./dom.js";
import { mini } from "./mini.js";
import { fill } from "./phrases.js";

/** @typedef {{face: number, red: boolean, at?: string}} Seen a die as people see it, and the name of its place */

const FACES = [1, 2, 3, 4, 5, 6];

/** As it is told to the service: `4 2r 4`. @param {Seen[]} dice */
export const seenText = (dice) => dice.map(({ face, red }) => `${face}${red ? "r" : ""}`).join(" ");

/** @param {[die: number, face: number, place?: string][]} dice @returns {Seen[]} */
export const seenOf = (dice) => dice.map(([die, face, at]) => ({ face, red: die === face, ...(at ? { at } : {}) }));

/** What is left when these are picked up. @param {Seen[]} dice @param {Seen[]} picked */
export const without = (dice, picked) => {
  const left = [...dice];
  for (const { face, red, at } of picked) {
    const alike = (/** @type {Seen} */ one) => one.face === face && one.red === red;
    const same = left.findIndex((one) => alike(one) && one.at === at);
    const found = same >= 0 ? same : left.findIndex(alike);
    if (found >= 0) left.splice(found, 1);
  }
  return left;
};

export class DiceKeys {
  /** @type {Seen[]} */
  dice = [];
  /** @type {Seen[]} others that lie there and are known */
  beside = [];
  slots = h("div.slots");
  keys = h("div.faces");

  /**
   * @param {Record<string, string>} texts
   * @param {() => void} changed
   * @param {(message: string, key: Element) => void} refuse
   */
  constructor(texts, changed, refuse) {
    this.texts = texts;
    this.changed = changed;
    this.refuse = refuse;
    this.element = h("div.dice-keys", {}, this.slots, this.keys);
  }

  /** @param {number} number so many dice are to be told */
  draw(number) {
    this.number = number;
    const next = this.dice.length;
    const slots = Array.from({ length: number }, (_, i) => {
      const die = this.dice[i];
      if (!die) return h(`span.slot${i === next ? ".next" : ""}`);
      return h(
        "button.slot.full",
        {
          type: "button",
          "data-slot": i,
          "aria-label": fill(this.texts.take_out, { face: this.#name(die) }),
          onclick: () => this.#remove(i),
        },
        h("rp-die", { n: die.red ? die.face : (die.face % 6) + 1, face: die.face }),
      );
    });
    keepFocus(this.slots, "slot", () => put(this.slots, slots));
    this.slots.style.setProperty("--slots", String(Math.max(number, 1)));
    const rows = [false, true].map((red) => [
      h(`span.lb${red ? ".r" : ""}`, { "aria-hidden": "true" }, red ? this.texts.red : this.texts.white),
      ...FACES.map((face) => this.#key({ face, red })),
    ]);
    keepFocus(this.keys, "key", () => put(this.keys, rows.flat()));
  }

  /** @param {Seen} die */
  #name({ face, red }) {
    return fill(red ? this.texts.red_face : this.texts.white_face, { face });
  }

  /** @param {Seen} die */
  #key(die) {
    const used = die.red && this.#has(die);
    return h(
      `button.face-key${used ? ".used" : ""}`,
      {
        type: "button",
        "data-key": `${die.face}${die.red ? "r" : ""}`,
        "aria-label": this.#name(die),
        onclick: (/** @type {Event} */ event) => this.#add(die, event),
      },
      mini(die.red ? die.face : 0, die.face),
    );
  }

  /** @param {Seen} die */
  #has(die) {
    return [...this.dice, ...this.beside].some((one) => one.red && one.face === die.face);
  }

  /** @param {Seen} die @param {Event} event */
  #add(die, { currentTarget }) {
    const key = /** @type {Element} */ (currentTarget);
    if (this.dice.length >= (this.number ?? 0)) return this.refuse(this.texts.all_there, key);
    if (die.red && this.#has(die)) return this.refuse(fill(this.texts.two_reds, { face: die.face }), key);
    this.dice.push(die);
    sound("felt");
    this.changed();
  }

  /** @param {number} at */
  #remove(at) {
    this.dice.splice(at, 1);
    this.changed();
  }

  /** A keyboard: digits are white faces, with Shift or after an r red ones. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Backspace" && this.dice.length) this.#remove(this.dice.length - 1);
    else if (/^Digit[1-6]$/.test(event.code)) {
      const face = Number(event.code.slice(-1));
      const die = { face, red: event.shiftKey };
      this.#add(
        die,
        /** @type {any} */ ({ currentTarget: this.keys.querySelector(`[data-key="${face}${die.red ? "r" : ""}"]`) }),
      );
    } else return false;
    return true;
  }
}
