/** The slip that turns a red die: its six faces, each with what it would bring. Staying red is one of them. */
import { h, put } from "./dom.js";
import { mini } from "./mini.js";

/**
 * @typedef {object} Face
 * @property {number} face
 * @property {string|null} action null: the die stays red
 * @property {boolean} best
 * @property {string} worth what it would bring, in pencil
 * @property {string} [text] a word more
 * @property {string} label its whole name for those who cannot see it
 */
export class FlipSlip {
  /** @param {(face: Face) => void} press */
  constructor(press) {
    this.press = press;
    this.element = h("div.flip", { hidden: true, role: "group" });
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * @param {{die: number, at: number, title: string, about: string, stay: string, faces: Face[]}} model at: where its die stands, in per cent
   */
  draw({ die, at, title, about, stay, faces }) {
    this.element.hidden = false;
    this.element.style.setProperty("--at", `${at}%`);
    this.element.setAttribute("aria-label", title);
    put(
      this.element,
      h("h2", {}, h("span", {}, title), h("span.cap", {}, about)),
      h(
        "div.opts",
        {},
        faces.map((face) => this.#face(die, face, stay)),
      ),
    );
  }

  /** @param {number} die @param {Face} face @param {string} stay */
  #face(die, face, stay) {
    const kind = `button.o${face.best ? ".best" : ""}${face.action ? "" : ".stay"}`;
    return h(
      kind,
      { type: "button", "aria-label": face.label, onclick: () => this.press(face) },
      mini(die, face.face),
      h("b", {}, face.worth),
      face.action ? (face.text ?? "") : stay,
    );
  }

  /** Comes into sight, where it is not; dice stay under the thumb where they can. */
  show() {
    this.element.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
}
