/**
 * Spicy Dice and Chili Dice on the page. Everything legal, every preview and every sentence comes with the scene
 * (page.py beside this file); here it is only drawn and chosen from.
 * What a view is: static/js/view.js.
 */
import { burst, h, put, same, sound } from "/static/js/dom.js";
import { FlipSlip } from "/static/js/flip.js";
import { mini } from "/static/js/mini.js";
import { count, fill } from "/static/js/phrases.js";
import "/static/js/rolls.js";
import { dress } from "/static/js/seats.js";
import "/static/js/sheet.js";
import "/static/js/tray.js";
import { GameView, keycap } from "/static/js/view.js";

/** @import {Box, Die, SpicyScene} from "./page" */

/** @extends {GameView<SpicyScene>} */
export class View extends GameView {
  /** @type {Set<number>} dice on the shelf */
  #kept = new Set();
  /** @type {string|null} the box chosen but not written */
  #box = null;
  /** @type {number[]} the dice declared for it */
  #used = [];
  /** @type {number|null} the die whose flip slip is open */
  #turning = null;
  /** @type {number|null} */
  #watched = null;
  #fresh = ""; // the box just written, "seat box"

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.tray = h("rp-tray");
    this.slip = new FlipSlip((face) => this.#turn(face));
    this.note = h("p.note", { hidden: true });
    this.rolls = h("rp-rolls");
    this.left = h("div.left");
    this.sheet = h("rp-sheet");
    host.stage.append(
      h("div.turning", {}, this.tray, this.slip.element),
      this.note,
      h("div.rolls", {}, this.rolls, this.left),
      h("div.act", {}, this.main, this.undo, host.beside),
    );
    host.pad.append(this.sheet);
    this.tray.addEventListener("die", ({ detail }) => this.#pressed(detail.die));
    this.sheet.addEventListener("box", ({ detail }) => this.#choose(detail.key, detail.by));
  }

  // ---- what the table asks for

  /** @param {Now<SpicyScene>} now */
  draw(now) {
    const was = this.now;
    this.now = now;
    const moved = !was || was.seat !== now.seat || was.scene.rolls.used !== now.scene.rolls.used;
    if (moved) this.tray.settle();
    if (moved || !now.mine || waiting(was.scene) !== waiting(now.scene)) this.#kept = shelf(now.scene);
    if (moved || !now.mine || !this.scene.boxes.some((box) => box.box === this.#box && offers(box))) this.#unchoose();
    if (!now.mine || !this.#turns(this.#turning)) this.#turning = null;
    this.redraw();
  }

  /** @param {Now<SpicyScene>} was @param {Now<SpicyScene>} now */
  async play(was, now) {
    const still = was.seat === now.seat;
    const before = new Map(was.scene.dice.map((die) => [die.die, die.face]));
    const cast = now.scene.dice.filter((die) => die.cast);
    const written = was.scene.cards[was.seat].points;
    const wrote = now.scene.cards[was.seat].points.findIndex((points, i) => points !== written[i]);
    if (still && now.scene.rolls.used > was.scene.rolls.used) {
      this.#turning = null;
      this.#drawSlip();
      await this.tray.land(cast.map((die) => [die.die, die.face]));
      if (now.scene.pepper) burst(this.tray);
      if (!now.mine) this.#after = 450;
    } else if (wrote >= 0) {
      this.#fresh = `${was.seat} ${now.scene.boxes[wrote].box}`;
      if (!was.mine) await this.pause(500);
    } else if (still && cast.length && cast.some((die) => before.get(die.die) !== die.face)) {
      const turned = cast.filter((die) => before.get(die.die) !== die.face);
      if (now.mine) for (const die of turned) this.#kept.add(die.die);
      await Promise.all(turned.map((die) => this.tray.flip(die.die, die.face)));
      if (!now.mine) this.#after = 350;
      if (now.scene.pepper) burst(this.tray);
    } else if (rolling(now.scene)) {
      const thrown = cast.map((die) => die.die);
      if (!now.mine) await this.pause(this.#after);
      this.#kept = shelf(now.scene);
      this.tray.toss(thrown);
    }
  }

  #after = 250;

  /** @param {SpicyScene} scene */
  strong(scene) {
    return scene.dice.filter((die) => die.red).map((die) => die.name);
  }

  /** @param {number} seat */
  watch(seat) {
    this.#watched = this.#watched === seat ? null : seat;
    if (this.now) this.redraw();
    return this.#shown;
  }

  keys() {
    const { words } = this.host;
    return [
      ["R", words.key_roll],
      ["1–6", words.key_dice],
      ["F", words.key_flip],
      ["↑ ↓", words.key_boxes],
      ["Enter", words.key_enter],
      ["U", words.undo],
      ["Esc", words.key_escape],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (key === "Escape" && (this.#turning || this.#box)) return this.#back();
    if (key === "ArrowDown" || key === "ArrowUp") return this.sheet.enter(key === "ArrowUp");
    if (!this.free) return false;
    if (/^[1-6]$/.test(key)) return this.#digit(Number(key));
    if (key === "f" || key === "F") return this.#nextTurning();
    if (key === "r" || key === "R") {
      this.#unchoose();
      this.redraw();
      this.go();
      return true;
    }
    return false;
  }

  // ---- choosing

  begin() {
    this.#turning = null;
  }

  /** @param {number[]} dice */
  toss(dice) {
    this.tray.toss(dice);
  }

  get #shown() {
    const { table, seat } = this.now;
    return this.#watched ?? table.me ?? seat;
  }

  /** Dice that a press of the main button would roll. */
  get #floor() {
    const { roll, hold, dice } = this.scene;
    if (!roll) return [];
    return roll.any || hold ? dice.filter((die) => !this.#kept.has(die.die)).map((die) => die.die) : roll.dice;
  }

  /** @param {number|null} number */
  #die(number) {
    return this.scene.dice.find((die) => die.die === number);
  }

  /** @param {number|null} number */
  #turns(number) {
    return this.#die(number)?.flips ?? null;
  }

  get #chosen() {
    return this.scene.boxes.find((box) => box.box === this.#box);
  }

  /** May this die be moved between shelf and floor, or be declared? @param {Die} die */
  #can(die) {
    const { roll, hold } = this.scene;
    if (!this.now.mine || this.busy || !die.face) return false;
    if (this.#ways) return true;
    return hold ? hold.dice.includes(die.die) : Boolean(roll?.any || die.flips);
  }

  /** The ways of declaring dice for the chosen box, in games that declare them. */
  get #ways() {
    return this.#chosen?.uses ?? null;
  }

  /** @param {number} number */
  #pressed(number) {
    const die = this.#die(number);
    if (!die || !this.#can(die)) return;
    if (this.#ways && this.#declare(number)) return;
    this.#unchoose();
    this.#move(number);
    this.#turning = die.flips && this.#kept.has(number) && this.#turning !== number ? number : null;
    this.redraw();
    if (this.#turning) this.slip.show();
  }

  /** @param {number} number */
  #move(number) {
    const { hold } = this.scene;
    if (hold && this.#kept.size >= hold.most && !this.#kept.has(number)) return this.tray.refuse(number);
    if (!this.#kept.delete(number)) this.#kept.add(number);
    sound("felt");
  }

  /** Takes a die out of the declared ones or back in. @param {number} number */
  #declare(number) {
    const box = this.#chosen;
    const wanted = this.#used.includes(number) ? this.#used.filter((die) => die !== number) : [...this.#used, number];
    const way = box?.uses?.find((one) => same(one.dice, wanted));
    if (!way) {
      if (!box?.uses || !box.used?.includes(number)) return false;
      this.tray.refuse(number);
      return true;
    }
    this.#used = way.dice;
    this.redraw();
    return true;
  }

  /** @param {number} number */
  #digit(number) {
    const die = this.#die(number);
    if (this.#turning) {
      const face = this.#turns(this.#turning)?.find((one) => one.face === number);
      if (face) this.#turn(face);
    } else if (die && this.#can(die)) {
      if (!(this.#ways && this.#declare(number))) {
        this.#unchoose();
        this.#move(number);
        this.redraw();
      }
    } else this.tray.refuse(number);
    return true;
  }

  #nextTurning() {
    const red = this.scene.dice.filter((die) => die.flips).map((die) => die.die);
    if (!red.length) return false;
    this.#unchoose();
    this.#turning = red[(red.indexOf(this.#turning ?? 0) + 1) % red.length];
    this.redraw();
    this.slip.show();
    return true;
  }

  /** @param {string} key @param {"key" | "tap"} by */
  #choose(key, by) {
    if (this.busy) return;
    this.#turning = null;
    if (this.#box === key) this.#unchoose();
    else {
      this.#box = key;
      this.#used = declared(this.#chosen);
    }
    this.redraw();
    if (this.#box && by === "key") this.main.focus();
  }

  #unchoose() {
    this.#box = null;
    this.#used = [];
  }

  #back() {
    this.#turning = null;
    this.#unchoose();
    this.redraw();
    return true;
  }

  /** What the main button would do now: its words, its actions and the dice in the air. @returns {Plan|null} */
  get plan() {
    const { texts, words } = this.host;
    const { roll, hold, dice } = this.scene;
    const box = this.#chosen;
    if (box?.waive) return { label: fill(texts.waive, { box: box.name }), actions: [box.waive], key: "↵" };
    if (box?.points !== undefined) {
      const way = box.uses?.find((one) => same(one.dice, this.#used)) ?? box;
      const action = box.uses && same(this.#used, declared(box)) ? box.action : way.action;
      return { label: fill(texts.write, { points: way.points, box: box.name }), actions: [action], key: "↵" };
    }
    const floor = this.#floor;
    const held = hold ? dice.map((die) => die.die).filter((die) => this.#kept.has(die)) : [];
    if (held.length) {
      const hands = `hold ${held.join(" ")}`;
      if (!floor.length) return { label: words.hold_all, actions: [hands], key: "↵" };
      return {
        label: count(texts.hold, held.length),
        actions: [hands, `roll ${floor.join(" ")}`],
        toss: floor,
        key: "R",
      };
    }
    if (!roll) return null;
    if (!floor.length) return { label: texts.choose_dice };
    const label = roll.any || floor.length < dice.length ? count(texts.roll, floor.length) : texts.roll_all;
    return { label, actions: [`roll ${floor.join(" ")}`], toss: floor, key: "R" };
  }

  // ---- drawing

  redraw() {
    this.#drawTray();
    this.#drawSlip();
    this.#drawNote();
    this.#drawMarks();
    this.#drawActions();
    this.#drawSheet();
  }

  #drawTray() {
    const { texts } = this.host;
    const { table, seat } = this.now;
    const used = this.#ways ? this.#used : [];
    const dice = this.scene.dice.map((die) => {
      const told = [
        fill(texts.die, { die: die.die, face: die.name || "–" }),
        die.cast && die.face && texts.just_rolled,
        die.flips && texts.can_turn,
      ];
      return {
        ...die,
        label: told.filter(Boolean).join(", "),
        kept: this.#kept.has(die.die),
        can: this.#can(die),
        turns: Boolean(die.flips) && !this.busy,
        selected: this.#turning === die.die,
        counts: used.includes(die.die),
      };
    });
    const set = dress(table, seat);
    this.tray.draw({
      dice,
      kept: this.scene.hold ? texts.held : texts.kept,
      label: this.host.words.dice,
      set,
      lean: this.scene.rolls.used,
    });
  }

  #drawSlip() {
    const die = this.#die(this.#turning);
    if (!die?.flips) return this.slip.hide();
    const { texts } = this.host;
    this.slip.draw({
      die: die.die,
      at: this.tray.middle(die.die),
      title: fill(texts.turn_into, { face: die.name }),
      about: texts.best_after,
      stay: texts.stay_red,
      faces: die.flips.map((flip) => ({
        ...flip,
        worth: String(flip.points),
        label: `${flip.action ? flip.face : texts.stay_red}, ${texts.best_after}: ${flip.points}`,
      })),
    });
  }

  /** Turns the die whose slip is open, or lets it stay. @param {{action: string|null}} face */
  #turn(face) {
    if (face.action) this.do({ actions: [face.action] }, this.tray);
    else this.#stay();
  }

  #stay() {
    if (!this.#turning) return;
    this.#kept.add(this.#turning);
    this.tray.focusDie(this.#turning);
    this.#turning = null;
    this.redraw();
  }

  #drawNote() {
    const { texts } = this.host;
    const declares = (this.#ways?.length ?? 0) > 1;
    const text = !this.now.mine ? "" : declares ? texts.use_hint : this.scene.hold ? texts.hold_hint : "";
    this.note.hidden = !text;
    this.note.textContent = text;
  }

  #drawMarks() {
    const { rolls } = this.scene;
    this.rolls.draw(rolls, fill(this.host.texts.rolls_used, { used: rolls.used, rolls: rolls.total }));
    put(this.left, h("b.num", {}, String(rolls.left)), h("span", {}, ` ${rolls.text}`), h("span.each", {}, rolls.note));
  }

  get waits() {
    return this.now.mine ? this.host.texts.choose_dice : super.waits;
  }

  #drawActions() {
    const busy = this.busy || (this.now.mine && rolling(this.scene));
    this.drawMain(({ toss, key }) => {
      const rolled = this.scene.dice.filter((die) => toss?.includes(die.die) && die.face);
      return keycap(key, rolled.length < 6 ? rolled.map((die) => mini(die.die, die.face)) : []);
    }, busy);
  }

  #drawSheet() {
    const { texts } = this.host;
    const { table, mine, seat } = this.now;
    const scene = this.scene;
    const columns = table.seats.map((one) => ({
      name: one.name,
      shape: one.shape,
      mine: one.seat === (table.me ?? -1),
    }));
    const rows = scene.boxes.map((box, i) => ({
      key: box.box,
      name: box.name,
      hint: box.hint,
      number: Number(box.box) || 0,
      cells: scene.cards.map((card, column) =>
        this.#cell(box, card.points[i], column === seat, mine && column === seat, `${column} ${box.box}`),
      ),
    }));
    const totals = {
      name: texts.total,
      hint: table.phase === "over" ? "" : texts.before_bonus,
      cells: scene.cards.map((card) => String(card.total)),
      total: true,
    };
    const bonus = {
      name: texts.bonus,
      hint: "",
      cells: scene.cards.map((card) => (card.bonus === null ? "" : String(card.bonus))),
    };
    const feet = scene.cards.some((card) => card.bonus !== null) ? [bonus, totals] : [totals];
    const column = this.#shown;
    const title =
      column === table.me ? texts.your_sheet : fill(texts.sheet_of, { name: table.seats[column]?.name ?? "" });
    this.sheet.draw({
      columns,
      rows,
      feet,
      caption: texts.your_sheet,
      head: texts.box,
      pad: { column, title, total: String(scene.cards[column]?.total ?? 0) },
    });
  }

  /**
   * @param {Box} box
   * @param {number|null} written
   * @param {boolean} moves
   * @param {boolean} mine
   * @param {string} place
   * @returns {import("/static/js/sheet.js").Cell}
   */
  #cell(box, written, moves, mine, place) {
    if (written !== null) return { kind: "ink", text: String(written), fresh: this.#fresh === place };
    const chosen = this.#box === box.box;
    const hint = box.hint ? ` (${box.hint})` : "";
    if (mine && box.waive)
      return {
        kind: "open",
        text: "0",
        zero: true,
        chosen,
        label: fill(this.host.texts.waive, { box: box.name + hint }),
      };
    if (!moves || box.points === undefined) return { kind: "none", text: "" };
    const points =
      (chosen && box.uses?.find((one) => same(one.dice, this.#used))?.points) || (chosen && box.uses ? 0 : box.points);
    const facts = {
      text: String(points),
      tag: box.tag,
      red: box.doubled && box.tag.includes("×2"),
      zero: points === 0,
      best: box.best,
    };
    if (!mine) return { ...facts, kind: "pencil" };
    const label = [fill(this.host.texts.write, { points, box: box.name + hint }), box.tag].filter(Boolean).join(", ");
    return { ...facts, kind: "open", chosen, label };
  }
}

/** The dice have left the hand and have not landed. */
const rolling = (/** @type {SpicyScene} */ scene) =>
  scene.dice.some((die) => die.cast) && !scene.boxes.some((box) => "points" in box);

/** Before the first roll of a turn. */
const waiting = (/** @type {SpicyScene} */ scene) => !scene.dice.some((die) => die.cast);

const offers = (/** @type {Box} */ box) => "points" in box || "waive" in box;

/** The dice that a box takes where nobody says otherwise. @param {Box|undefined} box */
const declared = (box) => (box?.points !== undefined && box.used) || [];

/**
 * Which dice lie on the shelf when nobody has touched them: those that were not rolled last.
 * @param {SpicyScene} scene
 */
function shelf(scene) {
  const cast = scene.dice.filter((die) => die.cast).map((die) => die.die);
  const due = cast.length
    ? cast
    : scene.roll && !scene.roll.any && !scene.hold
      ? scene.roll.dice
      : scene.dice.map((die) => die.die);
  return new Set(scene.dice.map((die) => die.die).filter((die) => !due.includes(die)));
}
