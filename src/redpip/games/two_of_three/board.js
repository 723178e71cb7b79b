/** The board of 2 Out of 3: twelve squares, a token at the end of each of the ten lines, rails under those that are won. */
import "/static/js/die.js";
import { h, put, s, still } from "/static/js/dom.js";
import { fill } from "/static/js/phrases.js";

/**
 * @import {Drawn, Line, Option, Piece, Square, Standing} from "./page"
 * @typedef {{button: HTMLElement, die: import("/static/js/die.js").Die, gain: HTMLElement, swap: HTMLElement}} Cell
 */

/**
 * Where the token of a line stands: rows end on the right, columns and diagonals below.
 * @type {Record<string, [row: number, column: number]>}
 */
const ENDS = {
  R1: [1, 6],
  R2: [2, 6],
  R3: [3, 6],
  R4: [4, 6],
  D2: [5, 1],
  C1: [5, 2],
  C2: [5, 3],
  C3: [5, 4],
  C4: [5, 5],
  D1: [5, 6],
};
const SIDE = [1, 2, 3, 4];
const SWAP = "M7 4L3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8";
/** @type {Record<string, [down: number, right: number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @template {HTMLElement} E @param {E} element @param {number} row @param {number} column */
const at = (element, row, column) => {
  element.style.gridArea = `${row} / ${column}`;
  return element;
};

/**
 * What a board draws: a scene's squares and lines, the clothes of a seat's dice, the players' names, and while a die is
 * to be placed also where it may go and which square is looked at.
 * @typedef {Drawn & {wear: (seat: number) => string, names: string[], die?: Piece, options?: Option[], chosen: number|null}} Model
 */
export class Board {
  /** @type {Map<number, Cell>} */
  #cells = new Map();
  /** @type {Map<string, HTMLElement>} */
  #tokens = new Map();
  /** @type {Map<string, number|null>|null} */
  #owners = null;
  /** @type {Model} */
  #drawn = { squares: [], lines: [], wear: () => "", names: [], chosen: null };
  /** @type {Animation|null} */
  flight = null;

  /** @param {Texts} texts the game's @param {(square: number) => void} press */
  constructor(texts, press) {
    this.texts = texts;
    this.rails = s("svg", { class: "rails", "aria-hidden": "true" });
    this.element = h("div.bd", { role: "group", "aria-label": texts.board }, this.rails);
    this.press = press;
    new ResizeObserver(() => this.#drawRails()).observe(this.element);
  }

  /** @param {Model} model */
  draw(model) {
    this.#drawn = model;
    if (!this.#cells.size) this.#build(model.squares);
    for (const square of model.squares) this.#drawSquare(square, model);
    for (const line of model.lines) this.#drawToken(line, model);
    this.#drawRails();
    this.#light(model);
  }

  /** The die on a square comes from somewhere else on the screen. @param {number} number @param {DOMRect} from */
  async arrive(number, from) {
    const { die, button } = this.#at(number);
    const to = die.getBoundingClientRect();
    if (still() || !from.width || !to.width) return;
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
    die.style.transformOrigin = "0 0";
    button.style.zIndex = "2"; // over the squares on its way
    this.flight = die.animate([{ transform: start }, { transform: "none" }], {
      duration: 380,
      easing: "cubic-bezier(.3, .8, .3, 1)",
    });
    await this.flight.finished.catch(() => {});
    button.style.zIndex = "";
  }

  hurry() {
    this.flight?.finish();
  }

  /** Arrow keys go from square to square, over the holes. @param {string} key */
  walk(key) {
    const way = WAYS[key];
    if (!way) return false;
    const squares = this.#drawn.squares;
    const here = squares.find(({ square }) => this.#at(square).button === document.activeElement);
    const first = this.#drawn.options?.[0]?.square ?? squares[0].square;
    const next = here ? this.#beyond(here, way) : squares.find(({ square }) => square === first);
    if (next) this.#at(next.square).button.focus();
    return true;
  }

  /** @param {Square} from @param {[down: number, right: number]} way */
  #beyond({ row, column }, [down, right]) {
    for (let step = 1; step < 4; step += 1) {
      const found = this.#drawn.squares.find(
        (one) => one.row === row + down * step && one.column === column + right * step,
      );
      if (found) return found;
    }
    return null;
  }

  /** @param {number} square */
  #at(square) {
    const cell = this.#cells.get(square);
    if (!cell) throw new Error(`the board has no square ${square}`);
    return cell;
  }

  /** @param {Square[]} squares */
  #build(squares) {
    for (const row of SIDE) {
      for (const column of SIDE) {
        const found = squares.find((one) => one.row === row && one.column === column);
        this.element.append(found ? this.#cell(found) : at(h("span.hole"), row, column + 1));
      }
    }
  }

  /** @param {Square} square */
  #cell({ square, row, column }) {
    const die = h("rp-die", { n: 1, face: 0, hidden: true });
    const gain = h("span.gain", { "aria-hidden": "true", hidden: true });
    const swap = h(
      "i.sw",
      { hidden: true },
      s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SWAP })),
    );
    const button = at(
      h(
        "button.sq",
        { type: "button", "data-key": `s${square}`, "data-square": square, onclick: () => this.press(square) },
        die,
        swap,
        gain,
      ),
      row,
      column + 1,
    );
    this.#cells.set(square, { button, die, gain, swap });
    return button;
  }

  /** @param {Square} square @param {Model} model */
  #drawSquare({ square, piece }, { options, chosen, die: placing, wear, names }) {
    const { button, die, gain, swap } = this.#at(square);
    const option = options?.find((one) => one.square === square);
    const ghost = option && chosen === square ? placing : null;
    const shown = ghost ?? piece;
    die.hidden = !shown;
    if (shown) {
      die.setAttribute("n", String(shown.die));
      die.face = shown.face;
      die.className = wear(shown.seat);
    }
    button.className = ["sq", !shown && "e", option && (option.pushes ? "swap" : "can"), ghost && "prev"]
      .filter(Boolean)
      .join(" ");
    swap.hidden = !option?.pushes || Boolean(ghost);
    const net = option?.net ?? 0;
    gain.hidden = !ghost || !net;
    gain.textContent = net > 0 ? `+${net}` : `−${Math.abs(net)}`;
    button.setAttribute("aria-disabled", String(!option));
    button.setAttribute("aria-pressed", String(Boolean(ghost)));
    button.setAttribute("aria-label", this.#squareText(square, piece, option, names));
  }

  /** @param {number} square @param {Piece|null} piece @param {Option|undefined} option @param {string[]} names */
  #squareText(square, piece, option, names) {
    const { texts } = this;
    const holds = piece ? fill(texts.holds, { name: names[piece.seat], face: piece.name }) : texts.empty;
    const more = option ? [option.pushes && texts.may_push, option.note] : [];
    return [fill(texts.square, { square }), holds, ...more].filter(Boolean).join(", ");
  }

  /** @param {string} line */
  #token(line) {
    const known = this.#tokens.get(line);
    if (known) return known;
    const token = at(h("span.tk", { role: "img" }), ...ENDS[line]);
    this.#tokens.set(line, token);
    this.element.append(token);
    return token;
  }

  /** @param {Line} line @param {Model} model */
  #drawToken(line, model) {
    const token = this.#token(line.line);
    const could = preview(model)?.[line.line];
    const { owner, full, what } = could ?? line;
    const changes = could && (could.owner !== line.owner || could.full !== line.full);
    token.className = [
      "tk",
      owner !== null && `won ${model.wear(owner)}`,
      full && owner === null && "none",
      changes && "could",
    ]
      .filter(Boolean)
      .join(" ");
    token.setAttribute("aria-label", `${line.name}: ${standing(this.texts, { owner, what }, model.names)}`);
    put(token, owner !== null ? letter(model.names[owner]) : full ? "0" : "–");
  }

  /** A rail in the winner's colour from the far end of a line to its token. */
  #drawRails() {
    if (!this.element.offsetWidth) return;
    const box = this.element;
    this.rails.setAttribute("viewBox", `0 0 ${box.offsetWidth} ${box.offsetHeight}`);
    /** @param {HTMLElement} element @returns {[x: number, y: number]} */
    const middle = (element) => [
      element.offsetLeft + element.offsetWidth / 2,
      element.offsetTop + element.offsetHeight / 2,
    ];
    const rails = this.#drawn.lines.flatMap(({ line, owner, squares }) => {
      if (owner === null) return [];
      const ends = squares.map((square) => middle(this.#at(square).button));
      const token = middle(this.#token(line));
      const [x, y] = ends.toSorted((a, b) => away(b, token) - away(a, token))[0];
      return s("path", {
        class: this.#drawn.wear(owner),
        "data-line": line,
        pathLength: 1,
        d: `M${x} ${y}L${token[0]} ${token[1]}`,
      });
    });
    this.rails.replaceChildren(...rails);
  }

  /** Lines that have just been won light up once. @param {Model} model */
  #light({ lines }) {
    const owners = new Map(lines.map(({ line, owner }) => [line, owner]));
    const before = this.#owners;
    this.#owners = owners;
    if (!before || still()) return;
    for (const { line, squares } of lines.filter((one) => one.owner !== null && before.get(one.line) !== one.owner)) {
      this.rails
        .querySelector(`[data-line="${line}"]`)
        ?.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], { duration: 520, easing: "ease-out" });
      this.#token(line).animate([{ scale: 1 }, { scale: 1.45, offset: 0.4 }, { scale: 1 }], {
        duration: 620,
        delay: 260,
        easing: "ease-out",
      });
      for (const [i, square] of squares.entries())
        this.#at(square).button.animate([{ scale: 1 }, { scale: 1.07, offset: 0.5 }, { scale: 1 }], {
          duration: 360,
          delay: i * 90,
          easing: "ease-out",
        });
    }
  }
}

/** @param {[number, number]} from @param {[number, number]} to */
const away = ([x, y], [a, b]) => Math.hypot(x - a, y - b);

/** How lines would stand after the placing that is being looked at. @param {Model} model */
export const preview = ({ options, chosen }) => options?.find((one) => one.square === chosen)?.lines;

/**
 * Whose a line is and by what, in words.
 * @param {Texts} texts
 * @param {Pick<Standing, "owner" | "what">} line
 * @param {string[]} names
 */
export const standing = (texts, { owner, what }, names) =>
  owner === null ? what : fill(texts.wins, { name: names[owner], what });

const letter = (/** @type {string} */ name) => [...(name || "?")][0].toUpperCase();
