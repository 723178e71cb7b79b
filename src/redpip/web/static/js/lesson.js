/**
 * A guided first game at the table: it takes the place of the connection, so that table and view go on as ever. What is
 * asked, said and legal comes from the service, which is told all choices so far and keeps nothing.
 */
import { find, h, lying, memory, one, put, still, texts } from "./dom.js";
import { post } from "./http.js";
import { fill } from "./phrases.js";
import { playNow } from "./setup.js";

const LOOKED = ">";
const TALL = 100; // pixels: the dice or the board, not a line of words
const RIM = 6; // pixels left free beside what is brought into sight
const POINTED = 450; // milliseconds to see what is tapped
const SHOWN = 1400; // milliseconds to look at what "Show me" did
const AGAIN = 3000; // milliseconds until a lost connection is tried again
// wide enough for a column beside the dice, and not high enough for a slip under them
const LOW = matchMedia(
  "(min-width: 45em) and (min-height: 30.0625em) and ((max-width: 73.6875em) or (max-height: 50em))",
);

/**
 * @typedef {object} Told what the lesson says now
 * @property {number} events
 * @property {number} at
 * @property {string[]} titles
 * @property {string} title
 * @property {string} ask
 * @property {string} why
 * @property {boolean} looks
 * @property {string[]} asked
 * @property {string[]} alike
 * @property {string[]} marks
 * @property {number|null} strayed
 * @property {boolean} picked_up
 * @property {number|null} back
 * @property {boolean} done
 *
 * @typedef {{asked: boolean, told: string, say: string, cost: string}} Thought
 * @typedef {{frame: (message: Frame) => void, online: (yes: boolean) => void, reached: (seq: number) => Promise<void>, redraw: () => void}} Calls
 */

export class Lesson {
  follow = false;
  /** @type {string[]} */
  #choices = [];
  /** @type {Told|null} */
  #told = null;
  #busy = false;
  #moving = false; // a move of the learner's is on its way
  #asked = 0; // how often the service was asked how things stand: only the last answer is drawn
  /** @type {((go: boolean) => void)|null} */
  #answer = null;
  #said = "";
  #retry = 0; // while there is no connection

  /** @param {string} game @param {OfferedGame|undefined} offered @param {HTMLElement} stage @param {Calls} calls */
  constructor(game, offered, stage, calls) {
    this.game = game;
    this.offered = offered;
    this.stage = stage;
    this.pad = one("[data-part=pad]");
    this.calls = calls;
    this.slip = h("section.lesson", { "aria-label": texts.lesson, hidden: true });
    this.live = h("div.sr", { role: "status", "aria-live": "polite" });
    this.steps = h("div.card.steps");
    one(".side").append(this.steps);
    one("#main-content").append(this.live);
    new MutationObserver(() => this.#mark()).observe(one("#table"), {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-pressed", "aria-checked", "hidden"],
    });
    for (const turned of [lying, LOW]) turned.addEventListener("change", () => this.#place());
    addEventListener("online", () => this.#retry && this.now());
    this.#begin(history.state?.choices ?? []).catch(() => {}); // it says itself what is wrong
  }

  // ---- what a connection does

  /** @param {Command} command @returns {Promise<number>} */
  async send(command) {
    if (command.do === "act") return this.#move([...this.#choices, command.action ?? ""]);
    if (command.do === "undo") return this.#move(this.#choices.slice(0, -1));
    return 0;
  }

  /** Until it has been seen, the slip speaks of what was before: nothing of it can be pressed. @param {string[]} choices */
  async #move(choices) {
    this.#moving = true;
    this.slip.setAttribute("aria-busy", "true");
    try {
      return await this.#load(choices);
    } catch (refusal) {
      this.#moved();
      throw refusal;
    }
  }

  #moved() {
    this.#moving = false;
    if (!this.#busy) this.slip.removeAttribute("aria-busy");
    this.#draw();
  }

  now() {
    if (!this.#moving && !this.#busy) this.#load(this.#choices).catch(() => {});
  }

  restart() {}

  /** Where it was before the page was loaded anew, unless the script has become another one. @param {string[]} choices */
  async #begin(choices) {
    this.#choices = choices;
    try {
      await this.#load(choices);
    } catch ({ code }) {
      if (code !== "offline" && choices.length) await this.#begin([]);
    }
  }

  /** @param {string[]} choices @returns {Promise<number>} the number of the last event */
  async #load(choices) {
    const goesOn =
      this.#told && choices.length >= this.#choices.length && this.#choices.every((one, i) => one === choices[i]);
    const number = ++this.#asked;
    try {
      const name = memory.get("name");
      const body = { choices, since: goesOn ? this.#told?.events : null, name };
      const { frames, lesson } = await post(`/api/v1/lessons/${this.game}`, body);
      this.#online(true);
      if (this.#asked !== number) return 0; // something was chosen meanwhile
      this.#choices = choices;
      history.replaceState({ ...history.state, choices }, "");
      this.#told = lesson;
      for (const frame of frames) this.calls.frame(frame);
      const last = frames.at(-1)?.seq ?? 0;
      this.calls.reached(last).then(() => this.#asked === number && this.#moved());
      return last;
    } catch (refusal) {
      if (refusal.code === "offline") this.#online(false);
      throw refusal;
    }
  }

  /** Whoever opens it without a connection reads what it says. @param {boolean} yes */
  #online(yes) {
    this.calls.online(yes);
    clearTimeout(this.#retry);
    this.#retry = yes ? 0 : setTimeout(() => this.now(), AGAIN);
    const reads = !yes && !this.#told;
    one("#script").hidden = !reads;
    one("#table").hidden = reads;
  }

  // ---- what the view asks

  /** Is this what is asked, or does the learner want it all the same? @param {string[]} actions */
  async allow(actions) {
    const told = this.#told;
    if (!told || this.#busy) return false;
    if (told.strayed !== null || told.done || this.#asks(actions)) return true;
    this.#busy = true;
    try {
      /** @type {Thought} */
      const thought = await post(`/api/v1/lessons/${this.game}/other`, { choices: this.#choices, other: actions });
      return thought.asked || (await this.#ask(thought));
    } catch {
      return true; // the table itself will say why not
    } finally {
      this.#busy = false;
    }
  }

  /** What the main button says while something else is chosen, or while another button does what is asked. @param {string[]} actions */
  missing(actions) {
    const told = this.#told;
    if (!told || told.strayed !== null || told.done || told.looks || this.#asks(actions)) return null;
    return told.marks.includes(`key ${told.asked}`) ? texts.tap_ringed : told.title;
  }

  /** @param {string[]} actions */
  #asks(actions) {
    const { asked = [], alike = [] } = this.#told ?? {};
    return actions.every((action, i) => (i ? action === asked[i] : alike.includes(action)));
  }

  // ---- the slip

  /** @param {Thought} thought @returns {Promise<boolean>} */
  #ask({ told, say, cost }) {
    const done = new Promise((answer) => {
      this.#answer = answer;
    });
    const close = (/** @type {boolean} */ go) => () => {
      this.#answer?.(go);
      this.#answer = null;
      if (!go) this.#draw();
    };
    const why = [told && `${told}.`, say, cost].filter(Boolean).join(" ");
    const go = h("button.btn.show", { type: "button", onclick: close(true) }, texts.other_go);
    put(
      this.slip,
      this.#pips(),
      h("h2", {}, texts.other_title),
      h("p", {}, why),
      h("div.ways", {}, go, h("span.grow"), this.#quiet(texts.take_back, close(false))),
    );
    this.#tell(`${texts.other_title} ${why}`);
    this.#reveal();
    go.focus({ preventScroll: true });
    return done;
  }

  #draw() {
    const told = this.#told;
    if (!told) return;
    this.#place();
    this.slip.hidden = false;
    this.slip.dataset.events = String(told.events);
    const { ask, why } = this.#words(told);
    const pressed = find(":focus-visible", this.slip)?.textContent; // by a key, which will be wanted again
    put(this.slip, this.#pips(), h("h2", {}, ask), h("p", {}, why), h("div.ways", {}, this.#ways(told)));
    if (pressed) this.#focus(pressed);
    this.#drawSteps(told);
    this.#tell(`${this.#where(told)}. ${ask} ${why}`);
    this.calls.redraw();
    this.#mark();
    this.#reveal();
    const next = find("button.next", this.slip);
    if (next && document.activeElement === document.body) next.focus({ preventScroll: true });
  }

  /** On the button that bears these words, or the first. @param {string} words */
  #focus(words) {
    const buttons = [...this.slip.querySelectorAll("button")];
    const again = buttons.find(({ textContent }) => textContent === words) ?? buttons[0];
    again.focus({ preventScroll: true });
  }

  /** Beside dice or result where there is room, else under all that is tapped before the main button; or under the result. */
  #place() {
    const over = this.stage.hidden;
    if (over ? lying.matches : this.#hasRoomBeside()) {
      if (this.pad.firstElementChild !== this.slip) this.pad.prepend(this.slip);
      return;
    }
    const parts = [...this.stage.children].filter((part) => part !== this.slip && part instanceof HTMLElement);
    const above = parts.slice(0, Math.max(0, parts.findIndex(isActions)));
    const tapped = above.findLast(canBeTapped) ?? above.find((part) => part.clientHeight > TALL) ?? parts[0];
    const before = over ? one("[data-part=extra]") : tapped;
    if (before && before.nextElementSibling !== this.slip) before.after(this.slip);
  }

  /** A score sheet fills the column beside the dice of a tablet; on a lying phone a board stands there. */
  #hasRoomBeside() {
    if (lying.matches) return !find(":scope > .look", this.stage);
    return LOW.matches && !find(".sheet", this.pad);
  }

  /**
   * What is said comes into sight, together with what is ringed, or with the result, where there is room for both; and
   * as much as can be of what stands above it, as long as nothing below is left half under the actions.
   */
  #reveal() {
    const said = this.slip.getBoundingClientRect();
    const spokenOf = document.querySelectorAll(this.stage.hidden ? ".end-card" : "[data-mark]");
    const seen = [...spokenOf].map((part) => part.getBoundingClientRect()).filter((box) => box.width);
    const every = [said, ...seen];
    const top = Math.min(...every.map((box) => box.top)) - RIM;
    const bottom = Math.max(...every.map((box) => this.#foot(box))) + RIM;
    const [from, to] = bottom - top <= innerHeight ? [top, bottom] : [said.top - RIM, this.#foot(said) + RIM];
    const least = Math.max(-scrollY, Math.min(to - innerHeight, from));
    const by = least + this.#cut(least, from - least);
    if (by) scrollBy({ top: by, behavior: still() ? "auto" : "smooth" });
  }

  /**
   * How much further a thing is to come up that the actions would cut in two, if that leaves what is spoken of in sight;
   * where nothing has to be scrolled, only what can be tapped is worth it.
   * @param {number} by
   * @param {number} most
   */
  #cut(by, most) {
    const parts = [...this.stage.children];
    const actions = parts.find(isActions);
    if (!actions || getComputedStyle(actions).position !== "sticky") return 0;
    const line = innerHeight - actions.getBoundingClientRect().height;
    const things = parts.filter((part) => part !== this.slip && part !== actions);
    const boxes = things
      .filter((part) => by || canBeTapped(part))
      .flatMap((part) => (canBeTapped(part) ? [...part.querySelectorAll("button")] : [part]))
      .map((thing) => thing.getBoundingClientRect());
    const found = boxes.find(({ top, bottom }) => top - by < line && line < bottom - by);
    const more = found ? found.bottom - by + RIM - line : 0;
    return more <= most ? more : 0;
  }

  /** How far down there has to be room for it: actions that stay at the foot of the screen may lie over it. @param {DOMRect} box */
  #foot({ left, right, bottom }) {
    const actions = [...this.stage.children].find(isActions);
    if (!actions || getComputedStyle(actions).position === "static") return bottom;
    const over = actions.getBoundingClientRect();
    return over.left < right && left < over.right ? bottom + over.height : bottom;
  }

  /** @param {Told} told */
  #words({ strayed, done, picked_up: up, ask, why }) {
    if (strayed === null) return { ask, why: up ? `${texts.picked_up} ${why}` : why };
    return done ? { ask: texts.lesson_ended, why: "" } : { ask: texts.own_way, why: texts.own_way_about };
  }

  /** @param {Told} told */
  #ways({ strayed, done, looks, back, asked, title }) {
    const button = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {() => unknown} */ does) =>
      h(`button.btn.${kind}`, { type: "button", onclick: () => this.#do(does) }, label);
    const goTo = (/** @type {number} */ number) => () => this.#load(this.#choices.slice(0, number));
    if (strayed !== null) return [button("show", fill(texts.return_to, { title }), goTo(strayed)), h("span.grow")];
    if (done) {
      const play = button("main", texts.play_now, () => this.offered && playNow(this.offered));
      return [play, h("span.grow"), this.#quiet(texts.again, () => this.#do(goTo(0)))];
    }
    return [
      looks
        ? button("show.next", texts.lesson_next, () => this.#move([...this.#choices, LOOKED]))
        : button("show", texts.show_me, () => this.#show(asked)),
      h("span.grow"),
      back === null ? null : this.#quiet(texts.lesson_back, () => this.#do(goTo(back))),
      looks ? null : this.#quiet(texts.lesson_skip, () => this.#do(() => this.#move([...this.#choices, ...asked]))),
    ];
  }

  /** @param {string} label @param {() => unknown} onclick */
  #quiet(label, onclick) {
    return h("button.btn.quiet", { type: "button", onclick }, label);
  }

  /** One thing at a time. @param {() => unknown} does */
  async #do(does) {
    if (this.#busy || this.#moving) return;
    this.#busy = true;
    this.slip.setAttribute("aria-busy", "true");
    try {
      await does();
    } catch (refusal) {
      this.#tell(refusal.message);
    }
    this.#busy = false;
    if (!this.#moving) this.slip.removeAttribute("aria-busy");
  }

  /** Points at what to tap, one after the other, plays the step and takes it back. @param {string[]} asked */
  async #show(asked) {
    const here = this.#choices;
    try {
      for (const marked of document.querySelectorAll("[data-mark]")) {
        marked.setAttribute("data-shown", "");
        await new Promise((done) => setTimeout(done, POINTED));
      }
      const last = await this.#load([...here, ...asked]);
      await this.calls.reached(last);
      await new Promise((done) => setTimeout(done, SHOWN));
    } finally {
      for (const shown of document.querySelectorAll("[data-shown]")) shown.removeAttribute("data-shown");
    }
    await this.#load(here);
  }

  /** @param {Told} told */
  #where({ at, titles }) {
    return fill(texts.step_of, { number: Math.min(at + 1, titles.length), all: titles.length });
  }

  #pips() {
    const told = /** @type {Told} */ (this.#told);
    const kind = (/** @type {number} */ i) => (i < told.at ? ".d" : i === told.at ? ".n" : "");
    return h(
      "div.st",
      {},
      h(
        "span.pips",
        { "aria-hidden": "true" },
        told.titles.map((_, i) => h(`i${kind(i)}`)),
      ),
      h("span", {}, this.#where(told)),
    );
  }

  /** @param {Told} told */
  #drawSteps({ at, titles }) {
    const item = (/** @type {string} */ title, /** @type {number} */ i) =>
      h(
        `li${i < at ? ".d" : i === at ? ".n" : ""}`,
        { "aria-current": i === at ? "step" : null },
        h("i"),
        title,
        i < at ? h("span.sr", {}, `, ${texts.step_done}`) : null,
      );
    put(this.steps, h("h2.over", {}, texts.first_game), h("ol", {}, titles.map(item)));
  }

  /** @param {string} words */
  #tell(words) {
    if (this.#said === words) return;
    this.#said = words;
    this.live.textContent = words;
  }

  // ---- the pencil

  /** Rings what the step speaks of, and the main button when nothing else is missing. */
  #mark() {
    const told = this.#told;
    for (const marked of document.querySelectorAll("[data-mark]"))
      delete (/** @type {HTMLElement} */ (marked).dataset.mark);
    if (!told || told.strayed !== null || told.done || this.#answer) return;
    for (const mark of told.marks) {
      const [kind, value, off] = mark.split(" ");
      for (const found of document.querySelectorAll(`#table [data-${kind}~="${value}"]`))
        if (found instanceof HTMLButtonElement && rings(found, Boolean(off))) found.dataset.mark = "";
    }
  }
}

/** Something of the learner's that is not yet as it is asked for. @param {HTMLElement} found @param {boolean} off */
const rings = (found, off) =>
  ["aria-pressed", "aria-checked"].some((state) => found.getAttribute(state) === "true") === off &&
  found.getAttribute("aria-disabled") !== "true" &&
  !("laid" in found.dataset);

/** @param {Element} part */
const isActions = (part) => part.classList.contains("act");

/** @param {Element} part */
const canBeTapped = (part) => [...part.querySelectorAll("button")].some((button) => button.offsetParent);
