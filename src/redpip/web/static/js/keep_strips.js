/** The pad: a strip for each player, as on paper. What is not sent yet stands in pencil. */
import { h, put } from "./dom.js";
import { fill } from "./phrases.js";
import { avatar } from "./seats.js";
import { slip } from "./slip.js";

const LATEST = 8; // turns that a strip shows where the game has no boxes

/**
 * @typedef {KeepColumn & {pencil: Map<string, number|null>, added: (number|null)[]}} Drawn with what is not sent yet: by box,
 * and turn by turn
 */

export class Strips {
  element = h("section.strips.card");
  #signature = "";

  /** @param {KeepTexts} texts */
  constructor(texts) {
    this.texts = texts;
    this.element.setAttribute("aria-label", texts.sheets);
  }

  /** @param {Seat[]} seats @param {string[]} notes @param {Drawn[]} columns @param {number|null} moves */
  draw(seats, notes, columns, moves) {
    const signature = JSON.stringify([seats, notes, columns, columns.map(({ pencil }) => [...pencil]), moves]);
    if (signature === this.#signature) return;
    this.#signature = signature;
    const boxes = columns[0]?.boxes ?? [];
    const head = boxes.length
      ? h(
          "div.hd",
          { "aria-hidden": "true" },
          boxes.map(({ name }) => h("span", {}, name)),
        )
      : null;
    const widths = boxes.map(({ name }) => `minmax(0, ${name.length > 1 ? 1.3 : 1}fr)`); // a word needs more than a digit
    this.element.style.setProperty("--boxes", widths.join(" ") || `repeat(${LATEST}, minmax(0, 1fr))`);
    put(
      this.element,
      head,
      columns.map((column, seat) => this.#strip(seats[seat], notes[seat], column, seat === moves)),
    );
    const mine = this.element.querySelector(".me");
    if (mine instanceof HTMLElement) this.element.scrollTop = mine.offsetTop - 40;
  }

  /** @param {Seat} seat @param {string} note @param {Drawn} column @param {boolean} moves */
  #strip(seat, note, column, moves) {
    const waiting = pencilled(column);
    const strip = h(
      `button.strip${moves ? ".me" : ""}`,
      { type: "button", "data-seat": seat.seat, onclick: () => this.#sheet(seat, column) },
      h(
        "span.nm",
        {},
        avatar(seat),
        h("b", {}, seat.name),
        h("span.cap", {}, note),
        h(
          `span.num${waiting ? ".pencil" : ""}`,
          {},
          String(column.score + waiting),
          h("span.sr", {}, ` ${this.texts.points}`),
        ),
      ),
      h(
        "span.cs",
        { "aria-hidden": "true" },
        column.boxes.length ? column.boxes.map((box) => cell(box, column)) : turns(column),
      ),
    );
    return strip;
  }

  /** The whole sheet of one player, with its sum step by step. @param {Seat} seat @param {Drawn} column */
  #sheet(seat, column) {
    slip(fill(this.texts.sheet_of, { name: seat.name }), [sums(column, this.texts)]);
  }
}

/** What a score gains once all is sent. @param {Drawn} column */
export function pencilled({ pencil, added }) {
  return [...pencil.values(), ...added].reduce((/** @type {number} */ sum, points) => sum + (points ?? 0), 0);
}

/** @param {{name: string, points: number|null}} box @param {Drawn} column */
function cell({ name, points }, { pencil }) {
  if (points !== null) return h("span", {}, String(points));
  if (pencil.has(name)) return h("span.fix", {}, String(pencil.get(name) ?? "?"));
  return h("span.o");
}

/** @param {Drawn} column */
function turns({ gains, added }) {
  const all = [
    ...gains.map((gain) => h("span", {}, gain ? String(gain) : "–")),
    ...added.map((gain) => h("span.fix", {}, String(gain ?? "?"))),
  ];
  return all.slice(-LATEST);
}

/**
 * Line by line what came when, and the sum so far.
 * @param {KeepColumn} column
 * @param {KeepTexts} texts
 */
export function sums(column, texts) {
  const lines = column.boxes.length
    ? column.boxes
        .filter(({ points }) => points !== null)
        .map(({ name, points }) => ({ text: name, points: points ?? 0 }))
    : column.gains.map((points, i) => ({ text: fill(texts.turn, { number: i + 1 }), points }));
  let sum = 0;
  const rows = [...lines, ...column.extras].map(({ text, points }) => {
    sum += points;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, text),
      h("td.num", {}, points >= 0 ? `+${points}` : String(points)),
      h("td.num", {}, String(sum)),
    );
  });
  if (!rows.length) return h("p", {}, texts.nothing_yet);
  return h(
    "table.sums",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, texts.step),
        h("th", { scope: "col" }, texts.points),
        h("th", { scope: "col" }, texts.sum_so_far),
      ),
    ),
    h("tbody", {}, rows),
  );
}
