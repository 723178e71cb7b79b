/**
 * Catch 6 on the page. Everything legal, every preview and every sentence comes with the scene (page.py beside this
 * file); here it is only drawn and chosen from. What a view is: static/js/view.js.
 */
import { h, put, shake, sound } from "/static/js/dom.js";
import { mini } from "/static/js/mini.js";
import { count, fill } from "/static/js/phrases.js";
import { avatar, dress, won } from "/static/js/seats.js";
import { slip } from "/static/js/slip.js";
import "/static/js/tray.js";
import { GameView, keycap, wear } from "/static/js/view.js";

/** @import {Catch6Scene, Die} from "./page" */

const LANES = [1, 2, 3, 4, 5, 6];
const LEAN = [-6, 4, 7, -4, -7, 5];
/** @type {Record<string, Dice>} */
const EXAMPLES = {
  red: [
    [5, 5],
    [0, 5],
    [0, 5],
    [0, 5],
  ],
  fullhouse: [
    [0, 6],
    [0, 6],
    [0, 3],
    [0, 3],
    [0, 1],
    [0, 1],
  ],
  raffle: [
    [0, 4],
    [0, 4],
    [0, 4],
    [4, 4],
    [0, 4],
    [0, 4],
  ],
};

await wear(import.meta.url);

/** @extends {GameView<Catch6Scene>} */
export class View extends GameView {
  /** @type {Set<number>[]} what each seat leaves lying when it rolls */
  #kept = [new Set(), new Set()];
  /** @type {number|null} the number to catch */
  #number = null;
  #sure = false; // a game is given up only when asked twice

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.far = LANES.map((n) => {
      const die = h("rp-die", { n, face: 0 });
      return { die, cell: h("li", {}, die) };
    });
    this.foe = h(
      "ol.foe",
      {},
      this.far.map(({ cell }) => cell),
    );
    this.markers = LANES.map((number) => {
      const button = h("button.marker", { type: "button", onclick: () => this.#choose(number) });
      return { number, button, lane: h("li", {}, button) };
    });
    this.rope = h(
      "ol.rope",
      {},
      this.markers.map(({ lane }) => lane),
    );
    this.tray = h("rp-tray");
    this.pass = h("button.btn", { type: "button", id: "pass" });
    this.carry = h("button.btn", { type: "button", id: "carry" });
    host.stage.append(
      h("section.hunt.look.low", {}, this.foe, this.rope),
      this.tray,
      h("div.act", {}, this.main, this.pass, this.carry, this.undo, host.beside),
    );
    this.race = h("ol.race");
    const { how } = host.texts;
    host.pad.append(h("div.card.catch6-pad", {}, this.race, h("section.ways", {}, h("h2", {}, how), ways(host.texts))));
    // where there is no room for them
    this.how = h("button.btn.small.quiet.how", { type: "button", "aria-haspopup": "dialog" }, how);
    this.how.onclick = () => slip(how, [h("div.catch6-pad", {}, h("section.ways", {}, ways(host.texts)))]);
    this.tray.addEventListener("die", ({ detail }) => this.#pressed(detail.die));
    this.pass.onclick = () => this.#passOn();
    this.carry.onclick = () => this.#carryOver();
  }

  // ---- what the table asks for

  /** @param {Now<Catch6Scene>} now */
  draw(now) {
    this.now = now;
    if (!this.#offer) this.#number = now.scene.catches[0]?.number ?? null;
    this.#sure = false;
    for (const [seat, hand] of now.scene.hands.entries()) this.#forget(hand, seat);
    this.redraw();
  }

  /** Dice that are not there are not kept: a new game has begun. @param {Die[]} hand @param {number} seat */
  #forget(hand, seat) {
    if (!hand.some((die) => die.face)) this.#kept[seat].clear();
  }

  /** @param {Now<Catch6Scene>} was @param {Now<Catch6Scene>} now */
  async play(was, now) {
    const [before, after] = [was.scene, now.scene];
    if (after.phase === "rolling") await this.#roll(now);
    else if (before.phase === "rolling") await this.#land(now);
    else if (before.phase === "catch") await this.#turnEnds(before, now);
  }

  /** @param {Now<Catch6Scene>} now */
  async #roll(now) {
    const { seat, hands } = now.scene;
    if (!now.mine) await this.pause(350);
    const cast = hands[seat].filter((die) => die.cast).map((die) => die.die);
    this.#kept[seat] = new Set(LANES.filter((die) => !cast.includes(die)));
    if (seat === this.#near) this.tray.toss(cast);
    else for (const die of cast) this.#farDie(die).tumble([0, -40], 0);
  }

  /** @param {Now<Catch6Scene>} now */
  async #land(now) {
    const { seat, hands } = now.scene;
    const fallen = hands[seat].filter((die) => die.cast);
    if (seat === this.#near) await this.tray.land(fallen.map((die) => [die.die, die.face]));
    else await Promise.all(fallen.map((die, i) => this.#farDie(die.die).land(die.face, i * 45)));
    if (!now.mine) await this.pause(450);
  }

  /**
   * A marker that was caught slides to its owner before anything else goes on.
   * @param {Catch6Scene} before
   * @param {Now<Catch6Scene>} now
   */
  async #turnEnds(before, now) {
    const caught = now.scene.numbers.some((one, i) => one.owner !== before.numbers[i].owner);
    if (!caught) return;
    this.#drawRope({ ...now, mine: false });
    await this.pause(now.mine ? 300 : 800);
  }

  /** @param {Catch6Scene} scene */
  strong(scene) {
    return scene.hands
      .flat()
      .filter((die) => die.red)
      .map((die) => die.name);
  }

  keys() {
    const { words, texts } = this.host;
    return [
      ["R", words.key_roll],
      ["1–6", words.key_dice],
      ["1–6", texts.key_number],
      ["P", texts.key_pass],
      ["Enter", this.label],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (!this.free) return false;
    if (/^[1-6]$/.test(key)) return this.#digit(Number(key));
    if (/^r$/i.test(key) && this.scene.roll) {
      this.go();
      return true;
    }
    if (/^p$/i.test(key) && this.scene.pass) return this.#passOn();
    return this.enter(event);
  }

  // ---- who sits where

  /** Whose end of the ropes is the near one; it stays so when a device goes to and fro. */
  get #home() {
    return this.now.table.mine[0] ?? 0;
  }

  /** Whose dice lie in the tray: one's own, or on a shared device those of whose turn it is. */
  get #near() {
    return this.now.table.mine.includes(this.scene.seat) ? this.scene.seat : this.#home;
  }

  /** @param {number} number */
  #farDie(number) {
    return this.far[number - 1].die;
  }

  // ---- choosing

  /** @param {number[]} dice */
  toss(dice) {
    this.tray.toss(dice);
  }

  /** @param {number} number */
  #digit(number) {
    if (this.scene.roll) this.#pressed(number);
    else this.#choose(number);
    return true;
  }

  /** @param {number} number */
  #pressed(number) {
    const { roll } = this.scene;
    if (!this.now.mine || this.busy || !roll?.any) return this.tray.refuse(number);
    const kept = this.#kept[this.#near];
    if (!kept.delete(number)) kept.add(number);
    sound("felt");
    this.redraw();
  }

  /** @param {number} number @returns {void} */
  #choose(number) {
    if (this.busy || !this.scene.catches.some((one) => one.number === number))
      return shake(this.markers[number - 1].button);
    this.#number = number;
    this.#sure = false;
    this.redraw();
  }

  /** What catching the chosen number would be. */
  get #offer() {
    return this.scene.catches.find((one) => one.number === this.#number) ?? null;
  }

  #passOn() {
    const { pass } = this.scene;
    if (pass) this.do({ actions: [pass.action] });
    return true;
  }

  #carryOver() {
    const carry = this.#offer?.carry;
    if (!carry) return;
    if (this.#sure) this.do({ actions: [carry.action] });
    else {
      this.#sure = true;
      this.#drawActions();
    }
  }

  /** What the main button would do now. */
  get plan() {
    const { texts } = this.host;
    const { roll, pass, hands } = this.scene;
    const offer = this.#offer;
    if (offer) return { label: offer.label, note: offer.note, actions: [offer.action], key: "↵" };
    if (pass) return { label: pass.label, actions: [pass.action], key: "↵" };
    if (!roll) return null;
    const all = hands[this.#near].length;
    const dice = roll.any ? roll.dice.filter((die) => !this.#kept[this.#near].has(die)) : roll.dice;
    if (!dice.length) return { label: texts.choose_dice };
    return {
      label: dice.length < all ? count(texts.roll, dice.length) : texts.roll_all,
      actions: [`roll ${dice.join(" ")}`],
      toss: dice,
      key: "R",
    };
  }

  // ---- drawing

  redraw() {
    this.#drawFar();
    this.#drawRope(this.now);
    this.#drawTray();
    this.#drawActions();
    this.#drawRace();
  }

  /** The dice of the one who is not at the tray. */
  #drawFar() {
    const { table, scene } = this.now;
    const seat = 1 - this.#near;
    this.foe.setAttribute("aria-label", fill(this.host.texts.dice_of, { name: table.seats[seat].name }));
    this.foe.className = `foe ${dress(table, seat)}`;
    this.far.forEach(({ die, cell }, i) => {
      const facts = scene.hands[seat][i];
      cell.hidden = !facts;
      if (!facts) return;
      const label = facts.face ? fill(this.host.texts.die, { die: facts.die, face: facts.name }) : "";
      cell.setAttribute("aria-label", label);
      cell.classList.toggle("empty", !facts.face && !die.inAir);
      die.style.setProperty("--lean", this.#kept[seat].has(facts.die) ? "0deg" : `${LEAN[i]}deg`);
      if (!die.inAir) die.face = facts.face;
    });
  }

  /** Six markers, each at its owner's end of the rope or in the middle. @param {Now<Catch6Scene>} now */
  #drawRope({ table, scene, mine }) {
    const { texts } = this.host;
    this.rope.setAttribute("aria-label", texts.numbers);
    for (const { number, button, lane } of this.markers) {
      const { points, owner } = scene.numbers[number - 1];
      const offered = mine && !this.busy && scene.catches.some((one) => one.number === number);
      const where = owner === null ? texts.free : fill(texts.caught_by, { name: table.seats[owner].name });
      const told = [fill(texts.marker, { number, points, where }), offered && texts.can_catch];
      lane.className = owner === null ? "" : owner === this.#home ? "near" : "away";
      const set = owner === null ? "set-honey" : dress(table, owner);
      button.className = `marker ${set} ${offered ? (this.#number === number ? "chosen" : "could") : ""}`;
      button.setAttribute("aria-label", told.filter(Boolean).join(", "));
      button.setAttribute("aria-disabled", String(!offered));
      button.setAttribute("aria-pressed", String(offered && this.#number === number));
      put(button, mini(0, number), h("b", {}, String(points)));
    }
  }

  #drawTray() {
    const { texts, words } = this.host;
    const { table, scene, mine } = this.now;
    const near = this.#near;
    const dice = scene.hands[near].map((die) => ({
      ...die,
      label: [fill(texts.die, { die: die.die, face: die.name || "–" }), die.cast && die.face && texts.just_rolled]
        .filter(Boolean)
        .join(", "),
      kept: Boolean(die.face) && this.#kept[near].has(die.die) && scene.roll?.any !== false,
      can: mine && !this.busy && Boolean(scene.roll?.any),
    }));
    const lean = scene.race[0].score + scene.race[1].score;
    this.tray.draw({ dice, kept: texts.kept, label: words.dice, set: dress(table, near), lean });
  }

  get waits() {
    return this.scene.phase === "over" ? this.host.texts.over : super.waits;
  }

  #drawActions() {
    this.drawMain(({ note, key }) => [note ? h("small", {}, note) : null, keycap(key)]);
    const offer = this.free ? this.#offer : null;
    this.pass.hidden = !offer;
    this.pass.textContent = (offer && this.scene.pass?.label) ?? "";
    this.carry.hidden = !offer?.carry;
    this.carry.textContent = offer?.carry ? (this.#sure ? this.host.texts.sure : offer.carry.label) : "";
  }

  /** A bar for each player on the way to the target, with the numbers that are caught. */
  #drawRace() {
    const { texts } = this.host;
    const { table, scene } = this.now;
    this.race.setAttribute("aria-label", fill(texts.race, { target: scene.target }));
    const runners = scene.race.map((one, seat) => {
      const run = h("i");
      run.style.width = `${100 * one.part}%`;
      const bar = h(
        "span.bar14",
        { role: "img", "aria-label": fill(texts.points, { score: one.score, target: scene.target }) },
        run,
      );
      const caught = h(
        `span.caught.${dress(table, seat)}`,
        { "aria-hidden": "true" },
        one.caught.map((number) => mini(0, number)),
      );
      const games = table.match ? won(table.match, seat) : null;
      return h(
        `li${seat === table.me ? ".me" : ""}`,
        {},
        avatar(table.seats[seat]),
        h("span.n", {}, table.seats[seat].name, games),
        caught,
        h(
          "span.sc",
          {},
          seat === this.#home ? this.how : null,
          h("b.num", {}, String(one.score)),
          h("small", {}, ` / ${scene.target}`),
        ),
        bar,
      );
    });
    put(
      this.race,
      [1 - this.#home, this.#home].map((seat) => runners[seat]),
    );
  }
}

/** The three patterns with an example each, and what numbers are worth. @param {Texts} texts */
function ways(texts) {
  const items = texts.ways.map(({ way, text }) =>
    h(
      "li",
      {},
      h(
        "span.ex",
        { "aria-hidden": "true" },
        EXAMPLES[way].map(([n, face]) => mini(n, face)),
      ),
      text,
    ),
  );
  const worth = texts.worth.map((text) => h("li", {}, text));
  return h("ul", {}, items, worth);
}
