/** One line in pencil on the table: what to tap, until that kind of choice has been made twice on this device. */
import { h, memory, texts } from "./dom.js";

const ENOUGH = 2;

export class Pencil {
  line = h("p.pencil", { hidden: true });
  /** @type {Record<string, number>} how often each kind was chosen; it counts on where nothing can be kept */
  #done;
  /** @type {Tap|null} */
  #tap = null;
  /** @type {boolean|null} whether "?" called the line back or put it away */
  #called = null;
  /** @type {Map<string, number>} the position at which a kind was read out */
  #told = new Map();

  /** @param {string} game @param {HTMLElement} button */
  constructor(game, button) {
    this.key = `taps.${game}`;
    this.button = button;
    this.#done = counts(memory.get(this.key));
    const known = Object.values(this.#done);
    this.line.classList.toggle("spare", known.length > 0 && known.every((times) => times >= ENOUGH));
    button.onclick = () => this.call(!this.#shown);
  }

  /** What to tap now, whether or not the line says it. */
  get text() {
    return this.#tap?.text ?? "";
  }

  get #shown() {
    if (!this.#tap) return this.#called ?? false;
    return this.#called ?? (this.#done[this.#tap.kind] ?? 0) < ENOUGH;
  }

  /** @param {Now<Scene|null>} now @returns {string} what is to be read out with the position, once for each kind */
  draw({ table, scene, mine }) {
    this.#tap = (mine && !table.keep && scene?.tap) || null;
    this.line.hidden = table.phase !== "playing" || !table.mine.length || Boolean(table.keep); // a pad has its own words
    this.#show();
    if (!this.#tap || !this.#shown) return "";
    const { kind, text } = this.#tap;
    if (!this.#told.has(kind)) this.#told.set(kind, table.position);
    return this.#told.get(kind) === table.position ? text : "";
  }

  /** This kind of choice was made. @param {Tap|null|undefined} tap */
  did(tap) {
    if (!tap) return;
    this.#done[tap.kind] = Math.min(ENOUGH, (this.#done[tap.kind] ?? 0) + 1);
    memory.set(this.key, JSON.stringify(this.#done));
    this.#show();
  }

  /** Calls the line back, or puts it away. */
  call(back = true) {
    this.#called = back;
    this.#show();
  }

  #show() {
    const shown = this.#shown;
    this.line.textContent = shown ? this.text : "";
    if (shown && this.text) this.line.classList.remove("spare"); // its room stays: nothing jumps when it goes
    this.button.setAttribute("aria-label", texts.what_to_tap);
    this.button.toggleAttribute("data-on", !this.line.hidden);
    this.button.setAttribute("aria-pressed", String(shown));
  }
}

/** What was kept; whatever else stands there is nothing. @param {string} kept @returns {Record<string, number>} */
function counts(kept) {
  try {
    const found = Object.entries(JSON.parse(kept)).filter(([, times]) => Number.isInteger(times));
    return Object.fromEntries(found);
  } catch {
    return {};
  }
}
