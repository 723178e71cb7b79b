import { h, put } from "./dom.js";
import { mini } from "./mini.js";

/** `<rp-log>`: what happened, the newest first. */
class Log extends HTMLElement {
  /** @param {{seq: number, seat: number, text: string, dice?: [number, number][]}[]} entries */
  draw(entries, title) {
    const newest = entries.at(-1)?.seq ?? -1;
    if (newest === this.newest && entries.length === this.length) return;
    this.newest = newest;
    this.length = entries.length;
    this.classList.add("card", "log");
    this.hidden = !entries.length;
    put(this, h("h2", {}, title), h("ul", { tabindex: "0", "aria-label": title }, entries.toReversed().map((entry) => this.#line(entry))));
  }

  #line({ text, dice }) {
    const faces = dice?.length ? h("span.d", { "aria-hidden": "true" }, dice.map(([die, face]) => mini(die, face))) : null;
    return h("li", {}, h("span", {}, text), faces);
  }
}
customElements.define("rp-log", Log);
