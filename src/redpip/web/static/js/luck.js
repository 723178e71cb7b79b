/**
 * A table for games of pushing one's luck: dice go to the shelf, the others are rolled, and the turn is stopped in time
 * or lost. It knows no rule; the scene says everything:
 *
 *   owner    whose dice lie there                air     dice that are being thrown
 *   reds     whether red faces mean anything     ended   the dice that lie there are those of the turn before
 *   dice     how many there are                  bust    and it was a bust: what is gone, in words
 *   shelf    [{dice: [{die, face, red, name}], text, doubled, bracket}], the dice already put aside, in groups
 *   floor    [{die, face, red, name, raised, note, told}], the dice rolled last
 *   race     {scale, target, runs: [{total, out}]}
 *   note     what must be reached now
 *   ready    what lies ahead now: {banked, turn, bust, chance, slots, slots_text, roll, stop}
 *   choices  {best: [die], ways: [{dice, action, after}]}, every way to choose from the floor and what would lie ahead
 *
 * roll and stop are {action, label, note}; roll also says which dice, stop may be `off`: shown, but not allowed yet.
 */
import "./die.js";
import { burst, h, keepFocus, lying, memory, put, same, shake, sound, still } from "./dom.js";
import { fill, whole } from "./phrases.js";
import { avatar, dress } from "./seats.js";
import { GameView, thrown, wear } from "./view.js";

await wear(import.meta.url, "../css/luck.css");

const LEAN = [-7, 5, 8, -4, -8, 6];
const READ = 2600; // ms to see a bust
const SIZES = [1, 0.85, 0.7, 0.55, 0.45]; // of dice on a shelf that gets full

/** @extends {GameView<LuckScene>} */
export class LuckView extends GameView {
  /** @type {Set<number>} dice on the floor that would go to the shelf */
  #chosen = new Set();
  #roll = ""; // the roll that they were chosen from
  /** @type {HTMLElement|null} the button whose actions are on their way */
  #pressed = null;

  /** @type {Map<number, import("./die.js").Die>} by their numbers, wherever they lie */
  dice = new Map();

  /** @param {Host} host */
  constructor(host) {
    super(host);
    this.tag = h("span.tag");
    this.shelf = h("div.groups");
    this.floor = h("div.loose");
    this.slots = h("div.slots");
    this.bust = h("p.bust", { role: "status" });
    this.tray = h("section.tray.luck", {}, this.tag, this.shelf, this.floor, this.slots, this.bust);
    this.risk = h("section.card.risk");
    this.note = h("p.note.gate", { hidden: true });
    this.stop = h("button.btn.main", { type: "button", id: "stop" });
    this.race = h("section.card.race.low");
    const { odds } = host.texts;
    this.odds = h("button.btn.small.odds-switch", { type: "button", onclick: () => this.#switchOdds() }, odds);
    host.stage.append(this.tray, h("div.act.two", {}, this.main, this.stop, this.undo, host.beside));
    host.pad.append(this.race, this.odds);
    this.#placeRisk();
    lying.addEventListener("change", () => this.#placeRisk());
    this.main.onclick = () => this.go("roll", this.main);
    this.stop.onclick = () => this.go("stop", this.stop);
  }

  // ---- what the table asks for

  /** @param {Now<LuckScene>} now */
  draw(now) {
    this.now = now;
    const { choices, floor, shelf } = now.scene;
    const roll = choices && now.mine ? JSON.stringify([now.seat, floor, shelf]) : "";
    const best = this.host.missing ? [] : choices?.best; // a learner chooses
    if (roll !== this.#roll) this.#chosen = new Set(now.mine ? best : []);
    this.#roll = roll;
    for (const die of this.dice.values()) if (die.inAir && !now.scene.air.includes(Number(die.dataset.die))) die.rest();
    this.redraw();
  }

  /** @param {Now<LuckScene>} was @param {Now<LuckScene>} now */
  async play(was, now) {
    const fallen = thrown(now);
    if (fallen) {
      this.#toss(fallen.map(([number]) => number));
      await Promise.all(fallen.map(([number, face], i) => this.#die(number).land(face, i * 45)));
      if (now.scene.bust) await this.#lose(now);
      else if (!now.mine) await this.pause(450);
    } else if (now.scene.air.length) {
      if (!was.mine) await this.pause(500);
      this.#chosen.clear();
      this.#toss(now.scene.air);
    } else if (!was.mine) await this.pause(350);
  }

  /** @param {LuckScene} scene */
  strong(scene) {
    return scene.reds ? scene.floor.filter((die) => die.red).map((die) => die.name) : [];
  }

  /** @param {number} seat */
  watch(seat) {
    return this.now?.table.me ?? seat;
  }

  keys() {
    const { texts, words } = this.host;
    return [
      ["1–6", texts.key_dice],
      ["R", texts.key_roll],
      [texts.stop_key, texts.key_stop],
      ["U", words.undo],
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.toUpperCase();
    if (!this.free) return false;
    if (/^[1-6]$/.test(key)) this.#press(Number(key));
    else if (key === "R") this.go("roll", this.main);
    else if (key === this.host.texts.stop_key) this.go("stop", this.stop);
    else return false;
    return true;
  }

  // ---- choosing

  /** The way that the chosen dice are, if there is such a way. */
  get #way() {
    return this.scene.choices?.ways.find((way) => same(way.dice, [...this.#chosen])) ?? null;
  }

  /** What lies ahead with the dice as chosen. */
  get #after() {
    return this.#way?.after ?? this.scene.ready;
  }

  /** @param {number} number */
  #press(number) {
    if (!this.now.mine || this.busy || !this.scene.choices || !this.scene.floor.some((die) => die.die === number)) {
      shake(this.dice.get(number));
      return;
    }
    if (!this.#chosen.delete(number)) this.#chosen.add(number);
    sound("felt");
    this.redraw();
  }

  /** @param {"roll" | "stop"} [what] */
  go(what = "roll", button = this.main) {
    if (!this.free) return;
    const step = this.#after?.[what];
    if (!step || step.off || (this.scene.choices && !this.#way)) {
      this.host.refuse(button, step?.off ? step.note : this.host.texts.choose);
      return;
    }
    this.#pressed = button;
    this.do({ actions: this.#actions(step) }, button);
  }

  // ---- dice

  /** @param {number} number */
  #die(number) {
    const known = this.dice.get(number);
    if (known) return known;
    const die = h("rp-die", { n: this.scene.reds ? number : 0, face: 0, "data-die": number });
    this.dice.set(number, die);
    return die;
  }

  /** These dice leave the hand and tumble until they land. @param {number[]} numbers */
  #toss(numbers) {
    const fresh = numbers.filter((number) => !this.#die(number).inAir);
    if (!fresh.length) return;
    put(
      this.floor,
      numbers.map((number) => this.#lane({ die: number, note: "", told: "" }, false)),
    );
    for (const group of [...this.shelf.children]) if (!group.querySelector("rp-die")) group.remove();
    const aside = this.tray.clientWidth * 0.5;
    for (const [i, number] of fresh.entries())
      this.#die(number).tumble([aside, 26 + 10 * (i % 3)], still() ? 0 : i * 30);
  }

  /**
   * Seen, heard and felt; it stays until it can be read, or until somebody presses beside a button.
   * @param {Now<LuckScene>} now
   */
  async #lose(now) {
    this.#drawBust(now);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 90]);
    shake(this.tray);
    burst(this.tray, "fall");
    await this.pause(READ);
  }

  // ---- drawing

  redraw() {
    this.#drawTray();
    this.#drawRisk();
    this.#drawActions();
    this.#drawRace();
  }

  #drawTray() {
    const { table, scene, seat } = this.now;
    const lay = [...this.dice.values()].filter((die) => die.isConnected);
    const from = lay.map((die) => ({ die, rect: die.getBoundingClientRect() }));
    this.tray.className = `tray luck ${dress(table, scene.owner ?? seat)}`;
    this.tag.textContent = this.host.texts.shelf;
    put(
      this.shelf,
      scene.shelf.map((group) => this.#group(group)),
    );
    fit(this.shelf);
    const loose = scene.air.length ? scene.air.map((die) => ({ die, note: "", told: "" })) : scene.floor;
    const lanes = loose.map((die) => this.#lane(die, Boolean(scene.choices) && this.now.mine && !this.busy));
    keepFocus(this.floor, "die", () => put(this.floor, lanes));
    if (!still()) for (const { die, rect } of from) slide(die, rect);
    this.#drawSlots();
    this.#drawBust(this.now);
  }

  /** Who bust, and what went with it: over the dice until they are picked up. @param {Now<LuckScene>} now */
  #drawBust({ scene, table }) {
    const name = table.seats[scene.owner]?.name ?? "";
    const told = scene.bust ? [fill(this.host.texts.busts, { name }), scene.bust] : [];
    this.tray.classList.toggle("lost", Boolean(scene.bust));
    if (this.bust.textContent === told.join(" ")) return;
    put(this.bust, told.length ? [h("b", {}, told[0]), " ", told[1]] : []);
  }

  /** @param {LuckScene["shelf"][number]} group */
  #group({ dice, text, doubled, bracket }) {
    const elements = dice.map(({ die, face }) => this.#rest(die, face, "0deg"));
    const label = `${dice.map((die) => die.name).join(", ")}${text ? `: ${text}` : ""}`;
    return h(
      `div.g${bracket ? ".bracket" : ""}${doubled ? ".doubled" : ""}`,
      { role: "img", "aria-label": label },
      h("span", {}, elements),
      h("em", {}, text),
    );
  }

  /** @param {number} number @param {number|undefined} face @param {string} lean */
  #rest(number, face, lean) {
    const die = this.#die(number);
    die.style.setProperty("--lean", lean);
    if (!die.inAir && face) die.face = face;
    return die;
  }

  /** @param {LuckLane} lane @param {boolean} can */
  #lane({ die, face, raised, note, name, told }, can) {
    const { texts } = this.host;
    const chosen = this.#chosen.has(die);
    const lean = `${LEAN[(die * 2 + (face ?? 0)) % LEAN.length]}deg`;
    const kind = `button.pick${chosen ? ".up" : ""}${raised ? ".raised" : ""}`;
    const label = [fill(texts.die, { die, face: name ?? "–" }), told, chosen && texts.chosen]
      .filter(Boolean)
      .join(", ");
    const lane = h(
      kind,
      {
        type: "button",
        "data-die": die,
        "aria-pressed": String(chosen),
        "aria-disabled": String(!can),
        "aria-label": label,
      },
      h("span.fr", {}, this.#rest(die, face, lean)),
      h("em", { "aria-hidden": "true" }, note),
    );
    lane.onclick = () => this.#press(die);
    return lane;
  }

  #drawSlots() {
    const { scene } = this.now;
    const after = this.#after;
    this.slots.classList.toggle("none", !after || scene.ended);
    if (!after || scene.ended) return;
    const now = scene.ready?.slots ?? 0;
    const marks = Array.from({ length: scene.dice }, (_, i) => h(`i${i < now ? ".f" : i < after.slots ? ".n" : ""}`));
    put(this.slots, h("span.marks", { "aria-hidden": "true" }, marks), h("span", {}, after.slots_text));
  }

  /** Some would rather feel the risk than read it. */
  #switchOdds() {
    memory.set("odds", showsOdds() ? "off" : "on");
    this.redraw();
  }

  /** What is at risk, and what is needed, under the dice; on a lying phone beside them. */
  #placeRisk() {
    if (lying.matches && this.host.pad.closest(".table")) this.odds.after(this.risk, this.note);
    else this.tray.after(this.note, this.risk);
  }

  #drawRisk() {
    const { texts } = this.host;
    const { scene } = this.now;
    const after = this.#after;
    if (scene.note) {
      this.note.hidden = false;
      this.note.textContent = scene.note;
    }
    // it stays while dice are in the air, and its room while others need not reach anything
    if (!scene.air.length) this.note.classList.toggle("none", !scene.note);
    this.odds.setAttribute("aria-pressed", String(showsOdds()));
    this.risk.hidden = !after || !showsOdds();
    if (!after) return;
    const cell = (/** @type {string} */ kind, /** @type {string} */ number, /** @type {string} */ text) =>
      h(`div.${kind}`, {}, h("b", {}, number), h("span", {}, text));
    const lost = h("i.no");
    lost.style.setProperty("--share", String(after.bust ?? 0));
    const meter = h(`div.meter${after.bust === null ? ".none" : ""}`, { "aria-hidden": "true" }, h("i.ok"), lost);
    put(
      this.risk,
      cell("s", whole(after.banked), texts.banked),
      cell("p", whole(after.turn), texts.at_risk),
      cell("w", after.chance, texts.bust),
      meter,
    );
  }

  #drawActions() {
    const { table, mine } = this.now;
    const after = this.#after;
    const choosing = Boolean(this.scene.choices) && !this.#way;
    const waits = mine ? this.host.texts.choose : this.waits;
    const roll = mine && !choosing ? after?.roll : null;
    const stop = mine && !choosing ? after?.stop : null;
    const known = roll && !showsOdds() ? { ...roll, note: "" } : roll;
    const alone = known && !stop; // beside another button there is no room
    this.#button(this.main, alone ? { ...known, label: this.rolling(known.label) } : known, waits, "R");
    this.#button(this.stop, stop, "", this.host.texts.stop_key);
    if (!this.busy) {
      this.main.hidden = !roll && Boolean(stop);
      this.stop.hidden = !stop;
    }
    this.undo.hidden = this.busy || !table.undo?.can;
  }

  /** What a press sends. @param {LuckStep} step */
  #actions({ action }) {
    return [this.#way?.action, action].filter((one) => typeof one === "string");
  }

  /** @param {HTMLElement} button @param {LuckStep|null|undefined} step @param {string} waits @param {string} key */
  #button(button, step, waits, key) {
    const ready = Boolean(step && !step.off && !this.busy);
    const missing = Boolean(step && ready && this.host.missing?.(this.#actions(step)));
    button.setAttribute("aria-disabled", String(!ready));
    button.classList.toggle("busy", this.busy && button === this.#pressed);
    if (this.busy) return;
    button.classList.toggle("idle", !ready || missing);
    put(
      button,
      h("span.l", {}, step?.label ?? waits),
      step?.note ? h("span.sub", {}, step.note) : null,
      ready ? h("kbd", { "aria-hidden": "true" }, key) : null,
    );
  }

  #drawRace() {
    const { table, scene, seat, mine } = this.now;
    const { scale, target, runs } = scene.race;
    const rows = runs.map(({ total, out }, i) => {
      const one = table.seats[i];
      const pending = i === scene.seat && table.phase === "playing" ? (this.#after?.turn ?? 0) : 0;
      const bar = h("span.br", { "aria-hidden": "true" }, h("i"), h("u"), h("span.goal"));
      bar.style.setProperty("--total", String(total / scale));
      bar.style.setProperty("--pending", String(Math.min(pending, scale - total) / scale));
      bar.style.setProperty("--goal", String(target / scale));
      const kind = `li${i === (table.me ?? seat) ? ".me" : ""}${out ? ".out" : ""}${mine || i !== seat ? "" : ".on"}`;
      const note = scene.seats[i].note;
      return h(
        kind,
        {},
        avatar(one),
        h("span.n", {}, one.name, note ? h("small", {}, note) : null),
        bar,
        h("span.num", {}, whole(total)),
      );
    });
    put(this.race, h("h2", {}, this.host.texts.race, h("span.num", {}, whole(target))), h("ol", {}, rows));
  }
}

/** What lies on the shelf gets smaller until it is no higher than an empty one: nothing below it moves. @param {HTMLElement} shelf */
function fit(shelf) {
  const room = Number.parseFloat(getComputedStyle(shelf).minHeight) + 1;
  for (const size of SIZES) {
    shelf.style.setProperty("--fit", String(size));
    shelf.classList.toggle("tight", size < 1);
    if (shelf.offsetHeight <= room) return;
  }
}

/** A die that was put elsewhere slides there. @param {import("./die.js").Die} die @param {DOMRect} from */
function slide(die, from) {
  if (die.inAir || !die.isConnected) return;
  const to = die.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) > 2)
    die.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
      duration: 220,
      easing: "cubic-bezier(.3,1.2,.5,1)",
    });
}

/** Does this device show chances? One answer for all games. */
const showsOdds = () => memory.get("odds", "on") !== "off";
