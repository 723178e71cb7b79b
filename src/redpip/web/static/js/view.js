/**
 * What every game's view shares: one big button that does what is planned, a way back, and the time to look.
 *
 * What a view is to the table (table.js): it is made with its host once, then
 *   draw(now)             shows how things stand
 *   async play(was, now)  shows how the one became the other
 *   hurry()               the player does not want to wait
 *   key(event)            true where the key was meant for the game
 *   keys()                [[key, what it does]] for the list of keys
 *   strong(scene)         words that the say line sets in bold
 *   watch(seat)           a seat was pressed: whose sheet is shown now
 *
 * What a game's own view adds: `plan`, `redraw()`, `draw` and `play`; `toss(dice)` where it throws dice and `begin()`
 * where something is to be put away before an action is sent. No rule stands here: all that is legal comes in the scene.
 */
import { settle } from "./die.js";
import { h, icon, put } from "./dom.js";
import { fill } from "./phrases.js";

/**
 * A game's own style sheet, from beside its view. Wait for it: what is drawn without it jumps when it comes.
 * @param {string} view
 * @returns {Promise<unknown>}
 */
export function wear(view, sheet = "view.css") {
  const link = h("link", { rel: "stylesheet", href: new URL(sheet, view).href });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** The dice that have just fallen, where that is what happened. @param {Now} now @returns {Dice|null} */
export function thrown({ event }) {
  const faces = event?.event?.throw;
  if (typeof faces !== "string") return null;
  /** @type {Dice} */
  const dice = [...faces].map((face, i) => [i + 1, Number(face)]);
  return dice.filter(([, face]) => face);
}

/** @template {Scene} [S=Scene] */
export class GameView {
  /** @type {Now<S>} what is drawn; the table draws before it asks for anything else */
  now = /** @type {any} */ (null);
  busy = false; // actions are on their way
  label = ""; // of the big button
  #wake = () => {};

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.main = h("button.btn.main", { type: "button", id: "main", onclick: () => this.go() });
    this.undo = h(
      "button.btn.side-btn",
      { type: "button", "aria-label": host.words.undo, onclick: () => host.undo() },
      icon("undo"),
      h("span.tx", {}, host.words.undo),
      h("kbd", { "aria-hidden": "true" }, "U"),
    );
  }

  // ---- what a game's own view says otherwise

  /** @param {Now<S>} now */
  draw(now) {
    this.now = now;
    this.redraw();
  }

  /** @param {Now<S>} _was @param {Now<S>} _now */
  async play(_was, _now) {}

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.enter(event);
  }

  /** @returns {string[][]} */
  keys() {
    return [];
  }

  /** What the big button would do now. @returns {Plan|null} */
  get plan() {
    return null;
  }

  /** Draws everything as it is chosen now. */
  redraw() {}

  /** These dice leave the hand. @param {number[]} _dice */
  toss(_dice) {}

  /** Puts away what is open for choosing. */
  begin() {}

  /** Words of the scene that the say line sets in bold. @param {S} _scene @returns {string[]} */
  strong(_scene) {
    return [];
  }

  /** @param {number} _seat @returns {number|null} */
  watch(_seat) {
    return this.now?.table.me ?? null;
  }

  // ---- choosing

  get scene() {
    return this.now.scene;
  }

  /** May the player at this screen choose? */
  get free() {
    return Boolean(this.now?.mine) && !this.busy;
  }

  go() {
    if (!this.free) return;
    const { plan } = this;
    if (plan?.actions) this.do(plan);
    else this.host.refuse(this.main, plan?.label ?? this.label);
  }

  /**
   * Sends what is planned. A refusal is told at the button, and dice in the air lie down as they were.
   * @param {Pick<Plan, "actions" | "toss">} plan
   * @param {Element} [button]
   */
  async do({ actions, toss }, button = this.main) {
    if (this.host.allow && !(await this.host.allow(actions ?? []))) return;
    this.busy = true;
    this.begin();
    if (toss && this.now.table.dice !== "people") this.toss(toss); // real dice fall on a real table
    this.redraw();
    try {
      await this.host.act(actions ?? []);
    } catch (refusal) {
      settle();
      // where the game has ended meanwhile, its result says it
      if (this.now.table.phase === "playing") this.host.refuse(button, refusal.message, refusal.rule);
    }
    this.busy = false;
    this.redraw();
  }

  /** Enter does what the big button says, unless another control has the focus. @param {KeyboardEvent} event */
  enter(event) {
    if (event.key !== "Enter" || event.target !== document.body) return false;
    this.go();
    return true;
  }

  // ---- time

  /** Time to look; whoever does not want to wait ends it. @param {number} ms @returns {Promise<void>} */
  pause(ms) {
    return new Promise((done) => {
      this.#wake = done;
      setTimeout(done, ms);
    });
  }

  hurry() {
    this.#wake();
    for (const die of document.querySelectorAll("rp-die")) die.hurry();
  }

  // ---- the big button

  /** What it says while it is somebody else's turn. */
  get waits() {
    const { table, seat } = this.now;
    const name = table.mine.includes(seat) ? "" : table.seats[seat]?.name;
    return name ? fill(this.host.words.wait_for, { name }) : this.host.words.one_moment;
  }

  /** What a button says that rolls dice: where they are real, nothing falls here. @param {string} label */
  rolling(label) {
    return this.now.table.dice === "people" ? fill(this.host.words.then_enter, { label }) : label;
  }

  /**
   * @param {(plan: Plan) => Child | Child[]} [more] what stands beside its words
   * @param {boolean} [busy] whether something is on its way
   */
  drawMain(more = ({ key }) => keycap(key), busy = this.busy) {
    const { table, mine } = this.now;
    const plan = mine ? this.plan : null;
    const ready = Boolean(plan?.actions) && !busy;
    const missing = (ready && plan?.actions && this.host.missing?.(plan.actions)) || "";
    const label = plan?.toss ? this.rolling(plan.label) : plan?.label;
    if (!busy || !this.label) this.label = missing || (label ?? this.waits);
    this.main.setAttribute("aria-disabled", String(!ready));
    this.main.classList.toggle("busy", busy);
    this.main.classList.toggle("idle", (!ready && !busy) || Boolean(missing));
    put(this.main, h("span.l", {}, this.label), plan && ready && !missing ? more(plan) : null);
    this.undo.hidden = busy || !table.undo?.can;
  }
}

/** The key that does the same, for those who have a keyboard. @param {string} [key] @param {Child[]} [beside] */
export function keycap(key, beside = []) {
  return h("span.minis", { "aria-hidden": "true" }, beside, key ? h("kbd", {}, key) : null);
}
