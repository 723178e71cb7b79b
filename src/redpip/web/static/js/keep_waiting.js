/** While another phone keeps its turn: one's own sheet, large enough to plan by. */
import { h, put } from "./dom.js";
import { pencilled } from "./keep_strips.js";
import { fill } from "./phrases.js";

const LATEST = 10; // turns that are shown where the game has no boxes

export class Waiting {
  element = h("section.waiting.card", { hidden: true });

  /** @param {KeepTexts} texts */
  constructor(texts) {
    this.texts = texts;
  }

  /** @param {Seat|null} seat whose sheet; null: nobody waits here @param {import("./keep_strips.js").Drawn|undefined} column */
  draw(seat, column) {
    this.element.hidden = !seat || !column;
    if (!seat || !column) return;
    const title = fill(this.texts.sheet_of, { name: seat.name });
    this.element.setAttribute("aria-label", title);
    put(
      this.element,
      h("h2", {}, title, h("b.num", {}, String(column.score + pencilled(column)))),
      h("ol.cells", {}, column.boxes.length ? boxes(column) : this.#turns(column)),
    );
  }

  /** @param {import("./keep_strips.js").Drawn} column */
  #turns({ gains, added }) {
    const all = [...gains, ...added].map((points, i) => ({ name: String(i + 1), points }));
    if (!all.length) return h("li.none", {}, this.texts.nothing_yet);
    return all.slice(-LATEST).map(cell);
  }
}

/** @param {import("./keep_strips.js").Drawn} column */
const boxes = ({ boxes, pencil }) =>
  boxes.map(({ name, points }) => cell({ name, points: points ?? pencil.get(name) ?? null }));

/** @param {{name: string, points: number|null}} box */
const cell = ({ name, points }) =>
  h(`li${points === null ? ".o" : ""}`, {}, h("span", {}, name), h("b.num", {}, points === null ? "" : String(points)));
