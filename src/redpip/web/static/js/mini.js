import { s } from "./dom.js";

/** @type {Record<number, Dice>} where the pips of a face lie, in thirds */
const PIPS = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};
const AT = [7.7, 14, 20.3];

/**
 * A small printed die: die n showing this face; red with its ring where they are the same. n 0 is a white face.
 * @param {number} n
 * @param {number} face
 */
export function mini(n, face, label = "") {
  const red = n > 0 && n === face;
  /** @type {Record<string, string>} */
  const facts = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s(
    "svg",
    { class: "mini", viewBox: "0 0 28 28", ...facts },
    s("rect", { class: "b", x: 1, y: 1, width: 26, height: 26, rx: 6.2 }),
    ...(red ? [s("rect", { class: "ring", x: 3.4, y: 3.4, width: 21.2, height: 21.2, rx: 4.4 })] : []),
    ...(PIPS[face] ?? []).map(([x, y]) => s("circle", { class: red ? "p r" : "p", cx: AT[x], cy: AT[y], r: 2.55 })),
  );
}

/** `<rp-mini n="3" face="3">` for templates. */
class Mini extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(mini(Number(this.getAttribute("n")), Number(this.getAttribute("face"))));
  }
}
customElements.define("rp-mini", Mini);
