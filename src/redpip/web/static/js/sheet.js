import { h, pressed, put, texts } from "./dom.js";
import { mini } from "./mini.js";
import { fill } from "./phrases.js";
import { avatar } from "./seats.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * `<rp-sheet>`: the score sheet. On a desk a tear-off table with a column a player, on a phone one player's boxes, the
 * numbers standing over the lanes of their dice. Fires `box` with {key, by} when an open box is pressed.
 *
 * @typedef {object} Cell
 * @property {string} text what stands in the box
 * @property {"ink"|"pencil"|"open"|"none"} kind written, what it would score, may be chosen, nothing
 * @property {string} [tag] why, e.g. "red ×2"
 * @property {boolean} [red] the tag is about a red face
 * @property {boolean} [zero] would be written for nothing
 * @property {boolean} [best]
 * @property {boolean} [chosen]
 * @property {boolean} [fresh] just written
 * @property {string} [label] the box's name for those who cannot see it
 *
 * @typedef {{key: string, name: string, hint: string, number: number, cells: Cell[]}} Row number: over which lane
 *
 * @typedef {object} Model
 * @property {{name: string, shape: string, mine: boolean}[]} columns
 * @property {Row[]} rows
 * @property {{name: string, hint: string, cells: string[], total?: boolean}[]} feet
 * @property {{column: number, title: string, total: string}} pad
 * @property {string} caption
 * @property {string} head what the first column holds
 */
export class Sheet extends HTMLElement {
  shape = "";
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {WeakMap<HTMLElement, string>} what each of them shows */
  #facts = new WeakMap();

  connectedCallback() {
    this.onclick = (event) => {
      const key = pressed(event, "button[data-key]")?.dataset.key;
      const by = event.detail === 0 ? "key" : "tap";
      if (key) this.dispatchEvent(new CustomEvent("box", { detail: { key, by } }));
    };
    this.onkeydown = (event) => this.#arrows(event);
  }

  /** @param {Model} model */
  draw(model) {
    const shape = JSON.stringify([
      model.columns,
      model.rows.map((row) => [row.key, row.name, row.hint]),
      model.feet.map((foot) => [foot.name, foot.hint]),
      model.pad.column,
    ]);
    if (shape !== this.shape) this.#build(model, shape);
    for (const row of model.rows) {
      for (const [column, cell] of row.cells.entries()) this.#cell(`${row.key} ${column}`, row, cell);
      this.#padCell(row, row.cells[model.pad.column]);
    }
    for (const [i, foot] of model.feet.entries())
      for (const [column, text] of foot.cells.entries()) this.#text(`foot${i} ${column}`, text);
    this.#text("title", model.pad.title);
    this.#text("total", model.pad.total);
  }

  /** @param {Model} model @param {string} shape */
  #build(model, shape) {
    this.shape = shape;
    this.#cells.clear();
    const keep = (/** @type {string} */ name, /** @type {HTMLElement} */ element) => {
      this.#cells.set(name, element);
      return element;
    };
    const mine = (/** @type {number} */ column) => (model.columns[column].mine ? ".me" : "");
    const crowded = model.columns.length > 3; // letters in place of names
    const head = model.columns.map((column, i) =>
      h(`th${mine(i)}`, { scope: "col" }, crowded ? [avatar(column), h("span.sr", {}, column.name)] : column.name),
    );
    const first = model.rows.find((row) => !row.number)?.key;
    const rows = model.rows.map((row) =>
      h(
        `tr${row.key === first ? ".sep" : ""}`,
        {},
        h(
          "th",
          { scope: "row" },
          row.number ? mini(row.number, row.number) : null,
          h("b", {}, row.name),
          row.hint && !crowded ? h("span", {}, row.hint) : null,
        ),
        row.cells.map((_, column) => keep(`${row.key} ${column}`, h(`td${mine(column)}`))),
      ),
    );
    const feet = model.feet.map((foot, i) =>
      h(
        `tr${foot.total ? ".tot" : ".sep"}`,
        {},
        h("th", { scope: "row" }, h("b.w", {}, foot.name), foot.hint && !crowded ? h("span", {}, foot.hint) : null),
        foot.cells.map((_, column) => keep(`foot${i} ${column}`, h(`td${mine(column)}`))),
      ),
    );
    const table = h(
      "table",
      {},
      h("caption.sr", {}, model.caption),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span.sr", {}, model.head)), head)),
      h("tbody", {}, rows, feet),
    );
    const box = (/** @type {Row} */ row) => keep(`pad ${row.key}`, h("div.bx", { role: "listitem" }));
    const total = h("span", {}, h("span.sr", {}, `${model.feet.at(-1)?.name}: `), keep("total", h("span.num")));
    const pad = h(
      "div.mini-pad",
      {},
      h("div.hd", {}, keep("title", h("h2", { id: "pad-title" })), total),
      h(
        "div",
        { role: "list", "aria-labelledby": "pad-title" },
        h("div.row6", {}, model.rows.filter((row) => row.number).map(box)),
        h("div.row4", {}, model.rows.filter((row) => !row.number).map(box)),
      ),
    );
    put(this, h("div.sheet", {}, h("div.hold", {}, table)), pad);
    this.classList.toggle("crowded", crowded);
  }

  /** @param {string} name @param {string} text */
  #text(name, text) {
    const element = this.#cells.get(name);
    if (element && element.textContent !== text) element.textContent = text;
  }

  /**
   * Draws a box anew only where it changed, and keeps the focus where it was.
   * @param {string} name
   * @param {Cell} cell
   * @param {() => Child[]} children
   */
  #renew(name, cell, children) {
    const element = this.#cells.get(name);
    const facts = JSON.stringify(cell);
    if (!element || this.#facts.get(element) === facts) return null;
    this.#facts.set(element, facts);
    const focused = element.contains(document.activeElement);
    put(element, ...children());
    if (focused) element.querySelector("button")?.focus();
    return element;
  }

  /** @param {string} name @param {Row} row @param {Cell} cell */
  #cell(name, row, cell) {
    const element = this.#renew(name, cell, () => {
      if (cell.kind === "open")
        return [
          h(
            "button.pv",
            {
              type: "button",
              "data-key": row.key,
              "aria-pressed": String(Boolean(cell.chosen)),
              class: ["pv", cell.zero && "z", cell.best && "top", cell.chosen && "chosen"].filter(Boolean).join(" "),
            },
            h("span", { "aria-hidden": "true" }, cell.text),
            tag(cell.tag, cell.red),
            h("span.sr", {}, cell.label),
          ),
        ];
      if (cell.kind === "pencil") return [h("span.could", { class: `could${cell.zero ? " z" : ""}` }, cell.text)];
      return [h("span", { class: cell.fresh ? "ink stamp" : "ink" }, cell.kind === "none" ? "·" : cell.text)];
    });
    element?.classList.toggle("o", cell.kind === "none");
  }

  /** @param {Row} row @param {Cell} cell */
  #padCell(row, cell) {
    const element = this.#renew(`pad ${row.key}`, cell, () => {
      const inside = [
        h("i", { "aria-hidden": "true" }, row.name),
        h("b", { class: cell.fresh ? "stamp" : "", "aria-hidden": "true" }, cell.kind === "none" ? "" : cell.text),
        tag(cell.red ? "×2" : cell.tag && cell.tag.length < 5 ? cell.tag : "", cell.red),
        h("span.sr", {}, cell.label ?? told(row, cell)),
      ];
      if (cell.kind !== "open") return inside;
      return [
        h("button", { type: "button", "data-key": row.key, "aria-pressed": String(Boolean(cell.chosen)) }, inside),
      ];
    });
    if (element)
      element.className = ["bx", cell.kind, cell.zero && "z", cell.best && "top", cell.chosen && "chosen"]
        .filter(Boolean)
        .join(" ");
  }

  /** The open boxes that can be seen, in order. */
  get #open() {
    return [...this.querySelectorAll("button")].filter((button) => button.dataset.key && button.offsetParent);
  }

  /** @param {KeyboardEvent} event */
  #arrows(event) {
    const step = STEPS[event.key];
    const open = this.#open;
    const at = open.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    open[(at + step + open.length) % open.length].focus();
  }

  /** Puts the focus on the first open box, or the last. */
  enter(last = false) {
    const open = this.#open;
    (last ? open.at(-1) : open[0])?.focus();
    return open.length > 0;
  }
}
customElements.define("rp-sheet", Sheet);

/** A box that cannot be pressed, in words. @param {Row} row @param {Cell} cell */
function told({ name }, { kind, text }) {
  const holds = { none: texts.box_empty, pencil: fill(texts.box_could, { points: text }), ink: text, open: text };
  return `${name}: ${holds[kind]}`;
}

/** Its words are part of the box's label. @param {string} [text] @param {boolean} [red] */
function tag(text, red) {
  return text ? h(`small${red ? ".r" : ""}`, { "aria-hidden": "true" }, text) : null;
}
