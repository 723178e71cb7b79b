/**
 * Diangle on the page. Everything legal, every preview and every sentence comes with the scene (page.py beside this
 * file); here it is only drawn and chosen from. What a view is: static/js/view.js.
 */
import { scatter } from "/static/js/die.js";
import { h, icon, keepFocus, put, s, shake, sound } from "/static/js/dom.js";
import { mini } from "/static/js/mini.js";
import { count, fill } from "/static/js/phrases.js";
import { avatar, dress } from "/static/js/seats.js";
import { GameView, keycap, wear } from "/static/js/view.js";

/** @import {DiangleScene, Loose, Placed, Row} from "./page" */

const LEAN = [-7, 5, 8, -4, -8, 6];

await wear(import.meta.url);

/** @extends {GameView<DiangleScene>} */
export class View extends GameView {
  /** @type {Set<number>} dice on the board that roll along */
  #along = new Set();
  /** @type {number|null} the loose die that has more than one row to go to */
  #chosen = null;
  signature = "";

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.dice = [1, 2, 3, 4, 5, 6].map((n) => h("rp-die", { n, face: 0 }));
    this.hill = h("section.hill.look", { role: "group" });
    this.more = h("div.more");
    host.stage.append(this.hill, this.more, h("div.act", {}, this.main, this.undo, host.beside));
    this.mountain = h("div.mountain");
    this.boards = h("div.boards");
    host.pad.append(h("div.card.diangle-pad.low", {}, this.mountain, this.boards));
  }

  // ---- what the table asks for

  /** @param {Now<DiangleScene>} now */
  draw(now) {
    const was = this.now;
    this.now = now;
    if (!was || !now.scene.select || was.seat !== now.seat) this.#along = new Set();
    if (!now.mine || !this.#loose(this.#chosen)?.places.length) this.#chosen = null;
    this.redraw();
  }

  /** @param {Now<DiangleScene>} was @param {Now<DiangleScene>} now */
  async play(was, now) {
    const [before, after] = [was.scene, now.scene];
    if (flying(after)) {
      if (!now.mine) await this.pause(400);
      this.#drawHill(now);
      this.toss(after.cast);
    } else if (flying(before)) {
      this.toss(after.cast);
      await Promise.all(after.cast.map((n, i) => this.#die(n).land(faceOf(after, n), i * 45)));
      if (!now.mine) await this.pause(400);
    } else if (!was.mine && before.phase === "arrange") await this.pause(450);
  }

  /** @param {DiangleScene} scene */
  strong(scene) {
    return [...scene.loose, ...scene.rows.flatMap((row) => row.dice)].filter((die) => die.red).map((die) => die.name);
  }

  keys() {
    const { words, texts } = this.host;
    return [
      ["R", words.key_roll],
      ["1–6", texts.place.replace("{face} ", "").replace("{face}", "…")],
      ["Enter", this.label],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (key === "Escape" && this.#chosen) {
      this.#chosen = null;
      this.redraw();
      return true;
    }
    if (!this.free) return false;
    if (/^[1-6]$/.test(key)) return this.#digit(Number(key));
    const roll = /^r$/i.test(key) && (this.#roll ?? this.#again);
    if (!roll) return false;
    this.do(roll);
    return true;
  }

  // ---- choosing

  get plan() {
    return this.#plans[0] ?? null;
  }

  begin() {
    this.#chosen = null;
  }

  /** @param {number} number */
  #die(number) {
    return this.dice[number - 1];
  }

  /** @param {number|null} number */
  #loose(number) {
    return this.scene.loose.find((die) => die.die === number) ?? null;
  }

  /** @param {number} number */
  #digit(number) {
    const placed = this.scene.rows.flatMap((row) => row.dice).find((die) => die.die === number);
    const loose = this.#loose(number);
    if (placed) this.#pressPlaced(placed);
    else if (loose) this.#pressLoose(loose);
    return true;
  }

  /** @param {Loose} die */
  #pressLoose(die) {
    if (!this.free) return;
    if (die.places.length === 1) this.do({ actions: [die.places[0].action] });
    else if (die.places.length) {
      this.#chosen = this.#chosen === die.die ? null : die.die;
      sound("felt");
      this.redraw();
    } else shake(this.#die(die.die));
  }

  /** @param {Placed} die */
  #pressPlaced(die) {
    if (!this.free) return;
    if (die.lift) this.do({ actions: [die.lift] });
    else if (this.scene.select?.may.includes(die.die)) {
      if (!this.#along.delete(die.die)) this.#along.add(die.die);
      sound("felt");
      this.redraw();
    }
  }

  /** The buttons in the order of their weight: the first is the main one. @returns {Plan[]} */
  get #plans() {
    const { decide, fill: place, advance, end } = this.scene;
    const again = this.#again;
    if (decide && again) return [{ ...decide.accept, actions: [decide.accept.action], key: "↵" }, again];
    const steps = [...advance.toReversed(), end].map((plan) => plan && { ...plan, actions: [plan.action] });
    return [place, this.#roll, ...steps].filter((plan) => plan !== null);
  }

  /** @returns {Plan|null} */
  get #roll() {
    const { texts } = this.host;
    if (!this.scene.select) return null;
    const { must, may } = this.scene.select;
    const dice = [...must, ...may.filter((die) => this.#along.has(die))].sort();
    const label = dice.length < 6 ? count(texts.roll, dice.length) : texts.roll_all;
    return { label, actions: [`select ${dice.join(" ")}`], toss: dice, key: "R" };
  }

  /** @returns {Plan|null} */
  get #again() {
    const { decide, cast } = this.scene;
    return decide && { ...decide.reroll, actions: [decide.reroll.action], toss: cast };
  }

  /** @param {number[]} numbers */
  toss(numbers) {
    scatter(numbers.map((n) => this.#die(n)));
  }

  // ---- drawing

  redraw() {
    this.#drawHill(this.now);
    this.#drawActions();
    this.#drawMountain();
    this.#drawBoards();
  }

  /** @param {Now<DiangleScene>} now */
  #drawHill({ scene, table, seat, mine }) {
    this.hill.className = `hill look ${dress(table, seat)}`;
    this.hill.setAttribute("aria-label", this.host.words.dice);
    const loose = scene.loose.filter((die) => die.face || this.#die(die.die).inAir || flying(scene));
    const beside = h(
      "div.loose",
      {},
      loose.map((die) => this.#looseDie(die, mine)),
    );
    const rows = scene.rows.map((row) => this.#row(row, mine));
    keepFocus(this.hill, "key", () => put(this.hill, rows, beside));
  }

  /** @param {ShownDie} die @param {string} lean */
  #face(die, lean) {
    const element = this.#die(die.die);
    if (!element.inAir) element.face = die.face;
    element.style.setProperty("--lean", lean);
    return element;
  }

  /** @param {Row} row @param {boolean} mine */
  #row(row, mine) {
    const { texts } = this.host;
    if (row.number === null)
      return h("div.rw.gone", {}, h("span.lv", {}, "–"), h("span.sl"), h("span.ok", {}, row.note));
    const chosen = this.#loose(this.#chosen);
    const place = chosen?.places.find((one) => one.row === row.row);
    const taken = row.dice.map((die) => this.#square(die, row, mine));
    const free = Array.from({ length: row.size - row.dice.length }, (_, i) => {
      if (!chosen || !place || i) return h("span.slot");
      const label = fill(texts.place_in, { face: chosen.name, row: row.row });
      return h(
        "button.slot.want",
        {
          type: "button",
          "data-key": `w${row.row}`,
          "aria-label": label,
          onclick: () => this.do({ actions: [place.action] }),
        },
        String(row.number),
      );
    });
    const note = h("span.ok", {}, row.filled ? h("i", {}, icon("check")) : null, row.note);
    return h(
      `div.rw${row.filled ? ".filled" : ""}`,
      { role: "group", "aria-label": fill(texts.row, { row: row.row, number: row.number }) },
      h("span.lv", {}, String(row.number)),
      h("span.sl", {}, taken, free),
      note,
    );
  }

  /** @param {Placed} die @param {Row} row @param {boolean} mine */
  #square(die, row, mine) {
    const { texts } = this.host;
    const along = this.#along.has(die.die);
    const can = mine && !this.busy && (die.lift || this.scene.select?.may.includes(die.die));
    const told = [
      fill(texts.die, { die: die.die, face: die.name }),
      this.scene.select && (along ? texts.rolls_along : texts.stays),
    ];
    const label = die.lift ? fill(texts.lift, { face: die.name, row: row.row }) : told.filter(Boolean).join(", ");
    const props = {
      type: "button",
      "data-key": `d${die.die}`,
      "data-laid": "",
      "aria-label": label,
      "aria-disabled": String(!can),
      onclick: () => this.#pressPlaced(die),
    };
    return h(
      `button.slot.has${along ? ".along" : ""}`,
      { ...props, "aria-pressed": this.scene.select ? String(along) : null },
      this.#face(die, along ? "8deg" : "0deg"),
    );
  }

  /** @param {Loose} die @param {boolean} mine */
  #looseDie(die, mine) {
    const { texts } = this.host;
    const can = mine && !this.busy && die.places.length > 0;
    const label = [
      fill(texts.die, { die: die.die, face: die.name || "–" }),
      die.cast && die.face && texts.just_rolled,
      die.note,
    ]
      .filter(Boolean)
      .join(", ");
    const note = die.note || (die.red ? die.name : "");
    const props = {
      type: "button",
      "data-key": `d${die.die}`,
      "aria-label": label,
      "aria-pressed": String(this.#chosen === die.die),
      "aria-disabled": String(!can),
      onclick: () => this.#pressLoose(die),
    };
    return h(
      `button.one${this.#chosen === die.die ? ".sel" : ""}${can ? ".fits" : ""}`,
      props,
      this.#face(die, `${LEAN[die.die - 1]}deg`),
      h("span.nm", { "aria-hidden": "true" }, note),
    );
  }

  #drawActions() {
    this.drawMain(({ way, key }) => [way ? h("span.way", {}, way) : null, keycap(key)]);
    const others = this.free ? this.#plans.slice(1) : [];
    put(
      this.more,
      others.map((plan) =>
        h(
          "button.btn",
          { type: "button", onclick: () => this.do(plan) },
          plan.label,
          plan.way ? h("span.way", {}, plan.way) : null,
        ),
      ),
    );
  }

  #drawMountain() {
    const { texts } = this.host;
    const { table, scene, seat } = this.now;
    const signature = JSON.stringify([scene.track, scene.pins, seat, table.seats.map((one) => one.name)]);
    if (signature === this.signature) return;
    this.signature = signature;
    const told = scene.pins.map((pin, at) => `${table.seats[at].name}: ${pin.text}`);
    const legend = scene.pins.map((pin, at) =>
      h(`span${at === seat ? ".on" : ""}`, {}, avatar(table.seats[at]), `${table.seats[at].name}: ${pin.text}`),
    );
    put(
      this.mountain,
      mountain(scene, seat, table.seats, `${texts.track}: ${told.join("; ")}`),
      h("div.leg", { "aria-hidden": "true" }, legend),
    );
  }

  /** What the others have on their boards, in small. */
  #drawBoards() {
    const { table, scene, seat } = this.now;
    const others = scene.boards.map((board, at) => ({ board, at })).filter(({ at }) => at !== seat);
    put(
      this.boards,
      others.map(({ board, at }) =>
        h(
          `div.board.${dress(table, at)}`,
          { role: "group", "aria-label": fill(this.host.texts.board_of, { name: table.seats[at].name }) },
          h("b", {}, avatar(table.seats[at]), h("span", {}, table.seats[at].name)),
          board.rows
            .map((row, i) => ({ row, i }))
            .toReversed()
            .filter(({ i }) => board.numbers[i] !== null)
            .map(({ row, i }) =>
              h(
                "span.r",
                {},
                h("i", {}, String(board.numbers[i])),
                row.map(([die, face]) => mini(die, face, String(face))),
                Array.from({ length: board.sizes[i] - row.length }, () => h("u")),
              ),
            ),
        ),
      ),
    );
  }
}

const flying = (/** @type {DiangleScene} */ scene) => scene.phase === "rolling" || scene.phase === "rerolling";

/** @param {DiangleScene} scene @param {number} number */
const faceOf = (scene, number) => scene.loose.find((die) => die.die === number)?.face ?? 0;

/**
 * The track as a mountain: where everybody stands, what is behind, and which three levels the rows work on.
 * @param {DiangleScene} scene
 * @param {number} seat
 * @param {Seat[]} seats
 * @param {string} label
 */
function mountain(scene, seat, seats, label) {
  const { track, pins } = scene;
  const top = Math.max(...track);
  const x = (/** @type {number} */ i) => 20 + (i * 300) / Math.max(1, track.length - 1);
  const y = (/** @type {number} */ i) => 104 - ((track[i] - 1) * 75) / Math.max(1, top - 1);
  const line = track.map((_, i) => `${x(i)} ${y(i)}`);
  const here = pins[seat];
  const squares = track.map((number, i) => {
    const kind = here.finished || i < here.level ? "past" : i < here.level + scene.rows.length ? "work" : "ahead";
    return s(
      "g",
      { class: kind },
      s("rect", { x: x(i) - 10, y: y(i) - 10, width: 20, height: 20, rx: 5.5 }),
      text(x(i), y(i) + 5.2, number),
    );
  });
  // over their level, at most two side by side where another level is near
  const markers = track.flatMap((number, level) => {
    const there = seats.filter((_, at) => pins[at].level === level);
    const wide = number === top ? there.length : 2;
    return there.map((one, i) => {
      const above = Math.floor(i / wide);
      const beside = Math.min(wide, there.length - above * wide);
      return marker(one, x(level) + ((i % wide) - (beside - 1) / 2) * 19, y(level) - 22 - above * 20);
    });
  });
  const ground = s("path", {
    class: "ground",
    d: `M4 118 L${track.map((_, i) => `${x(i)} ${y(i) + 9}`).join(" L")} L336 118Z`,
  });
  const path = s("path", { class: "way", d: `M${line.join(" L")}` });
  return s("svg", { viewBox: "0 -14 340 134", role: "img", "aria-label": label }, ground, path, ...squares, ...markers);
}

/** @param {number} x @param {number} y @param {string|number} content */
function text(x, y, content) {
  const element = s("text", { x, y, "text-anchor": "middle" });
  element.textContent = String(content);
  return element;
}

/** @type {Record<string, () => SVGElement>} */
const SHAPE = {
  disc: () => s("circle", { r: 9.5 }),
  square: () => s("rect", { x: -9.5, y: -9.5, width: 19, height: 19, rx: 5 }),
  diamond: () => s("path", { d: "M0 -11L11 0L0 11L-11 0Z" }),
  hexagon: () => s("path", { d: "M-5 -9H5L10 0L5 9H-5L-10 0Z" }),
};

/** A seat's pin: its shape and letter. @param {Seat} seat @param {number} x @param {number} y */
function marker(seat, x, y) {
  const shape = (SHAPE[seat.shape] ?? SHAPE.disc)();
  return s(
    "g",
    { class: `pin ${seat.shape}`, transform: `translate(${x} ${y})` },
    shape,
    text(0, 4.8, [...(seat.name || "?")][0].toUpperCase()),
  );
}
