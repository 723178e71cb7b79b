/** The bid ladder: every higher bid to choose from, and who bid what; on a phone a builder with plus and minus. */
import { find, h, put } from "/static/js/dom.js";
import { mini } from "/static/js/mini.js";
import { fill, percent, share } from "/static/js/phrases.js";
import { avatar } from "/static/js/seats.js";

/** @import {Bid, Cell, PerfectoScene} from "./page" */

const RANKS = [1, 2, 3, 4, 5, 6];
const ROWS = 12; // shown at least, if there are so many: what was passed stands below
/** @type {Record<string, [quantity: number, rank: number]>} */
const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };

export class Ladder {
  /** @type {Map<string, Cell>} "7x4" -> what the scene offers */
  #cells = new Map();
  /** @type {Bid[]} */
  #bids = [];
  /** @type {Seat[]} */
  #seats = [];
  #at = ""; // the bid chosen

  /** @param {Texts} texts @param {() => void} changed called when another bid was chosen */
  constructor(texts, changed) {
    this.texts = texts;
    this.changed = changed;
    this.grid = h("div.lad", { role: "radiogroup", "aria-label": texts.ladder });
    this.cap = h("span.cap", {}, texts.chance);
    this.element = h(
      "section.card.ladder",
      { "aria-label": texts.ladder },
      h("h2", {}, h("span", {}, texts.ladder), this.cap),
      this.grid,
    );
    new ResizeObserver(() => this.#reveal()).observe(this.grid); // a screen is turned, or a slip comes above it
  }

  /**
   * Takes up a scene; a choice that is still offered stays. `open`: may the number one holds most of be pointed at?
   * @param {PerfectoScene} scene
   * @param {Table} table
   * @param {boolean} open
   */
  offer(scene, table, open) {
    this.#seats = table.seats;
    this.#bids = scene.bids;
    this.#cells = new Map((scene.ladder ?? []).map((cell) => [cell.written, cell]));
    if (!this.#cells.has(this.#at))
      this.#at = (open ? this.#lowest(scene.rank)?.written : null) ?? this.#cells.keys().next().value ?? "";
  }

  get chosen() {
    return this.#cells.get(this.#at) ?? null;
  }

  /** The lowest bid of this number, or the same quantity of it where that is offered. @param {number} rank */
  #lowest(rank, quantity = 0) {
    const fitting = [...this.#cells.values()].filter((cell) => cell.rank === rank);
    return fitting.find((cell) => cell.quantity >= quantity) ?? fitting.at(-1) ?? null;
  }

  /** @param {Cell|null|undefined} cell */
  #choose(cell) {
    if (!cell) return false;
    this.#at = cell.written;
    this.changed();
    return true;
  }

  /** @param {number} quantity @param {number} rank */
  #step(quantity, rank) {
    const now = this.chosen;
    if (!now) return false;
    if (rank) return this.#choose(this.#lowest(((now.rank + rank + 5) % 6) + 1, now.quantity));
    return this.#choose(this.#cells.get(`${now.quantity + quantity}x${now.rank}`));
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    if (!STEPS[key] || !this.chosen) return false;
    this.#step(...STEPS[key]);
    if (this.grid.contains(document.activeElement)) this.#button?.focus();
    return true;
  }

  /** The button of the bid chosen. */
  get #button() {
    return find('button[aria-checked="true"]', this.grid);
  }

  /** @param {boolean} free @param {boolean} odds */
  draw(free, odds) {
    const focused = this.grid.contains(document.activeElement);
    const { scrollTop } = this.grid;
    this.cap.hidden = !odds || !this.#cells.size; // who only watches is offered no bid, and so no chance
    const quantities = this.#quantities();
    const head = [h("span.corner"), ...RANKS.map((rank) => h("span.h", {}, mini(0, rank)))];
    put(
      this.grid,
      head,
      quantities.flatMap((quantity) => [
        h("span.qn", {}, String(quantity)),
        ...RANKS.map((rank) => this.#cell(quantity, rank, free, odds)),
      ]),
    );
    this.grid.tabIndex = find("button", this.grid) ? -1 : 0; // it can be scrolled by keyboard, by a bid or by itself
    if (focused) this.#button?.focus({ preventScroll: true });
    this.grid.scrollTop = scrollTop;
    queueMicrotask(() => this.#reveal()); // the table shows the pad after its view has drawn itself
  }

  /** The bid chosen is in sight, or what a lesson rings; the ladder does not move while it is. */
  #reveal() {
    const shown = find("button[data-mark]", this.grid) ?? this.#button;
    const head = find("span", this.grid);
    if (!shown || !head) return;
    const { scrollTop, clientHeight } = this.grid;
    const [top, bottom] = [shown.offsetTop - head.offsetHeight, shown.offsetTop + shown.offsetHeight];
    const around = (clientHeight - (bottom - top)) / 2;
    if (top < scrollTop || bottom > scrollTop + clientHeight) this.grid.scrollTop = top - around;
  }

  /** From the highest bid that could be true down to a little below what was said. */
  #quantities() {
    const quantities = [...this.#cells.values(), ...this.#bids].map(({ quantity }) => quantity);
    const high = Math.max(...quantities, 9);
    const low = Math.max(1, Math.min(...quantities, high - ROWS + 1));
    return Array.from({ length: high - low + 1 }, (_, i) => high - i);
  }

  /** @param {number} quantity @param {number} rank @param {boolean} free @param {boolean} odds */
  #cell(quantity, rank, free, odds) {
    const cell = this.#cells.get(`${quantity}x${rank}`);
    const by = this.#bids.filter((bid) => bid.quantity === quantity && bid.rank === rank).at(-1);
    if (!cell)
      return h(`span.c${by && by === this.#bids.at(-1) ? ".st" : ".no"}`, {}, by ? avatar(this.#seats[by.seat]) : null);
    const chosen = cell.written === this.#at;
    const label = odds ? `${cell.text}, ${percent(cell.chance)}` : cell.text;
    const facts = {
      type: "button",
      role: "radio",
      "data-key": cell.written,
      "aria-checked": String(chosen),
      "aria-label": label,
      tabindex: chosen ? "0" : "-1",
      "aria-disabled": String(!free),
    };
    const button = h(
      `button.c.ok${chosen ? ".se" : ""}`,
      { ...facts, onclick: () => free && this.#choose(cell) },
      h("span", {}, odds ? cell.chance : ""),
    );
    button.style.setProperty("--p", String(odds ? share(cell.chance) : 0));
    return button;
  }

  /** The bids of the same number that are more, or fewer: plus and minus lead there. @param {Cell} now @param {number} by */
  #beyond({ quantity, rank }, by) {
    const there = [...this.#cells.values()].filter((cell) => cell.rank === rank && (cell.quantity - quantity) * by > 0);
    return there.map((cell) => cell.written);
  }

  /** The same choice in little space. @param {boolean} odds */
  builder(odds) {
    const now = this.chosen;
    if (!now) return [];
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
      h(
        "button.btn",
        {
          type: "button",
          "data-key": this.#beyond(now, by).join(" "),
          "aria-label": label,
          "aria-disabled": String(!this.#cells.has(`${now.quantity + by}x${now.rank}`)),
          onclick: () => this.#step(by, 0),
        },
        sign,
      );
    const ranks = RANKS.map((rank) => {
      const cell = this.#lowest(rank, now.quantity);
      const label = fill(this.texts.rank, { rank });
      return h(
        "button",
        {
          type: "button",
          "data-key": `n${rank}`,
          "aria-pressed": String(rank === now.rank),
          "aria-label": cell && odds ? `${label}, ${percent(cell.chance)}` : label,
          "aria-disabled": String(!cell),
          onclick: () => this.#choose(cell),
        },
        mini(0, rank),
        odds ? h("span.odds", {}, cell ? percent(cell.chance) : "–") : null,
      );
    });
    return [
      h(
        "div.r1",
        {},
        step("−", this.texts.fewer, -1),
        h("div", { "aria-live": "polite" }, now.text),
        step("+", this.texts.more, 1),
      ),
      h("div.r2", {}, ranks),
    ];
  }
}
