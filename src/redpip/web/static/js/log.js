import { h, put } from "./dom.js";
import { mini } from "./mini.js";

/** `<rp-log>`: what happened, the newest first. */
export class Log extends HTMLElement {
  /** @type {number|undefined} */
  newest;
  length = 0;

  /**
   * @param {LogEntry[]} entries
   * @param {string} title
   * @param {string[]} names
   * @param {boolean} reds whether red faces mean anything in this game
   * @returns the entries that are new
   */
  draw(entries, title, names, reds) {
    const newest = entries.at(-1)?.seq ?? -1;
    if (newest === this.newest && entries.length === this.length) return [];
    const since = this.newest ?? newest;
    const news = entries.filter(({ seq }) => seq > since);
    this.newest = newest;
    this.length = entries.length;
    this.classList.add("card", "log");
    this.hidden = !entries.length;
    put(
      this,
      h("h2", {}, title),
      h(
        "ul",
        { tabindex: "0", "aria-label": title },
        entries.toReversed().map((entry) => this.#line(entry, names[entry.seat ?? -1], reds)),
      ),
    );
    return news;
  }

  /**
   * A throw is shown by its dice; its sentence is for those who cannot see them.
   * @param {LogEntry} entry
   * @param {string|undefined} name
   * @param {boolean} reds
   */
  #line({ text, dice }, name, reds) {
    if (!dice.length || !name) return h("li", {}, h("span", {}, text));
    const faces = h(
      "span.d",
      { "aria-hidden": "true" },
      dice.map(([die, face]) => mini(reds ? die : 0, face)),
    );
    return h("li", {}, h("span.sr", {}, text), h("span", { "aria-hidden": "true" }, name), faces);
  }
}
customElements.define("rp-log", Log);
