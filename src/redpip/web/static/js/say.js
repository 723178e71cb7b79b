import { h } from "./dom.js";

/** `<rp-say>`: whose turn it is and what happened. Read out politely, your own turn and refusals at once. */
class Say extends HTMLElement {
  connectedCallback() {
    if (this.title_) return;
    this.classList.add("say");
    this.title_ = h("h1");
    this.text = h("p");
    this.polite = h("div.sr", { role: "status", "aria-live": "polite" });
    this.loud = h("div.sr", { role: "alert", "aria-live": "assertive" });
    this.append(this.title_, this.text, this.polite, this.loud);
  }

  /** @param {{title: string, text: string, loud: boolean}} say @param {string[]} strong words set in bold */
  draw(say, strong = []) {
    this.classList.remove("no");
    this.title_.textContent = say.title;
    this.text.replaceChildren(...bold(say.text, strong));
    this.#tell(say.loud ? this.loud : this.polite, `${say.title}. ${say.text}`);
  }

  /** The reason why something was refused stands here until the next thing happens. */
  refuse(message) {
    this.classList.add("no");
    this.text.textContent = message;
    this.loud.textContent = "";
    this.#tell(this.loud, message);
  }

  #tell(region, message) {
    if (region.textContent !== message) region.textContent = message;
  }
}
customElements.define("rp-say", Say);

function bold(text, strong) {
  if (!strong.length) return [text];
  const found = new RegExp(`(${strong.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, "\\$&")).join("|")})`, "u");
  return text.split(found).map((part) => (strong.includes(part) ? h("b", {}, part) : part));
}
