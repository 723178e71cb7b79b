/** Dice to turn beside the rules. What they come to is the service's word; nothing is worked out here. */
import "./die.js";
import { find, h, keepFocus, put, still, texts } from "./dom.js";
import { post } from "./http.js";
import { copy } from "./links.js";
import { fill } from "./phrases.js";

/**
 * @typedef {{die: number, face: number, red: boolean, name: string, next: string|null}} TurnedDie
 * @typedef {{name: string, dress: string, dice: TurnedDie[]}} TurnedGroup
 * @typedef {{name: string, choices: {text: string, dice: string}[], chosen: number}} TurnedSetting
 * @typedef {{key: string, name: string, value: string, say: string, tag: string, good: boolean, wide: boolean}} TurnedBox
 * @typedef {{dice: string, reds: boolean, groups: TurnedGroup[], settings: TurnedSetting[], boxes: TurnedBox[], best: string}} Turned
 */

const LEAN = [-4, 6, -7, 3, -3, 7];

export class Turning {
  #asked = 0;
  #touched = ""; // the box that is spoken of, by choice
  #groups = h("div.groups");
  #settings = h("div.settings");
  #boxes = h("div.boxes");
  #say = h("p.say1", { role: "status" });

  /** @param {HTMLElement} place @param {string} game @param {Turned} turned */
  constructor(place, game, turned) {
    this.game = game;
    this.turned = turned;
    const tools = h(
      "div.tools",
      {},
      h(
        "button.btn.small",
        { type: "button", onclick: () => this.#ask({ dice: this.turned.dice, roll: true }) },
        texts.roll_them,
      ),
      h("button.btn.small", { type: "button", onclick: (/** @type {Event} */ event) => this.#copy(event) }, texts.copy),
    );
    put(place, this.#groups, this.#settings, this.#boxes, this.#say, tools);
    this.#draw();
  }

  /** What a throw in the text is called once it can be laid out. @param {string} dice */
  offer(dice) {
    return fill(texts.lay_out, { dice });
  }

  /** @param {string} dice */
  async lay(dice) {
    await this.#ask({ dice });
    find("#try")?.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  /** The last question counts, whichever answer comes last. @param {{dice: string, roll?: boolean}} wanted */
  async #ask(wanted) {
    const number = ++this.#asked;
    try {
      const turned = await post(`/api/v1/games/${this.game}/example?lang=${document.documentElement.lang}`, wanted);
      if (number !== this.#asked) return;
      this.turned = turned;
      this.#draw();
    } catch (refusal) {
      if (number === this.#asked) this.#say.textContent = refusal.message;
    }
  }

  #draw() {
    const { groups, settings, boxes } = this.turned;
    keepFocus(this.#groups, "at", () =>
      put(
        this.#groups,
        groups.map((group, at) => this.#group(group, at)),
      ),
    );
    keepFocus(this.#settings, "at", () =>
      put(
        this.#settings,
        settings.map((setting, at) => this.#setting(setting, at)),
      ),
    );
    const wide = boxes.filter((box) => box.wide);
    const narrow = boxes.filter((box) => !box.wide);
    const draw = (/** @type {TurnedBox} */ box) => this.#box(box);
    keepFocus(this.#boxes, "at", () =>
      put(this.#boxes, h("div.row6", {}, narrow.map(draw)), wide.length ? h("div.row4", {}, wide.map(draw)) : null),
    );
    this.#tell();
  }

  /** @param {TurnedGroup} group @param {number} at */
  #group(group, at) {
    const lanes = group.dice.map((die) => this.#lane(group, die, at));
    return h(
      "div.tray",
      { role: "group", "aria-label": group.name },
      this.turned.groups.length > 1 ? h("p.whose", { "aria-hidden": "true" }, group.name) : null,
      h(`div.lanes${group.dress ? `.set-${group.dress}` : ""}`, {}, lanes),
    );
  }

  /** @param {TurnedGroup} group @param {TurnedDie} die @param {number} at */
  #lane({ dice }, { die, face, red, name, next }, at) {
    const shape = face ? h("rp-die", { n: this.turned.reds ? die : 0, face }) : h("i.gap");
    shape.style.setProperty("--lean", `${LEAN[(die + at + dice.length) % LEAN.length]}deg`);
    return h(
      "button.lane",
      {
        type: "button",
        "data-at": `${at}-${die}`,
        "aria-label": fill(texts.example_die, { die: String(die), face: name }),
        "aria-disabled": String(!next),
        onclick: () => next && this.#ask({ dice: next }),
      },
      shape,
      h(`span.name${red ? ".r" : ""}`, { "aria-hidden": "true" }, face ? name : "–"),
    );
  }

  /** @param {TurnedSetting} setting @param {number} at */
  #setting({ name, choices, chosen }, at) {
    const select = h(
      "select",
      { "data-at": at },
      choices.map(({ text, dice }, i) => h("option", { value: dice, selected: i === chosen }, text)),
    );
    select.onchange = () => this.#ask({ dice: select.value });
    return h("label", {}, h("span", {}, name), select);
  }

  /** @param {TurnedBox} box */
  #box({ key, name, value, tag, good }) {
    return h(
      `button.bx${good ? "" : ".z"}`,
      {
        type: "button",
        "data-at": key,
        "aria-pressed": String(key === this.#spoken.key),
        onclick: () => this.#touch(key),
      },
      h("i", {}, name),
      h("b", {}, value),
      tag ? h("small", {}, tag) : null,
    );
  }

  get #spoken() {
    const { boxes, best } = this.turned;
    return boxes.find(({ key }) => key === this.#touched) ?? boxes.find(({ key }) => key === best) ?? boxes[0];
  }

  /** @param {string} key */
  #touch(key) {
    this.#touched = key;
    for (const box of this.#boxes.querySelectorAll(".bx"))
      box.setAttribute("aria-pressed", String(box.getAttribute("data-at") === key));
    this.#tell();
  }

  #tell() {
    this.#say.textContent = this.#spoken.say;
  }

  /** A link with these dice. @param {Event} event */
  async #copy({ currentTarget: button }) {
    const address = new URL(location.href);
    address.search = String(new URLSearchParams({ dice: this.turned.dice }));
    address.hash = "try";
    history.replaceState(history.state, "", address);
    if ((await copy(String(address))) && button instanceof HTMLElement) button.textContent = texts.copied;
  }
}
