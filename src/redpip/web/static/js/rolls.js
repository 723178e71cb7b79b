import { s } from "./dom.js";

const FIVE = [
  [7, 7],
  [21, 7],
  [14, 14],
  [7, 21],
  [21, 21],
];

/** `<rp-rolls>`: a pool of rolls as little fives; used, used in this turn, unused. */
export class Rolls extends HTMLElement {
  facts = "";

  /** @param {{used: number, fresh: number, total: number}} rolls @param {string} label */
  draw({ used, fresh, total }, label) {
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", label);
    const facts = `${used} ${fresh} ${total}`;
    if (this.facts === facts) return;
    this.facts = facts;
    const kind = (/** @type {number} */ mark) => (mark <= used - fresh ? "u" : mark <= used ? "n" : "");
    const fives = Array.from({ length: Math.ceil(total / 5) }, (_, five) => {
      const marks = FIVE.map(([x, y], i) => ({ x, y, mark: five * 5 + i + 1 })).filter(({ mark }) => mark <= total);
      return s(
        "svg",
        {
          class: marks.every(({ mark }) => mark <= used) ? "five done" : "five",
          viewBox: "0 0 28 28",
          "aria-hidden": "true",
        },
        s("rect", { x: 1, y: 1, width: 26, height: 26, rx: 6.5 }),
        ...marks.map(({ x, y, mark }) => s("circle", { class: kind(mark), cx: x, cy: y, r: 3.1 })),
      );
    });
    this.replaceChildren(...fives);
  }
}
customElements.define("rp-rolls", Rolls);
