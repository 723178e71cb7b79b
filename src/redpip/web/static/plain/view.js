/**
 * The plain page of a game that brings no view.js: the dice as they lie, the position in words, the choices as buttons.
 * redpip.core.plain makes its scene:
 *
 *   dice      [{die, face, name}]         lines     the position, a sentence a line
 *   choices   [{action, label}]           families  many actions at once: each a list of parts, {text}, {one: [text]} or
 *                                                   {some: [text], must: [text], least, most}
 *
 * What a view is: static/js/view.js.
 */
import { h, put } from "/static/js/dom.js";
import { avatar } from "/static/js/seats.js";
import { GameView, thrown, wear } from "/static/js/view.js";

await wear(import.meta.url);

const FEW = 3; // so many choices stand where a thumb is

/** @extends {GameView<PlainScene>} */
export class View extends GameView {
  /** @type {Map<string, string[]>} of a family's part: which of its texts */
  #chosen = new Map();
  /** @type {Map<number, import("/static/js/die.js").Die>} */
  dice = new Map();

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.floor = h("ul.floor");
    this.tray = h("section.tray.plain", { "aria-label": host.words.dice }, this.floor);
    this.families = h("div.families");
    this.choices = h("div.choices", { role: "group", "aria-label": host.words.choices });
    this.near = h("div.near");
    host.stage.append(
      this.tray,
      this.families,
      this.choices,
      h("div.act.plain", {}, this.near, this.undo, host.beside),
    );
    this.standing = h("ol.standing");
    this.words = h("div.words");
    host.pad.append(h("section.card.plain-pad", {}, this.standing, this.words));
  }

  // ---- what the table asks for

  /** @param {Now<PlainScene>} now */
  draw(now) {
    this.now = now;
    this.#drawDice();
    this.#drawChoices();
    this.#drawStanding();
    put(
      this.words,
      now.scene.lines.filter(Boolean).map((line) => h("p", {}, line)),
    );
    this.redraw();
  }

  /** The choices stay as they lie, with the focus on one of them. */
  redraw() {
    this.undo.hidden = this.busy || !this.now.table.undo.can;
  }

  /** @param {Now<PlainScene>} _was @param {Now<PlainScene>} now */
  async play(_was, now) {
    const faces = thrown(now);
    if (!faces) return;
    const dice = faces.map(([number]) => this.#die(number));
    put(
      this.floor,
      dice.map((die) => h("li", {}, die)),
    );
    this.tray.hidden = false;
    for (const die of dice) die.tumble([0, -40]);
    await Promise.all(dice.map((die, i) => die.land(faces[i][1], i * 45)));
  }

  /** @param {number} seat */
  watch(seat) {
    return this.now?.table.me ?? seat;
  }

  keys() {
    const { words } = this.host;
    return [
      ["1–9", words.key_choice],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    if (!/^[1-9]$/.test(key) || !this.now.mine) return false;
    const choice = this.scene.choices[Number(key) - 1];
    if (choice) this.#choose(choice.action);
    return Boolean(choice);
  }

  // ---- drawing

  /** @param {number} number */
  #die(number) {
    const known = this.dice.get(number);
    if (known) return known;
    const die = h("rp-die", { n: number, face: 0, "aria-hidden": "true" });
    this.dice.set(number, die);
    return die;
  }

  #drawDice() {
    const { dice } = this.scene;
    this.tray.hidden = !dice.length;
    put(
      this.floor,
      dice.map(({ die, face, name }) => {
        const element = this.#die(die);
        if (element.inAir) element.rest();
        element.face = face;
        return h("li", {}, element, h("span.sr", {}, name));
      }),
    );
  }

  #drawChoices() {
    const { mine, scene } = this.now;
    const choices = mine ? scene.choices : [];
    const buttons = choices.map(({ action, label }, i) => this.#button(action, label, i));
    const few = buttons.length <= FEW;
    const idle = h("button.btn.main.idle", { type: "button", id: "main", "aria-disabled": "true" }, this.waits);
    put(this.near, mine ? (few ? buttons : []) : [idle]);
    put(this.choices, few ? [] : buttons);
    this.choices.hidden = few;
    put(
      this.families,
      (mine ? scene.families : []).map((parts, i) => this.#family(parts, i)),
    );
  }

  /** @param {string} action @param {string} label @param {number} i */
  #button(action, label, i) {
    const key = i < 9 ? h("kbd", { "aria-hidden": "true" }, String(i + 1)) : null;
    const props = { type: "button", "aria-disabled": "false", onclick: () => this.#choose(action) };
    return i ? h("button.btn", props, label, key) : h("button.btn.main", { id: "main", ...props }, label, key);
  }

  #drawStanding() {
    const { scene, table } = this.now;
    put(
      this.standing,
      scene.seats.map(({ score, note }, seat) =>
        h(
          "li",
          {},
          avatar(table.seats[seat]),
          h("span.n", {}, table.seats[seat].name, note ? h("small", {}, note) : null),
          score === null ? null : h("b.num", {}, String(score)),
        ),
      ),
    );
  }

  // ---- actions that are put together from parts

  /** @param {PlainPart[]} parts @param {number} number */
  #family(parts, number) {
    const verb = textOf(parts[0]).trim();
    const go = h("button.btn.go", { type: "button" }, verb || "…");
    const chosen = parts.map((part, i) => this.#part(part, `${number} ${i}`));
    const settle = () => {
      const texts = chosen.map(({ text }) => text());
      const ready = texts.every((text) => text !== null);
      go.setAttribute("aria-disabled", String(!ready));
      go.classList.toggle("idle", !ready);
      go.setAttribute("aria-label", ready ? texts.join("") : verb);
      return ready ? texts.join("") : null;
    };
    for (const { element } of chosen) element?.addEventListener("change", settle);
    go.onclick = () => {
      const action = settle();
      if (action !== null) this.#choose(action);
    };
    settle();
    const shown = chosen.map(({ element }, i) => element ?? (i ? h("span", {}, textOf(parts[i])) : null));
    return h("div.card.family", { role: "group", "aria-label": verb }, shown, go);
  }

  /**
   * @param {PlainPart} part
   * @param {string} key
   * @returns {{element: HTMLElement|null, text: () => string|null}}
   */
  #part(part, key) {
    if ("some" in part) return this.#some(part, key);
    if ("one" in part) return this.#one(part.one, key);
    return { element: null, text: () => part.text };
  }

  /** @param {string[]} texts @param {string} key */
  #one(texts, key) {
    const options = texts.map((text) => h("option", { value: text }, text));
    const element = h("select", { "aria-label": this.host.words.choices }, options);
    const [kept] = this.#chosen.get(key) ?? [];
    if (texts.includes(kept)) element.value = kept;
    element.addEventListener("change", () => this.#chosen.set(key, [element.value]));
    return { element, text: () => element.value };
  }

  /** @param {SomeOf} part @param {string} key */
  #some({ some, must, least, most }, key) {
    const kept = (this.#chosen.get(key) ?? []).filter((text) => some.includes(text));
    const on = new Set([...kept, ...must]);
    const element = h("span.some");
    const draw = (/** @type {string} */ text, /** @type {HTMLElement} */ button) =>
      button.setAttribute("aria-pressed", String(on.has(text)));
    for (const text of some) {
      const button = h("button.btn.small", { type: "button", disabled: must.includes(text) }, text);
      button.onclick = () => {
        if (!on.delete(text)) on.add(text);
        draw(text, button);
        this.#chosen.set(key, [...on]);
        element.dispatchEvent(new Event("change"));
      };
      draw(text, button);
      element.append(button);
    }
    const fits = () => on.size >= least && on.size <= most;
    return { element, text: () => (fits() ? some.filter((text) => on.has(text)).join(" ") : null) };
  }

  /** @param {string} action */
  #choose(action) {
    if (this.free) this.do({ actions: [action] }, this.near);
  }
}

/** @param {PlainPart} part */
const textOf = (part) => ("text" in part ? part.text : "");
