/** The coach at the table: a button for whoever is to choose, and a slip with its answer until the next action. */
import { h, icon, put, sound, texts } from "./dom.js";
import { post } from "./http.js";
import { fill } from "./phrases.js";
import { ruleLink } from "./rules_slip.js";

/**
 * @typedef {object} CoachLine what a seat chooses until dice fall, and what comes of it
 * @property {string[]} actions
 * @property {string} text
 * @property {string} worth
 * @property {number} cost
 * @property {string} loss the cost in words; empty where there is none
 *
 * @typedef {object} CoachSays
 * @property {boolean} exact
 * @property {CoachLine} best
 * @property {CoachLine|null} runner_up
 * @property {CoachLine|null} lean
 * @property {string} reason
 * @property {string|null} rule where the rule stands that it is about
 * @property {string|null} beyond in a match: that it looks at this game alone
 * @property {string|null} numbering of real dice it took one numbering that fits
 */

export class Coach {
  #asked = 0; // the position that the answer is about

  /** @param {string} table @param {() => {seat: number, position: number, lean: string[]} | null} moment */
  constructor(table, moment) {
    this.table = table;
    this.moment = moment;
    this.button = h(
      "button.btn.side-btn.ask",
      { type: "button", onclick: () => this.ask(), "aria-keyshortcuts": "c" },
      icon("bulb"),
      h("span.tx", {}, texts.coach),
      h("kbd", { "aria-hidden": "true" }, "C"),
    );
    this.button.setAttribute("aria-label", texts.ask_coach);
    this.slip = h("div.coach", { role: "status", hidden: true });
  }

  /** The button is there for whoever may ask, and an answer goes when something has happened since. */
  draw() {
    const now = this.moment();
    this.button.hidden = !now;
    if (!now || now.position !== this.#asked) this.close();
  }

  get open() {
    return !this.slip.hidden;
  }

  close() {
    this.slip.hidden = true;
    put(this.slip);
  }

  async ask() {
    const now = this.moment();
    if (!now) return;
    this.#asked = now.position;
    this.#tell(h("p", {}, texts.coach_thinks));
    try {
      /** @type {CoachSays} */
      const says = await post(`/api/v1/tables/${this.table}/coach`, { seat: now.seat, lean: now.lean });
      if (this.moment()?.position !== this.#asked) return;
      sound("pencil");
      this.#tell(...answer(says));
    } catch (refusal) {
      if (this.moment()?.position === this.#asked) this.#tell(h("p", {}, refusal.message));
    }
  }

  /** @param {...Element} lines */
  #tell(...lines) {
    const close = h("button.icon", { type: "button", "aria-label": texts.close, onclick: () => this.close() });
    close.append(icon("close"));
    put(this.slip, icon("bulb"), h("div.words", {}, lines), close);
    this.slip.hidden = false;
    this.#fit();
    this.slip.scrollIntoView({ block: "nearest" });
  }

  /** On a phone it is as high as what can be tapped leaves room, and some lines at least. */
  #fit() {
    this.slip.style.removeProperty("--room");
    const parts = [...document.querySelectorAll(".stage, .mini-pad")];
    const below = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) + scrollY - innerHeight;
    if (below > 0) this.slip.style.setProperty("--room", `max(5rem, ${this.slip.offsetHeight - below}px)`);
  }
}

/** @param {CoachSays} says */
function answer({ best, runner_up: next, lean, reason, rule, exact, beyond, numbering }) {
  const link = ruleLink(rule, document.documentElement.lang);
  const lines = [h("p", {}, h("b.hl", {}, sentence(best.text)), " ", reason, link && [" ", link])];
  lines.push(
    h("p.cap", {}, fill(exact ? texts.coach_worth : texts.coach_about, { worth: best.worth }), " ", cost(lean, next)),
  );
  for (const more of [beyond, numbering]) if (more) lines.push(h("p.cap", {}, more));
  return lines;
}

/** What the player has in mind costs, or else the next best. @param {CoachLine|null} lean @param {CoachLine|null} next */
function cost(lean, next) {
  if (lean) return lean.loss ? fill(texts.lean_costs, { loss: lean.loss }) : texts.lean_best;
  return next?.loss ? fill(texts.next_costs, { line: next.text, loss: next.loss }) : "";
}

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
