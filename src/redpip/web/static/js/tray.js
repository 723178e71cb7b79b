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
  connectedCallback() {
    if (this.lanes) return;
    this.classList.add("tray");
    this.tag = h("span.tag");
    this.lanes = new Map();
    this.rail = h("div.lanes");
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

  #lane(lane, lean) {
    if (!this.lanes.has(lane.die)) this.#build(lane.die);
    const { button, die, name } = this.lanes.get(lane.die);
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
    this.lanes.set(number, { button, die, name });
  }

  /** @returns {Die[]} */
  #dice(numbers) {
    return numbers.map((number) => this.lanes.get(number).die);
  }

  /** Throws these dice at once; they tumble until `land`. */
  toss(numbers) {
    const width = this.clientWidth;
    this.#dice(numbers).forEach((die, i) => {
      const lane = this.lanes.get(numbers[i]);
      lane.button.classList.remove("kept", "empty");
      lane.name.textContent = "";
      const away = width - lane.button.offsetLeft;
      die.tumble([away * 0.8, 26 + 10 * (i % 3)], still() ? 0 : i * 30);
    });
  }

  /** These dice come to rest on their faces. @param {[number, number][]} faces pairs of die and face */
  async land(faces) {
    this.toss(faces.map(([number]) => number).filter((number) => !this.lanes.get(number).die.inAir));
    await Promise.all(faces.map(([number, face], i) => this.lanes.get(number).die.land(face, i * 45)));
  }

  async flip(number, face) {
    await this.lanes.get(number).die.flip(face);
  }

  /** Dice in the air lie down as they were: the throw did not happen. */
  settle() {
    for (const { die } of this.lanes.values()) die.rest();
  }

  hurry() {
    for (const { die } of this.lanes.values()) die.hurry();
  }

  /** Which lane stands where, for a slip's arrow: the middle of the lane in per cent of the tray. */
  middle(number) {
    const { button } = this.lanes.get(number);
    return ((button.offsetLeft + button.offsetWidth / 2) / this.clientWidth) * 100;
  }

  refuse(number) {
    shake(this.lanes.get(number)?.die);
  }

  focusDie(number) {
    this.lanes.get(number)?.button.focus();
  }
}
customElements.define("rp-tray", Tray);
