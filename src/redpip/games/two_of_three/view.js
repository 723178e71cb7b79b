/**
 * 2 Out of 3 Ain't Bad on the page. Everything legal, every preview and every sentence comes with the scene (page.py
 * beside this file); here it is only drawn and chosen from. What a view is: static/js/view.js.
 */
import { scatter } from "/static/js/die.js";
import { h, put, shake, sound } from "/static/js/dom.js";
import { mini } from "/static/js/mini.js";
import { count, fill } from "/static/js/phrases.js";
import { avatar, dress } from "/static/js/seats.js";
import { GameView, keycap, wear } from "/static/js/view.js";
import { Board, preview, standing } from "./board.js";

/** @import {TwoOfThreeScene} from "./page" */

const LANES = [1, 2, 3, 4, 5, 6];
const LEAN = [-6, 4, 7, -4, -7, 5];
const READ = 2600; // ms to look at a tied board

await wear(import.meta.url);

/** @extends {GameView<TwoOfThreeScene>} */
export class View extends GameView {
  /** @type {Set<number>} dice to be rolled */
  #picked = new Set();
  /** @type {number|null} the rolled die that is being placed */
  #die = null;
  /** @type {number|null} the square that is looked at for it */
  #square = null;

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.board = new Board(host.texts, (square) => this.#pressSquare(square));
    this.hands = [0, 1].map((seat) => this.#hand(seat));
    this.far = h("div.hand.far");
    this.near = h("div.hand.near");
    this.note = h("p.note.tie", { hidden: true, role: "status" });
    this.act = h("div.act", {}, this.main, this.undo, host.beside);
    this.board.element.classList.add("look");
    host.stage.append(this.note, this.far, this.board.element, this.near, this.act);
    this.list = h("ul");
    this.lines = h("div.card.lines", {}, h("h2", {}, host.texts.lines), this.list);
    host.pad.append(this.lines);
  }

  /** @param {number} seat */
  #hand(seat) {
    const lanes = LANES.map((n) => {
      const die = h("rp-die", { n, face: 0 });
      const button = h(
        "button.lane",
        { type: "button", "data-key": `d${n}`, onclick: () => seat === this.scene.seat && this.#pressDie(n) },
        die,
        h("b", { "aria-hidden": "true" }, String(n)),
      );
      return { n, die, button };
    });
    const who = h("span.who");
    const row = h(
      "div.lanes",
      { role: "group" },
      lanes.map(({ button }) => button),
    );
    return { seat, lanes, who, row };
  }

  // ---- what the table asks for

  /** @param {number} seat @param {number} die */
  #lane(seat, die) {
    return this.hands[seat].lanes[die - 1];
  }

  /** @param {Now<TwoOfThreeScene>} now */
  draw(now) {
    const was = this.now;
    this.now = now;
    this.note.hidden = true;
    if (!was || !now.scene.roll || was.scene.phase !== "roll" || was.seat !== now.seat) this.#picked = new Set();
    this.#settle(now.scene);
    this.#lay(now.table);
    this.redraw();
  }

  /** @param {Now<TwoOfThreeScene>} was @param {Now<TwoOfThreeScene>} now */
  async play(was, now) {
    const [before, after] = [was.scene, now.scene];
    if (after.phase === "rolling") {
      if (!now.mine) await this.pause(350);
      this.#drawHands(now);
      this.#throw(after);
    } else if (before.phase === "rolling") {
      this.#throw(before);
      await Promise.all(after.rolled.map(({ die, face }, i) => this.#lane(before.seat, die).die.land(face, i * 45)));
      if (!now.mine) await this.pause(450);
    } else if (before.phase === "place") await this.#move(was, now);
  }

  hurry() {
    super.hurry();
    this.board.hurry();
  }

  /** @param {TwoOfThreeScene} scene */
  strong(scene) {
    return scene.rolled.filter((die) => die.red).map((die) => die.name);
  }

  keys() {
    const { texts, words } = this.host;
    return [
      ["1–6", texts.key_dice],
      ["R", words.key_roll],
      ["← ↑ ↓ →", texts.key_squares],
      ["Enter", texts.key_place],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (!this.free) return false;
    if (key === "Escape" && this.#square) {
      this.#square = null;
      this.redraw();
      return true;
    }
    if (/^[1-6]$/.test(key)) {
      this.#pressDie(Number(key));
      return true;
    }
    if (/^r$/i.test(key) && this.scene.roll) {
      this.go();
      return true;
    }
    return this.board.walk(key);
  }

  // ---- choosing

  /** The die that is being placed, with where it may go. */
  get #placing() {
    return this.now.mine ? this.scene.place.find(({ die }) => die === this.#die) : undefined;
  }

  get #option() {
    return this.#placing?.squares.find(({ square }) => square === this.#square);
  }

  /** Takes up the next die to be placed, and its square where there is only one. @param {TwoOfThreeScene} scene */
  #settle({ place }) {
    if (!this.#placing) this.#die = place[0]?.die ?? null;
    if (!this.#option) this.#square = null;
    if (this.#placing?.squares.length === 1) this.#square = this.#placing.squares[0].square;
  }

  /** @param {number} number @returns {void} */
  #pressDie(number) {
    if (!this.free) return;
    const { roll, place } = this.scene;
    const { button } = this.#lane(this.scene.seat, number);
    if (place.some(({ die }) => die === number)) {
      this.#die = number;
      this.#square = null;
      this.#settle(this.scene);
    } else if (!roll?.dice.includes(number) || roll.all) return shake(button);
    else if (this.#picked.has(number)) this.#picked.delete(number);
    else if (this.#picked.size < roll.most) this.#picked.add(number);
    else return this.host.refuse(button, this.host.texts.too_many);
    sound("felt");
    this.redraw();
  }

  /** @param {number} square @returns {void} */
  #pressSquare(square) {
    if (!this.free) return;
    if (!this.#placing?.squares.some((one) => one.square === square)) return;
    if (this.#square === square) return this.go();
    this.#square = square;
    this.redraw();
  }

  /** What the main button does; a label alone says what is missing. @returns {Plan|null} */
  get plan() {
    const { texts } = this.host;
    const { roll } = this.scene;
    if (roll) {
      const dice = roll.all ? roll.dice : [...this.#picked].sort();
      if (!dice.length) return { label: texts.choose_dice };
      return {
        label: roll.all && dice.length > 1 ? texts.roll_all : count(texts.roll, dice.length),
        actions: [`roll ${dice.join(" ")}`],
        toss: dice,
        key: "R",
      };
    }
    if (!this.#placing) return null;
    const facts = { face: this.#placing.name };
    if (!this.#option) return { label: fill(texts.choose_square, facts) };
    const { pushes, note, action } = this.#option;
    return { label: fill(pushes ? texts.push : texts.place, facts), note, actions: [action], key: "↵" };
  }

  // ---- moving

  /** @param {number[]} cast */
  toss(cast) {
    this.#throw({ seat: this.scene.seat, cast });
  }

  /** @param {Pick<TwoOfThreeScene, "seat" | "cast">} scene */
  #throw({ seat, cast }) {
    scatter(cast.map((n) => this.#lane(seat, n).die));
  }

  /**
   * A die goes from the hand to its square, and one that it pushes off goes home.
   * @param {Now<TwoOfThreeScene>} was
   * @param {Now<TwoOfThreeScene>} now
   */
  async #move(was, now) {
    const before = was.scene;
    const after = now.scene.tied ?? now.scene;
    const moved = after.squares.find(
      ({ piece }, i) =>
        piece && (piece.die !== before.squares[i].piece?.die || piece.seat !== before.squares[i].piece?.seat),
    );
    if (!moved?.piece) return;
    if (!was.mine) await this.pause(350);
    const { seat, die } = moved.piece;
    const from = this.#lane(seat, die).die.getBoundingClientRect();
    this.#square = null;
    this.#drawBoard({ ...now, scene: { ...now.scene, ...after, place: [] } });
    const hands = now.scene.tied ? [[], []] : now.scene.hands;
    this.#drawHands({ ...now, scene: { ...now.scene, hands, place: [], roll: null } });
    await this.board.arrive(moved.square, from);
    if (!now.scene.tied) return;
    const name = now.table.seats[now.scene.seat].name;
    this.note.textContent = fill(this.host.texts.tie, { score: now.scene.tied.score, name });
    this.note.hidden = false;
    await this.pause(READ);
  }

  // ---- drawing

  /**
   * Own dice lie on the near side, the other's beyond the board; at the end the board stays beside the result.
   * @param {Table} table
   */
  #lay(table) {
    const near = this.hands[table.me ?? 0];
    const far = this.hands[1 - near.seat];
    const over = table.phase === "over";
    if (over && this.board.element.parentNode !== this.host.pad) this.host.pad.prepend(this.board.element);
    if (near.row.parentNode !== this.near) put(this.near, near.who, near.row);
    if (far.row.parentNode !== this.far) put(this.far, far.who, far.row);
  }

  redraw() {
    this.#drawHands(this.now);
    this.#drawBoard(this.now);
    this.#drawLines(this.now);
    this.#drawActions();
  }

  /** @param {Now<TwoOfThreeScene>} now @returns {import("./board.js").Model} */
  #model({ scene, table }) {
    const placing = this.busy ? undefined : this.#placing;
    return {
      squares: scene.squares,
      lines: scene.lines,
      names: table.seats.map(({ name }) => name),
      wear: (seat) => dress(table, seat),
      options: scene.place.length ? placing?.squares : undefined,
      chosen: this.#square,
      die: placing && { ...placing, seat: scene.seat },
    };
  }

  /** @param {Now<TwoOfThreeScene>} now */
  #drawBoard(now) {
    this.board.draw(this.#model(now));
  }

  /** @param {Now<TwoOfThreeScene>} now */
  #drawHands(now) {
    for (const { seat, row, who } of this.hands) {
      const owner = now.table.seats[seat];
      put(who, avatar(owner));
      row.className = `lanes ${dress(now.table, seat)}`;
      row.setAttribute("aria-label", fill(this.host.texts.hand_of, { name: owner.name }));
      for (const n of LANES) this.#drawLane(now, seat, n);
    }
  }

  /** @param {Now<TwoOfThreeScene>} now @param {number} seat @param {number} n */
  #drawLane({ scene, mine }, seat, n) {
    const { texts } = this.host;
    const { die, button } = this.#lane(seat, n);
    const moves = scene.seat === seat;
    const rolled = moves ? scene.rolled.find((one) => one.die === n) : undefined;
    const flies = moves && scene.cast.includes(n);
    const held = scene.hands[seat].includes(n);
    const can =
      moves && mine && !this.busy && (rolled ? scene.place.length > 1 : Boolean(held && scene.roll && !scene.roll.all));
    const picked = held && moves && (scene.roll?.all || (Boolean(scene.roll) && this.#picked.has(n)));
    const chosen = Boolean(rolled) && scene.place.length > 0 && this.#die === n;
    if (!die.inAir) die.face = rolled ? rolled.face : 0;
    button.style.setProperty("--lean", picked || chosen ? "0deg" : `${LEAN[n - 1]}deg`);
    button.className = ["lane", !(rolled || flies || held) && "gone", held && "blank", (picked || chosen) && "sel"]
      .filter(Boolean)
      .join(" ");
    button.setAttribute("aria-disabled", String(!can));
    button.setAttribute("aria-pressed", String(Boolean(picked || chosen)));
    const told = rolled
      ? [fill(texts.die_shows, { die: n, face: rolled.name }), texts.to_place]
      : [fill(texts.die, { die: n })];
    button.setAttribute("aria-label", [...told, (picked || chosen) && texts.chosen].filter(Boolean).join(", "));
    button.tabIndex = can || picked || chosen ? 0 : -1;
    button.ariaHidden = held || rolled || flies ? null : "true";
  }

  /** @param {Now<TwoOfThreeScene>} now */
  #drawLines(now) {
    const model = this.#model(now);
    const pieces = new Map(model.squares.map(({ square, piece }) => [square, piece]));
    const could = preview(model) ?? {};
    put(
      this.list,
      model.lines.map((line) => {
        const changes =
          could[line.line] && (could[line.line].owner !== line.owner || could[line.line].full !== line.full);
        const dice = line.squares.map((square) => {
          const piece = square === model.chosen && model.die ? model.die : pieces.get(square);
          return piece ? h(`span.${model.wear(piece.seat) || "own"}`, {}, mini(piece.die, piece.face)) : h("i.gap");
        });
        return h(
          `li${changes ? ".could" : ""}${line.owner !== null ? ".won" : ""}`,
          {},
          h("span.tag", {}, line.tag),
          h("span.ds", {}, dice),
          h("span.own", {}, standing(this.host.texts, could[line.line] ?? line, model.names)),
        );
      }),
    );
  }

  #drawActions() {
    for (const part of [this.far, this.near, this.main]) part.hidden = this.scene.phase === "over";
    this.drawMain(({ note, key }) => [note ? h("span.way", {}, note) : null, keycap(key)]);
  }
}
