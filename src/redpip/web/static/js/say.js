import { h, put } from "./dom.js";
import { sentences } from "./phrases.js";

/** `<rp-say>`: whose turn it is and what happened. Read out politely, your own turn and refusals at once, nothing twice. */
export class Say extends HTMLElement {
  headline = h("h1");
  text = h("p");
  polite = h("div.sr", { role: "status", "aria-live": "polite" });
  loud = h("div.sr", { role: "alert", "aria-live": "assertive" });

  connectedCallback() {
    if (this.headline.parentNode) return;
    this.classList.add("say");
    this.append(this.headline, this.text, this.polite, this.loud);
  }

  /**
   * @param {{title: string, text: string, loud: boolean}} say
   * @param {{strong: string[], news: LogEntry[], tap: string, quiet: boolean}} how strong: words set in bold; news: what
   * happened since, for those who do not see it; tap: what to tap, seen elsewhere; quiet: only to be seen
   */
  draw(say, { strong, news, tap, quiet }) {
    const unsaid = news.filter(({ dice }) => !shows(say.text, dice)).map(({ text }) => text);
    const known = this.headline.textContent === say.title && !say.text && !unsaid.length;
    this.classList.remove("no");
    this.headline.textContent = say.title;
    this.text.replaceChildren(...bold(say.text, strong));
    if (!known && !quiet)
      this.#tell(say.loud ? this.loud : this.polite, sentences(...unsaid, say.title, say.text, tap));
  }

  /**
   * The reason why something was refused stands here until the next thing happens.
   * @param {string} message
   * @param {Element|null} [rule] leads to where the rules say so
   */
  refuse(message, rule = null) {
    this.classList.add("no");
    put(this.text, message, rule && [" ", rule]);
    this.loud.textContent = "";
    this.#tell(this.loud, message);
  }

  /** What the other region said before is over. @param {HTMLElement} region @param {string} message */
  #tell(region, message) {
    (region === this.loud ? this.polite : this.loud).textContent = "";
    if (region.textContent !== message) region.textContent = message;
  }
}
customElements.define("rp-say", Say);

/** Does the sentence name these dice already? @param {string} text @param {Dice} dice */
const shows = (text, dice) =>
  dice.length > 0 && dice.map(([, face]) => face).join("") === (text.match(/\d/g) ?? []).join("");

/** @param {string} text @param {string[]} strong */
function bold(text, strong) {
  if (!strong.length) return [text];
  const found = new RegExp(`(${strong.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, "\\$&")).join("|")})`, "u");
  return text.split(found).map((part) => (strong.includes(part) ? h("b", {}, part) : part));
}
