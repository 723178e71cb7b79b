import { h, put } from "./dom.js";
import { mini } from "./mini.js";
import { dress } from "./seats.js";

/** `<rp-log>`: what happened, the newest first. */
export class Log extends HTMLElement {
  /** @type {number|undefined} */
  newest;
  length = 0;

  /**
   * @param {Table} table
   * @param {string} title
   * @param {boolean} reds whether red faces mean anything in this game
   * @returns the entries that are new
   */
  draw(table, title, reds) {
    const entries = table.log;
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
        entries.toReversed().map((entry) => this.#line(entry, table, reds)),
      ),
    );
    return news;
  }

  /**
   * A throw is shown by its dice and, in a word, by what it cost; its sentence is for those who cannot see them.
   * @param {LogEntry} entry
   * @param {Table} table
   * @param {boolean} reds
   */
  #line({ text, dice, seat, bust }, table, reds) {
    const who = seat === null ? null : table.seats[seat];
    if (!dice.length || !who) return h("li", {}, h("span", {}, text));
    const faces = h(
      "span",
      { class: `d ${dress(table, who.seat)}`, "aria-hidden": "true" },
      dice.map(([die, face]) => mini(reds ? die : 0, face)),
    );
    const name = h("span", { "aria-hidden": "true" }, who.name, bust ? h("b.busted", {}, ` ${bust}`) : null);
    return h("li", {}, h("span.sr", {}, text), name, faces);
  }
}
customElements.define("rp-log", Log);
