/**
 * Perfecto on the page. Everything legal, every chance and every sentence comes with the scene (page.py beside this
 * file); here it is only drawn and chosen from. What a view is: static/js/view.js.
 */
import { scatter } from "/static/js/die.js";
import { h, keepFocus, memory, put, shake, sound, still } from "/static/js/dom.js";
import { mini } from "/static/js/mini.js";
import { count, fill, percent } from "/static/js/phrases.js";
import { avatar, dress } from "/static/js/seats.js";
import { slip } from "/static/js/slip.js";
import { GameView, wear } from "/static/js/view.js";
import { Ladder } from "./ladder.js";
import { Showdown } from "./showdown.js";

/** @import {CupDie, PerfectoScene} from "./page" */

const LEAN = [-4, 5, -7, 3, 6, -5];
const READ = 3000; // ms to look at a counted showdown

await wear(import.meta.url);

/** @extends {GameView<PerfectoScene>} */
export class View extends GameView {
  /** @type {Set<number>|null} dice to be rolled, while they are chosen */
  #picked = null;
  /** @type {number|null} the die that a sidestep would freeze */
  #frozen = null;
  #lifted = true; // may the dice under the cup be seen?

  /** @param {Host} host */
  constructor(host) {
    super(host);
    const { texts } = host;
    this.dice = [1, 2, 3, 4, 5, 6].map((n) => h("rp-die", { n, face: 0 }));
    this.stand = h("div.card.stand.look");
    this.showdown = new Showdown(texts);
    this.cup = h("section.cup.look", { "aria-label": texts.cup });
    this.know = h("p.know");
    this.odds = h("button.btn.small.odds-switch", { type: "button", onclick: () => this.#switchOdds() }, texts.odds);
    this.build = h("div.card.build");
    this.calls = h("div.calls");
    this.said = h("div.card.so");
    this.knows = h("div.knows", {}, this.know, this.odds);
    this.act = h("div.act", {}, this.main, this.undo, host.beside);
    host.stage.append(
      this.stand,
      this.showdown.element,
      this.cup,
      this.knows,
      this.build,
      this.act,
      this.calls,
      this.said,
    );
    this.ladder = new Ladder(texts, () => this.redraw());
    this.last = h("div.before");
    host.pad.append(this.ladder.element, this.last);
  }

  // ---- what the table asks for

  /** @param {Now<PerfectoScene>} now */
  draw(now) {
    const was = this.now;
    this.now = now;
    this.host.stage.classList.remove("shows");
    if (!was || was.table.me !== now.table.me) this.#lifted = now.table.mine.length < 2;
    if (!now.mine || !now.scene.roll) this.#picked = null;
    if (!now.scene.freeze?.includes(this.#frozen ?? 0)) this.#frozen = null;
    this.ladder.offer(now.scene, now.table, this.#lifted);
    this.redraw();
  }

  /** @param {Now<PerfectoScene>} was @param {Now<PerfectoScene>} now */
  async play(was, now) {
    const [before, after] = [was.scene, now.scene];
    if (after.fresh && after.showdown && before.bid) {
      this.stand.classList.add("none");
      this.build.hidden = true;
      put(this.stand);
      put(this.calls);
      this.host.stage.classList.add("shows");
      await this.showdown.play(after.showdown, now.table);
      await this.pause(READ);
    } else if (now.table.me === was.table.me && this.#lifted) await this.#land(before, after);
    else if (!was.mine && !still()) await this.pause(350);
  }

  hurry() {
    this.showdown.hurry();
    super.hurry();
  }

  keys() {
    const { texts, words } = this.host;
    return [
      ["↑ ↓ ← →", texts.ladder],
      ["Enter", texts.choose],
      ["R", texts.roll_first],
      ["1–6", texts.pick_dice],
      ["L", texts.lift],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.now || this.busy) return false;
    const { key } = event;
    if (/^l$/i.test(key) && this.now.scene.cup) return this.#lift();
    if (!this.now.mine) return false;
    if (key === "Escape" && this.#picked) return this.#pick(null);
    if (/^r$/i.test(key) && this.now.scene.roll) return this.#pick(this.#picked ? null : new Set());
    if (/^[1-6]$/.test(key)) return this.#press(Number(key));
    return !this.#picked && this.ladder.key(event);
  }

  // ---- choosing

  /** @param {Set<number>|null} dice */
  #pick(dice) {
    this.#picked = dice;
    if (dice) this.#lifted = true;
    this.redraw();
    return true;
  }

  #lift() {
    this.#lifted = !this.#lifted;
    this.redraw();
    return true;
  }

  /** Chances come from one's own dice: a closed cup hides them too. */
  get #odds() {
    return this.#lifted && showsOdds();
  }

  #switchOdds() {
    memory.set("odds", showsOdds() ? "off" : "on");
    this.redraw();
  }

  /** A die in the cup: to be rolled, or to be frozen. @param {number} number */
  #press(number) {
    const { scene } = this.now;
    if (this.#picked && scene.roll?.includes(number)) {
      if (!this.#picked.delete(number)) this.#picked.add(number);
    } else if (scene.freeze?.includes(number)) this.#frozen = this.#frozen === number ? null : number;
    else {
      shake(this.#die(number));
      return true;
    }
    sound("felt");
    this.redraw();
    return true;
  }

  /**
   * What the big button does now: its words, and the action, which is missing while something is still to choose.
   * @returns {Plan|null}
   */
  get plan() {
    const { texts } = this.host;
    const bid = this.ladder.chosen;
    if (this.#picked) {
      const dice = [...this.#picked].sort();
      return {
        label: dice.length ? count(texts.roll, dice.length) : texts.pick_dice,
        actions: dice.length ? [`roll ${dice.join(" ")}`] : undefined,
        toss: dice,
      };
    }
    if (!bid) return null;
    if (bid.action)
      return { label: capital(fill(texts.bid, { bid: bid.text })), actions: [bid.action], chance: bid.chance };
    if (!this.#frozen) return { label: texts.pick_frozen };
    return {
      label: fill(texts.freeze, { die: this.#frozen, bid: bid.text }),
      actions: [`sidestep ${this.#frozen} ${bid.written}`],
      chance: bid.chance,
    };
  }

  begin() {
    this.#picked = null;
  }

  /** Not what the big button says, so that says something else meanwhile. @param {string} action */
  #call(action) {
    this.label = this.host.words.one_moment;
    this.do({ actions: [action] });
  }

  // ---- moving

  /** @param {number} number */
  #die(number) {
    return this.dice[number - 1];
  }

  /** @param {number[]} dice */
  toss(dice) {
    scatter(dice.map((n) => this.#die(n)));
  }

  /**
   * My own dice fall: all of them for a round, or those that I rolled again.
   * @param {PerfectoScene} before
   * @param {PerfectoScene} after
   */
  async #land(before, after) {
    const old = new Map(inPlay(before).map((die) => [die.die, die.face]));
    const thrown = inPlay(after).filter(
      (die) => die.face && !die.frozen && (!old.get(die.die) || (before.phase === "rolling" && die.cast)),
    );
    await Promise.all(thrown.map((die, i) => this.#die(die.die).land(die.face, i * 45)));
  }

  // ---- drawing

  redraw() {
    if (!this.now) return;
    const { scene, table } = this.now;
    this.#drawStand();
    this.showdown.draw(scene.fresh ? scene.showdown : null, table, this.now.mine);
    this.#drawCup();
    this.#drawKnow();
    this.ladder.draw(this.now.mine && !this.busy, this.#odds);
    put(this.build, this.ladder.builder(this.#odds));
    this.build.hidden =
      !scene.ladder || !this.now.mine || Boolean(this.#picked) || (Boolean(scene.freeze) && !this.#frozen);
    this.drawMain(({ chance }) => (this.#odds && chance !== undefined ? h("span.odds", {}, percent(chance)) : null));
    this.#drawCalls();
    this.#drawSaid();
    this.act.hidden = table.me === null && table.mine.length > 0;
    this.ladder.element.hidden = scene.phase === "over";
    put(this.last, scene.showdown ? this.showdown.still(scene.showdown, table) : []);
  }

  #drawStand() {
    const { scene, table } = this.now;
    this.stand.classList.toggle("none", !scene.bid);
    const about = h("div.t", {}, h("b", {}, scene.in_play), h("span", {}, scene.of_each));
    if (!scene.bid) return put(this.stand, about);
    const { bid, call } = scene;
    const die = h("rp-die", { n: 0, face: bid.rank, class: dress(table, bid.seat), "aria-hidden": "true" });
    const chance =
      this.#odds && bid.chance !== null && table.me !== bid.seat ? h("span.odds", {}, percent(bid.chance)) : null;
    const doubt = call
      ? h(
          "p.doubt",
          {},
          avatar(table.seats[call.seat]),
          h("b", {}, call.name),
          h(
            "span",
            {},
            call.surrendered === null
              ? call.stake
              : fill(this.host.texts.gave_up, { name: table.seats[call.surrendered].name }),
          ),
        )
      : null;
    put(
      this.stand,
      h("span.q.num", { "aria-hidden": "true" }, String(bid.quantity)),
      h("span.x", { "aria-hidden": "true" }, "×"),
      die,
      h("span.sr", {}, `${table.seats[bid.seat].name}: ${bid.text}`),
      chance,
      about,
      doubt,
    );
  }

  #drawCup() {
    const { texts } = this.host;
    const { scene, table } = this.now;
    this.cup.hidden = !scene.cup;
    if (!scene.cup) {
      for (const die of this.dice) forget(die);
      this.cup.setAttribute("aria-label", texts.covered);
      put(this.cup);
      return;
    }
    const open = this.#lifted;
    const toggle = h(
      "button.tag",
      { type: "button", "data-key": "lid", "aria-pressed": String(open), onclick: () => this.#lift() },
      open ? texts.cup : texts.lift,
    );
    if (!open) for (const die of this.dice) forget(die);
    const inside = open
      ? h(
          "div.lanes",
          {},
          scene.cup.map((die) => this.#lane(die)),
        )
      : h("div.lid", { onclick: () => this.#lift() }, h("span", {}, texts.covered));
    this.cup.classList.toggle("closed", !open);
    this.cup.setAttribute("aria-label", open ? scene.hand || texts.cup : texts.covered);
    const lower =
      open && table.mine.length > 1
        ? h("button.btn.small.lower", { type: "button", "data-key": "low", onclick: () => this.#lift() }, texts.lower)
        : null;
    keepFocus(this.cup, "key", () => put(this.cup, toggle, inside, lower));
  }

  /** @param {CupDie} die */
  #lane(die) {
    const { texts } = this.host;
    if (die.lost) return h("span.lane.gone", {}, h("i.lost"), h("span.name", {}, texts.lost));
    const element = this.#die(die.die);
    if (!element.inAir) element.face = die.face;
    element.style.setProperty("--lean", `${LEAN[die.die - 1]}deg`);
    const { scene, mine } = this.now;
    const can =
      mine && !this.busy && ((this.#picked && scene.roll?.includes(die.die)) || scene.freeze?.includes(die.die));
    const chosen = this.#picked?.has(die.die) || this.#frozen === die.die;
    const label = [fill(texts.die, { die: die.die, face: die.name || "–" }), die.frozen && texts.frozen]
      .filter(Boolean)
      .join(", ");
    const name = h(
      `span.name${die.red ? ".r" : ""}`,
      { "aria-hidden": "true" },
      die.frozen ? `${die.name} *` : die.name,
    );
    const kind = `lane${chosen ? ".sel" : ""}${die.frozen ? ".ice" : ""}${can ? ".can" : ""}`;
    const facts = {
      type: "button",
      "data-key": `d${die.die}`,
      "aria-label": label,
      "aria-disabled": String(!can),
      "aria-pressed": can ? String(Boolean(chosen)) : null,
    };
    return h(`button.${kind}`, { ...facts, onclick: () => can && this.#press(die.die) }, element, name);
  }

  #drawKnow() {
    const { scene } = this.now;
    this.know.textContent = this.#lifted ? scene.know : "";
    this.knows.hidden = !scene.cup;
    this.odds.setAttribute("aria-pressed", String(showsOdds()));
  }

  get waits() {
    const { table, mine, scene } = this.now;
    if (mine) return scene.say;
    const others = table.turn.filter((seat) => !table.mine.includes(seat));
    const name = others.map((seat) => table.seats[seat].name).join(", ");
    return name ? fill(this.host.words.wait_for, { name }) : this.host.words.one_moment;
  }

  #drawCalls() {
    const { texts } = this.host;
    const { scene, mine, table } = this.now;
    /** @param {string} key @param {string} label @param {string|null} chance @param {() => void} onclick @param {Child} [token] */
    const button = (key, label, chance, onclick, token) =>
      h(
        "button.btn",
        { type: "button", "data-key": key, onclick },
        token,
        h("span", {}, label),
        chance !== null && this.#odds ? h("span.odds", {}, percent(chance)) : null,
      );
    const offers = [];
    if (mine && !this.busy) {
      if (this.#picked) offers.push(button("cancel", texts.cancel, null, () => this.#pick(null)));
      else {
        if (scene.roll) offers.push(button("roll", texts.roll_first, null, () => this.#pick(new Set())));
        if (!scene.cup) offers.push(...(scene.freeze ?? []).map((die) => this.#freezing(die)));
        if (scene.unseen.length) offers.push(button("unseen", texts.roll_first, null, () => this.#howMany()));
        offers.push(
          ...scene.calls.map((call) => button(call.action, call.label, call.chance, () => this.#call(call.action))),
        );
        offers.push(
          ...scene.sides.map((side) =>
            button(
              side.action,
              `${side.label}: ${table.seats[side.seat].name}`,
              side.chance,
              () => this.#call(side.action),
              avatar(table.seats[side.seat]),
            ),
          ),
        );
      }
    }
    this.calls.dataset.many = String(offers.length);
    put(this.calls, offers);
  }

  /** A die from under a real cup, by its number. @param {number} die */
  #freezing(die) {
    const chosen = this.#frozen === die;
    const facts = { type: "button", "data-key": `d${die}`, "aria-pressed": String(chosen) };
    return h("button.btn", { ...facts, onclick: () => this.#press(die) }, fill(this.host.texts.freeze_die, { die }));
  }

  /** Under a real cup: nobody sees which dice are rolled, so their number is enough. */
  #howMany() {
    const { texts } = this.host;
    const buttons = this.now.scene.unseen.map(({ action, number }) =>
      h(
        "button.btn",
        {
          type: "button",
          "data-key": action,
          onclick: () => {
            dialog.close();
            this.do({ actions: [action] });
          },
        },
        count(texts.roll, number),
      ),
    );
    const dialog = slip(texts.roll_unseen, [h("div.calls", {}, buttons)]);
  }

  /** The bids of this round in a row. */
  #drawSaid() {
    const { texts } = this.host;
    const { scene, table } = this.now;
    this.said.hidden = !scene.bids.length;
    const items = scene.bids.map((bid) =>
      h(
        "li",
        {},
        avatar(table.seats[bid.seat]),
        bid.rolled ? h("span.cap", {}, count(texts.rolled, bid.rolled)) : null,
        h("span.sr", {}, `${table.seats[bid.seat].name}: ${bid.text}`),
        h("span", { "aria-hidden": "true" }, `${bid.quantity} ×`, mini(0, bid.rank)),
      ),
    );
    put(this.said, h("h2.over", {}, texts.so_far), h("ol", {}, items));
  }
}

/** One's own dice that are not lost. @param {PerfectoScene} scene */
const inPlay = ({ cup }) => (cup ?? []).filter((die) => !die.lost);

const showsOdds = () => memory.get("odds", "on") !== "off";

const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);

/** A die that nobody may see keeps no face, not even off the screen. @param {import("/static/js/die.js").Die} die */
function forget(die) {
  die.rest();
  die.face = 0;
}
