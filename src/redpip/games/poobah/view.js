/**
 * Grand Poobah on the page. Everything legal, every preview and every sentence comes with the scene (page.py beside
 * this file); here it is only drawn and chosen from. What a view is: static/js/view.js.
 */
import { scatter } from "/static/js/die.js";
import { h, put, sound } from "/static/js/dom.js";
import { FlipSlip } from "/static/js/flip.js";
import { mini } from "/static/js/mini.js";
import { count, fill } from "/static/js/phrases.js";
import { avatar, dress } from "/static/js/seats.js";
import "/static/js/tray.js";
import { GameView, wear } from "/static/js/view.js";

/** @import {Die, Flip, PoobahScene} from "./page" */

const SETS = ["set-far", "set-slate"]; // honey is for the scoring dice
const READ = 1100; // ms to see what the scoring dice paid

await wear(import.meta.url);

/** @extends {GameView<PoobahScene>} */
export class View extends GameView {
  /** @type {Set<number>} dice chosen to be rolled */
  #floor = new Set();
  /** @type {number|null} the die whose slip is open */
  #turning = null;

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.scoring = [1, 2, 3, 4, 5, 6].map((n) => {
      const die = h("rp-die", { n, face: 0 });
      const [pays, who] = [h("b.pays"), h("span.who")];
      return { n, die, pays, who, cell: h("li", {}, die, pays, who) };
    });
    this.court = h(
      "ol.court.look.low.set-honey",
      {},
      this.scoring.map(({ cell }) => cell),
    );
    this.tray = h("rp-tray");
    this.slip = new FlipSlip((face) => this.#turn(face));
    this.none = h("button.btn", { type: "button", id: "none" });
    host.stage.append(
      this.court,
      h("div.turning", {}, this.tray, this.slip.element),
      h("div.act", {}, this.main, this.none, this.undo, host.beside),
    );
    this.race = h("ol.race");
    this.counts = h("div.counts");
    host.pad.append(h("div.card.poobah-pad.low", {}, this.race, this.counts));
    this.tray.addEventListener("die", ({ detail }) => this.#pressed(detail.die));
    this.none.onclick = () => this.scene.roll?.none && this.do({ actions: [this.scene.roll.none] });
  }

  // ---- what the table asks for

  /** @param {Now<PoobahScene>} now */
  draw(now) {
    const was = this.now;
    this.now = now;
    if (!was || was.seat !== now.seat || was.scene.phase !== now.scene.phase) this.#floor = new Set(fallen(now.scene));
    if (!now.mine || !this.#flips(this.#turning)) this.#turning = null;
    this.redraw();
  }

  /** @param {Now<PoobahScene>} was @param {Now<PoobahScene>} now */
  async play(was, now) {
    const [before, after] = [was.scene, now.scene];
    if (after.phase === "rolling") {
      if (!now.mine) await this.pause(350);
      this.#floor = new Set(fallen(after));
      this.tray.toss(fallen(after));
    } else if (before.phase === "rolling") {
      await this.tray.land(after.dice.filter((die) => die.cast).map((die) => [die.die, die.face]));
    } else if (before.phase === "change" && after.phase === "change") {
      const turned = after.dice.filter((die, i) => die.face !== before.dice[i].face);
      if (!now.mine) await this.pause(350);
      await Promise.all(turned.map((die) => this.tray.flip(die.die, die.face)));
    } else if (after.phase === "score") this.#toss();
    else if (before.phase === "score") await this.#land(now);
  }

  #toss() {
    this.court.classList.remove("waits");
    scatter(this.#here.map(({ die }) => die));
  }

  /** @param {Now<PoobahScene>} now */
  async #land(now) {
    this.#toss();
    await Promise.all(this.#here.map(({ n, die }, i) => die.land(now.scene.scoring[n - 1].face, i * 45)));
    this.#drawCourt(now);
    this.#drawRace(now, true);
    await this.pause(READ);
  }

  /** @param {PoobahScene} scene */
  strong(scene) {
    return scene.dice.filter((die) => die.red).map((die) => die.name);
  }

  keys() {
    const { words } = this.host;
    return [
      ["R", words.key_roll],
      ["1–6", words.key_dice],
      ["F", words.key_flip],
      ["Enter", this.label],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (key === "Escape" && this.#turning) return this.#close();
    if (!this.free) return false;
    if (/^[1-6]$/.test(key)) return this.#digit(Number(key));
    if (/^f$/i.test(key)) return this.#nextTurning();
    if (/^r$/i.test(key) && this.scene.roll) {
      this.go();
      return true;
    }
    return this.enter(event);
  }

  // ---- choosing

  begin() {
    this.#turning = null;
  }

  /** @param {number[]} dice */
  toss(dice) {
    this.tray.toss(dice);
  }

  /** The scoring dice that are in this game. */
  get #here() {
    return this.scoring.slice(0, this.scene.scoring.length);
  }

  /** @param {number|null} number */
  #die(number) {
    return this.scene.dice.find((die) => die.die === number);
  }

  /** @param {number|null} number */
  #flips(number) {
    return this.#die(number)?.flips ?? null;
  }

  /** @param {Die|undefined} die */
  #can(die) {
    if (!this.now.mine || this.busy || !die?.face) return false;
    return Boolean(die.flips || this.scene.roll?.any);
  }

  /** @param {number} number */
  #pressed(number) {
    const die = this.#die(number);
    if (!die || !this.#can(die)) return;
    if (die.flips) this.#turning = this.#turning === number ? null : number;
    else if (!this.#floor.delete(number)) this.#floor.add(number);
    sound("felt");
    this.redraw();
    if (this.#turning) this.slip.show();
  }

  /** @param {number} number */
  #digit(number) {
    const flip = this.#flips(this.#turning)?.find((one) => one.face === number);
    if (flip) this.#turn(flip);
    else if (this.#can(this.#die(number))) this.#pressed(number);
    else this.tray.refuse(number);
    return true;
  }

  #nextTurning() {
    const red = this.scene.dice.filter((die) => die.flips).map((die) => die.die);
    if (!red.length) return false;
    this.#turning = red[(red.indexOf(this.#turning ?? 0) + 1) % red.length];
    this.redraw();
    this.slip.show();
    return true;
  }

  /** Turns the die whose slip is open, or lets it stay. @param {{action: string|null}} face */
  #turn(face) {
    if (face.action) this.do({ actions: [face.action] });
    else this.#close();
  }

  #close() {
    this.#turning = null;
    this.redraw();
    return true;
  }

  /** What the main button would do now. */
  get plan() {
    const { texts } = this.host;
    const { roll, done, dice } = this.scene;
    if (done) return { label: done.label, actions: [done.action], key: "↵" };
    if (!roll) return null;
    const chosen = roll.any ? dice.map((die) => die.die).filter((die) => this.#floor.has(die)) : roll.dice;
    if (!chosen.length) return { label: texts.choose_dice };
    const label = chosen.length < dice.length ? count(texts.roll, chosen.length) : texts.roll_all;
    return { label, actions: [`roll ${chosen.join(" ")}`], toss: chosen, key: "R" };
  }

  // ---- drawing

  redraw() {
    this.#drawCourt(this.now);
    this.#drawTray();
    this.#drawSlip();
    this.#drawActions();
    this.#drawRace(this.now, false);
    this.#drawCounts();
  }

  /**
   * The scoring dice as they lie: what each pays, and who has the most of its number now.
   * @param {Now<PoobahScene>} now
   */
  #drawCourt({ scene, table }) {
    const { texts } = this.host;
    this.court.setAttribute("aria-label", texts.scoring_dice);
    this.court.classList.toggle("waits", !scene.scored);
    for (const { n, die, pays, who, cell } of this.scoring) {
      const facts = scene.scoring[n - 1];
      cell.hidden = !facts;
      if (!facts) continue;
      if (!die.inAir) die.face = facts.face;
      if (!facts.face) continue;
      put(pays, String(facts.pays), facts.tag ? h("small", {}, facts.tag) : null);
      put(who, facts.leads.length ? facts.leads.map((seat) => avatar(table.seats[seat])) : texts.nobody);
      const names = facts.leads.map((seat) => table.seats[seat].name).join(", ") || texts.nobody;
      cell.setAttribute(
        "aria-label",
        `${fill(texts.scoring_die, { die: n, face: facts.name, points: facts.pays })}: ${names}`,
      );
    }
  }

  #drawTray() {
    const { texts } = this.host;
    const { table, seat } = this.now;
    const dice = this.scene.dice.map((die) => {
      const told = [
        fill(texts.die, { die: die.die, face: die.name || "–" }),
        die.cast && die.face && texts.just_rolled,
        die.flips && texts.can_turn,
      ];
      return {
        ...die,
        label: told.filter(Boolean).join(", "),
        kept: Boolean(die.face) && !this.#floor.has(die.die),
        can: this.#can(die),
        turns: Boolean(die.flips) && !this.busy,
        selected: this.#turning === die.die,
      };
    });
    const lean = this.scene.race.reduce((sum, one) => sum + one.score, 0);
    this.tray.draw({ dice, kept: texts.kept, label: this.host.words.dice, set: dress(table, seat, SETS), lean });
  }

  #drawSlip() {
    const die = this.#die(this.#turning);
    if (!die?.flips) return this.slip.hide();
    const { texts } = this.host;
    this.slip.draw({
      die: die.die,
      at: this.tray.middle(die.die),
      title: fill(texts.turn_into, { face: die.name }),
      about: texts.after_turning,
      stay: texts.stay_red,
      faces: die.flips.map((flip) => ({ ...flip, worth: `${flip.count}×`, label: this.#flipLabel(flip) })),
    });
  }

  /** @param {Flip} flip */
  #flipLabel({ face, count, text, action }) {
    const { texts } = this.host;
    const told = `${action ? face : texts.stay_red}, ${texts.after_turning}: ${count}`;
    return text ? `${told}, ${text}` : told;
  }

  #drawActions() {
    this.drawMain();
    this.none.hidden = !(this.free && this.scene.roll?.none);
    this.none.textContent = this.host.texts.roll_none;
  }

  /**
   * A bar for each player on the way to the target, with the hand in small.
   * @param {Now<PoobahScene>} now
   * @param {boolean} fresh
   */
  #drawRace({ scene, table }, fresh) {
    const { texts } = this.host;
    this.race.setAttribute("aria-label", fill(texts.race, { target: scene.target }));
    const runners = scene.race.map((one, seat) => {
      const hand = h(
        `span.hand.${dress(table, seat, SETS)}`,
        { "aria-hidden": "true" },
        one.hand.map(([die, face]) => mini(die, face)),
      );
      const run = h("i");
      run.style.width = `${100 * one.part}%`;
      const bar = h(
        "span.bar100",
        { role: "img", "aria-label": fill(texts.points, { score: one.score, target: scene.target }) },
        run,
      );
      const gain = one.gain
        ? h(`small.gain${fresh ? ".stamp" : ""}`, {}, `+${one.gain}`, h("span", {}, ` ${texts.last_time}`))
        : null;
      return h(
        `li${one.active ? "" : ".gone"}`,
        {},
        avatar(table.seats[seat]),
        h("span.n", {}, table.seats[seat].name),
        hand,
        h("span.sc", {}, gain, h("b.num", {}, String(one.score))),
        bar,
      );
    });
    put(this.race, runners);
  }

  /** How many of each number everybody has; the most of a number stand in ink. */
  #drawCounts() {
    const { texts } = this.host;
    const { table, scene } = this.now;
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, h("span.sr", {}, texts.number)),
      scene.numbers.map(({ number }) => h("th", { scope: "col" }, String(number))),
    );
    const rows = scene.race.map((_, seat) =>
      h(
        `tr${seat === table.me ? ".me" : ""}`,
        {},
        h("th", { scope: "row" }, avatar(table.seats[seat]), h("span.sr", {}, table.seats[seat].name)),
        scene.numbers.map(({ counts, leads }) =>
          h(`td${leads.includes(seat) ? ".lead" : ""}`, {}, counts[seat] ? String(counts[seat]) : "·"),
        ),
      ),
    );
    put(this.counts, h("table", {}, h("caption", {}, texts.hands), h("thead", {}, head), h("tbody", {}, rows)));
  }
}

/** The dice of this turn's roll. */
const fallen = (/** @type {PoobahScene} */ scene) => scene.dice.filter((die) => die.cast).map((die) => die.die);
