/**
 * The plain page of a game that brings no view.js: the dice as they lie, the position in words, the choices as buttons.
 * redpip.core.plain makes its scene:
 *
 *   dice      [{die, face, name}]         lines     the position, a sentence a line
 *   choices   [{action, label}]           families  many actions at once: each a list of parts, {text}, {one: [text]} or
 *                                                   {some: [text], must: [text], least, most}
 *
 * What a view is to the table: see Spicy's view.js.
 */
import "/static/js/die.js";
import { h, icon, put } from "/static/js/dom.js";
import { fill } from "/static/js/phrases.js";
import { avatar } from "/static/js/seats.js";

document.head.append(h("link", { rel: "stylesheet", href: new URL("view.css", import.meta.url).href }));

const FEW = 3; // so many choices stand where a thumb is

export class View {
  #now = null;
  #busy = false;
  #chosen = new Map(); // of a family's part: which of its texts

  constructor(host) {
    this.host = host;
    this.dice = new Map(); // number -> its element
    this.floor = h("ul.floor");
    this.tray = h("section.tray.plain", { "aria-label": host.words.dice }, this.floor);
    this.families = h("div.families");
    this.choices = h("div.choices", { role: "group", "aria-label": host.words.choices });
    this.near = h("div.near");
    this.undo = h(
      "button.btn.side-btn",
      { type: "button", "aria-label": host.words.undo, onclick: () => host.undo() },
      icon("undo"),
      h("span.tx", {}, host.words.undo),
    );
    host.stage.append(
      this.tray,
      this.families,
      this.choices,
      h("div.act.plain", {}, this.near, this.undo, host.reactions),
    );
    this.standing = h("ol.standing");
    this.words = h("div.words");
    host.pad.append(h("section.card.plain-pad", {}, this.standing, this.words));
  }

  // ---- what the table asks for

  draw(now) {
    this.#now = now;
    this.#busy = false;
    this.#drawDice();
    this.#drawChoices();
    this.#drawStanding();
    put(
      this.words,
      now.scene.lines.filter(Boolean).map((line) => h("p", {}, line)),
    );
    this.undo.hidden = !now.table.undo?.can;
  }

  async play(_was, now) {
    const thrown = now.event?.event?.throw;
    if (typeof thrown !== "string") return;
    const faces = [...thrown].map((face, i) => [i + 1, Number(face)]).filter(([, face]) => face);
    const dice = faces.map(([number]) => this.#die(number));
    put(
      this.floor,
      dice.map((die) => h("li", {}, die)),
    );
    this.tray.hidden = false;
    for (const die of dice) die.tumble([0, -40]);
    await Promise.all(dice.map((die, i) => die.land(faces[i][1], i * 45)));
  }

  hurry() {
    for (const die of this.dice.values()) die.hurry();
  }

  strong() {
    return [];
  }

  watch(seat) {
    return this.#now?.table.me ?? seat;
  }

  keys() {
    const { words } = this.host;
    return [
      ["1–9", words.key_choice],
      ["U", words.undo],
    ];
  }

  key({ key }) {
    if (!/^[1-9]$/.test(key) || !this.#now?.mine) return false;
    const choice = this.#now.scene.choices[Number(key) - 1];
    if (choice) this.#do(choice.action);
    return Boolean(choice);
  }

  // ---- drawing

  #die(number) {
    if (!this.dice.has(number)) this.dice.set(number, h("rp-die", { n: number, face: 0, "aria-hidden": "true" }));
    return this.dice.get(number);
  }

  #drawDice() {
    const { dice } = this.#now.scene;
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
    const { mine, scene, table, seat } = this.#now;
    const choices = mine ? scene.choices : [];
    const buttons = choices.map(({ action, label }, i) => this.#button(action, label, i));
    const few = buttons.length <= FEW;
    const waits = fill(this.host.words.wait_for, { name: table.seats[seat].name });
    const idle = h("button.btn.main.idle", { type: "button", id: "main", "aria-disabled": "true" }, waits);
    put(this.near, mine ? (few ? buttons : []) : [idle]);
    put(this.choices, few ? [] : buttons);
    this.choices.hidden = few;
    put(
      this.families,
      (mine ? scene.families : []).map((parts, i) => this.#family(parts, i)),
    );
  }

  #button(action, label, i) {
    const key = i < 9 ? h("kbd", { "aria-hidden": "true" }, String(i + 1)) : null;
    const props = { type: "button", "aria-disabled": "false", onclick: () => this.#do(action) };
    return i ? h("button.btn", props, label, key) : h("button.btn.main", { id: "main", ...props }, label, key);
  }

  #drawStanding() {
    const { scene, table } = this.#now;
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

  #family(parts, number) {
    const verb = (parts[0].text ?? "").trim();
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
      if (action !== null) this.#do(action);
    };
    settle();
    const shown = chosen.map(({ element }, i) => element ?? (i ? h("span", {}, parts[i].text) : null));
    return h("div.card.family", { role: "group", "aria-label": verb }, shown, go);
  }

  #part(part, key) {
    if (part.text !== undefined) return { element: null, text: () => part.text };
    return part.one ? this.#one(part.one, key) : this.#some(part, key);
  }

  #one(texts, key) {
    const options = texts.map((text) => h("option", { value: text }, text));
    const element = h("select", { "aria-label": this.host.words.choices }, options);
    if (texts.includes(this.#chosen.get(key))) element.value = this.#chosen.get(key);
    element.addEventListener("change", () => this.#chosen.set(key, element.value));
    return { element, text: () => element.value };
  }

  #some({ some, must, least, most }, key) {
    const kept = (this.#chosen.get(key) ?? []).filter((text) => some.includes(text));
    const on = new Set([...kept, ...must]);
    const element = h("span.some");
    const draw = (text, button) => button.setAttribute("aria-pressed", String(on.has(text)));
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

  async #do(action) {
    if (this.#busy || !this.#now.mine) return;
    this.#busy = true;
    try {
      await this.host.act([action]);
    } catch (refusal) {
      this.host.refuse(this.near, refusal.message);
    }
    this.#busy = false;
  }
}
