import { Die } from "./die.js";
import { h, shake, still } from "./dom.js";

const LEAN = [-7, 5, 8, -4, -8, 6, 3, -5, 7];

/**
 * `<rp-tray>`: six lanes, die i in lane i. On the shelf lies what is kept, on the floor what was rolled.
 * Fires `die` with {die} when a lane is pressed; what that means is the game's affair.
 *
 * @typedef {object} Lane
 * @property {number} die
 * @property {number} face 0: no die lies there
 * @property {string} name the word under the lane
 * @property {string} label its whole name for those who cannot see it
 * @property {boolean} red
 * @property {boolean} kept
 * @property {boolean} can may be pressed
 * @property {boolean} [turns] a red face that may still be turned
 * @property {boolean} [selected] framed
 * @property {boolean} [counts] marked as used
 */
export class Tray extends HTMLElement {
  tag = h("span.tag");
  rail = h("div.lanes");
  /** @type {Map<number, {button: HTMLButtonElement, die: Die, name: HTMLElement}>} */
  lanes = new Map();

  connectedCallback() {
    if (this.rail.parentNode) return;
    this.classList.add("tray");
    this.append(this.tag, h("i.shelf"), h("i.floor"), this.rail);
  }

  /** @param {{dice: Lane[], kept: string, label: string, set: string, lean: number}} model lean: how loose dice lie */
  draw({ dice, kept, label, set, lean }) {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    this.tag.textContent = kept;
    this.rail.className = `lanes ${set}`;
    for (const lane of dice) this.#lane(lane, lean);
    for (const [die, { button }] of this.lanes) button.hidden = !dice.some((lane) => lane.die === die);
  }

  /** @param {Lane} lane @param {number} lean */
  #lane(lane, lean) {
    const { button, die, name } = this.#at(lane.die);
    button.setAttribute("aria-label", lane.label);
    button.setAttribute("aria-pressed", String(lane.kept));
    button.setAttribute("aria-disabled", String(!lane.can));
    button.classList.toggle("kept", lane.kept);
    button.classList.toggle("empty", !lane.face && !die.inAir);
    button.classList.toggle("sel", Boolean(lane.selected));
    button.classList.toggle("counts", Boolean(lane.counts));
    name.textContent = die.inAir ? "" : lane.name;
    name.classList.toggle("r", lane.red);
    die.toggleAttribute("turns", Boolean(lane.turns));
    die.style.setProperty("--lean", lane.kept ? "0deg" : `${LEAN[(lane.die * 2 + lean * 5) % LEAN.length]}deg`);
    if (!die.inAir && !die.hasAttribute("turning")) die.face = lane.face;
  }

  /** @param {number} number */
  #at(number) {
    return this.lanes.get(number) ?? this.#build(number);
  }

  /** @param {number} number */
  #build(number) {
    const die = h("rp-die", { n: number, face: 0 });
    const name = h("span.name", { "aria-hidden": "true" });
    const button = h(
      "button.lane",
      { type: "button", "data-die": number },
      h("i.gap"),
      h("span.at", {}, h("i.frame"), die),
      name,
    );
    button.onclick = (event) => {
      const by = event.detail === 0 ? "key" : "tap";
      this.dispatchEvent(new CustomEvent("die", { detail: { die: number, by } }));
    };
    this.rail.append(button);
    const lane = { button, die, name };
    this.lanes.set(number, lane);
    return lane;
  }

  /** Throws these dice at once; they tumble until `land`. @param {number[]} numbers */
  toss(numbers) {
    const width = this.clientWidth;
    numbers.forEach((number, i) => {
      const { button, die, name } = this.#at(number);
      button.classList.remove("kept", "empty");
      name.textContent = "";
      const away = width - button.offsetLeft;
      die.tumble([away * 0.8, 26 + 10 * (i % 3)], still() ? 0 : i * 30);
    });
  }

  /** These dice come to rest on their faces. @param {Dice} faces */
  async land(faces) {
    this.toss(faces.map(([number]) => number).filter((number) => !this.#at(number).die.inAir));
    await Promise.all(faces.map(([number, face], i) => this.#at(number).die.land(face, i * 45)));
  }

  /** @param {number} number @param {number} face */
  async flip(number, face) {
    await this.#at(number).die.flip(face);
  }

  /** Dice in the air lie down as they were: the throw did not happen. */
  settle() {
    for (const { die } of this.lanes.values()) die.rest();
  }

  hurry() {
    for (const { die } of this.lanes.values()) die.hurry();
  }

  /**
   * Which lane stands where, for a slip's arrow: the middle of the lane in per cent of the tray.
   * @param {number} number
   */
  middle(number) {
    const { button } = this.#at(number);
    return ((button.offsetLeft + button.offsetWidth / 2) / this.clientWidth) * 100;
  }

  /** @param {number} number */
  refuse(number) {
    shake(this.lanes.get(number)?.die);
  }

  /** @param {number} number */
  focusDie(number) {
    this.lanes.get(number)?.button.focus();
  }
}
customElements.define("rp-tray", Tray);
