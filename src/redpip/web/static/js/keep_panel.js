/**
 * Where people tell what happened with their dice: rolls are counted, dice tapped, a line of the sheet chosen, points
 * typed. What can be told comes from the service; here it is put together into the text of an entry.
 */
import { h, keepFocus, memory, put, shake, sound } from "./dom.js";
import { DiceKeys, seenText, without } from "./keep_keys.js";
import { LyingDice } from "./keep_lying.js";
import { count, fill } from "./phrases.js";
import "./rolls.js";

/**
 * @typedef {import("./keep_keys.js").Seen} Seen
 * @typedef {import("./outbox.js").Jot} Jot
 * @typedef {import("./outbox.js").Sight} Sight
 * @typedef {{rolls: number, dice: Seen[], picked?: number[], nobodys?: boolean, what: string|null, points: string[], byDice: boolean}} Entry what is told so far; nobodys: of dice that belong to nobody
 * @typedef {object} Facts
 * @property {string} key another key is another entry
 * @property {"tally"|"final"|"every"} way
 * @property {number} seat
 * @property {number} throw so many dice are to be told; 0: the result of a turn is
 * @property {Omit<Sights, "lies">&{lies: Seen[]}|null} [sight] every roll is told by sight: what lies there, and what can
 * be seen to happen with it
 * @property {NoteLine[]} lines
 * @property {[number, number]|null} rolls spent before this turn, and allowed in all
 * @property {number} begun so many rolls of this turn were told one by one
 * @property {string[]} names
 * @property {boolean} busy
 * @property {string} [verb] what the big button says where an entry is corrected
 */

const FEW = 12; // so many results are tapped as a whole; others digit by digit
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/** @returns {Entry} */
const blank = (rolls = 0) => ({ rolls, dice: [], picked: [], what: null, points: [], byDice: false });

export class Panel {
  /** @type {Entry} */
  entry = blank();
  /** @type {Facts} */
  facts = /** @type {any} */ (null);
  /** @type {Map<string, number>|null} what the dice bring, by line */
  #worth = null;
  #asked = ""; // the dice that this is about
  #field = 0; // whose points are typed, where everybody has some
  marks = h("div.marks");
  tap = h("button.tap", { type: "button", "data-part": "tap" });
  stepper = h("div.stepper");
  lines = h("div.lines", { role: "group" });
  digits = h("div.digits", { role: "group" });
  main = h("button.btn.main", { type: "button", "data-part": "write" });
  other = h("button.btn.small.quiet", { type: "button" });
  turned = h("button.btn.small", { type: "button", "data-part": "turned" });
  nobodys = h("button.btn.small", { type: "button", "data-part": "nobodys" });
  places = h("div.places", { role: "group" });
  moves = h("div.moves", { role: "group" });

  /**
   * @param {KeepTexts} texts
   * @param {{worth: (seat: number, dice: string) => Promise<Worth[]>, send: (text: string, jot: Jot|null, sight: Sight|null) => Promise<void>, refuse: (message: string, rule?: string|null) => void, changed?: () => void, place?: string}} calls
   * place: where what is begun is kept
   */
  constructor(texts, calls) {
    this.texts = texts;
    this.calls = calls;
    this.keys = new DiceKeys(
      texts,
      () => this.#changed(),
      (message, key) => {
        shake(key);
        calls.refuse(message);
      },
    );
    this.lying = new LyingDice(texts, () => {
      this.keys.dice = [];
      this.entry.what = null;
      this.#changed();
      this.keys.element.scrollIntoView({ block: "nearest" }); // on a small phone they begin below
    });
    this.tap.onclick = () => this.#count(1);
    this.main.onclick = () => this.#write();
    this.turned.onclick = () => this.#write("turned");
    this.nobodys.onclick = () => {
      this.entry.nobodys = !this.entry.nobodys;
      this.entry.what = null;
      this.keys.dice = [];
      this.lying.picked = [];
      this.#changed();
    };
    this.other.onclick = () => {
      this.entry.byDice = !this.entry.byDice;
      this.#changed();
    };
    this.element = h(
      "div.panel",
      {},
      this.marks,
      this.tap,
      this.lying.element,
      this.places,
      this.turned,
      this.nobodys,
      this.keys.element,
      this.stepper,
      this.moves,
      this.lines,
      this.digits,
      this.other,
      h("div.write", {}, this.main),
    );
  }

  /** @param {Facts} facts @param {Entry} [entry] what is told already, where it is another one */
  draw(facts, entry) {
    const other = this.facts?.key !== facts.key;
    if (!other && JSON.stringify(facts) === JSON.stringify(this.facts)) return; // a key that is being pressed stays
    this.facts = facts;
    if (other) {
      this.entry = entry ?? this.#begun() ?? blank(facts.begun);
      this.keys.dice = this.entry.dice;
      this.lying.picked = this.entry.picked ?? [];
      this.#worth = null;
      this.#asked = "";
      this.#field = 0;
    }
    if (!this.#line) this.entry.what = null;
    this.redraw();
  }

  /** What was begun before the page was closed. @returns {Entry|null} */
  #begun() {
    const kept = this.calls.place ? JSON.parse(memory.get(this.calls.place, "null")) : null;
    return kept?.key === this.facts.key ? kept.entry : null;
  }

  #changed() {
    this.entry.dice = this.keys.dice;
    this.entry.picked = this.lying.picked;
    if (this.calls.place) memory.set(this.calls.place, JSON.stringify({ key: this.facts.key, entry: this.entry }));
    this.redraw();
    this.calls.changed?.();
  }

  // ---- what is asked for

  get #line() {
    return this.facts.lines.find((line) => line.what === this.entry.what);
  }

  /** Do rolls count in this game? */
  get #counts() {
    return !this.facts.throw && this.facts.lines.some((line) => line.rolls);
  }

  /** Dice lie there, so they were rolled; how often, nobody has said yet. */
  get #uncounted() {
    return this.#counts && !this.entry.rolls && this.entry.dice.length > 0;
  }

  /** Rolls spent with those of this turn; null where nobody has said how many those are. */
  get spent() {
    const { rolls } = this.facts;
    return rolls && this.#counts && !this.#uncounted ? rolls[0] + this.entry.rolls : null;
  }

  /** What comes next, once something of the turn is told; "" before. */
  get next() {
    const { texts, entry, facts } = this;
    if (facts.throw || facts.sight) return "";
    if (entry.what || entry.dice.length) return texts.say_result;
    return entry.rolls ? texts.say_rolls : "";
  }

  /** Are dice told now? */
  get #dice() {
    const { sight } = this.facts;
    if (this.facts.throw) return this.facts.throw;
    if (sight && this.entry.nobodys) return sight.dice;
    if (sight && (sight.lies.length || this.facts.begun)) return sight.some ? 0 : this.lying.picked.length;
    if (sight) return sight.dice;
    const wanted = this.facts.way === "final" || this.entry.byDice || this.#line?.needs_dice;
    return wanted ? Math.max(0, ...this.facts.lines.map((line) => line.dice)) : 0;
  }

  /** Enough dice to say what they bring. */
  get #told() {
    const { sight, lines } = this.facts;
    const some = sight ? sight.some : lines.some((line) => line.fewer);
    return this.#dice > 0 && (some ? this.keys.dice.length > 0 : this.keys.dice.length === this.#dice);
  }

  /** Must points be typed for the line? */
  get #asksPoints() {
    const line = this.#line;
    return Boolean(line) && (line?.points === null || (line?.points.length ?? 0) > 0) && !(line?.dice && this.#told);
  }

  /** What is still missing, in words. */
  get #missing() {
    const { texts, facts, entry } = this;
    const line = this.#line;
    if (facts.throw) {
      const left = facts.throw - entry.dice.length;
      return left ? count(texts.tap_more, left) : "";
    }
    if (facts.sight?.some && this.#dice && !this.#told) return texts.tap_rolled;
    if (facts.sight && !this.#dice && !line) return this.#whatElse(facts.sight);
    if (facts.sight && this.#told) return "";
    if (this.#putting && this.#dice) return texts.fell_or_place;
    if (this.#dice && !this.#told && !(line && !line.dice))
      return count(texts.tap_more, this.#dice - entry.dice.length);
    if (this.#counts && !entry.rolls && (line?.rolls?.[0] ?? 1) > 0) return texts.count_rolls;
    if (!line) return texts.choose_line;
    if (line.each && facts.names.some((_, seat) => !entry.points[seat])) return texts.type_points;
    if (this.#asksPoints && !line.each && !entry.points[0]) return texts.type_points;
    return "";
  }

  /** What may be told where no dice are rolled. @param {NonNullable<Facts["sight"]>} sight */
  #whatElse({ lies, rests, places, ends }) {
    const { texts, facts } = this;
    if (this.#putting) return texts.tap_place;
    if (!facts.begun && !rests) return texts.tap_rolled;
    if (places.length && lies.length) return texts.put_or_next;
    if (!lies.length) return texts.who_next;
    return ends.length ? texts.again_or_next : texts.again_or_end;
  }

  /** Is one die taken that may have been put somewhere? */
  get #putting() {
    const { sight } = this.facts;
    return Boolean(sight?.places.length && this.lying.dice.length === 1 && !this.keys.dice.length);
  }

  /** What the chosen line brings. */
  get #points() {
    const line = this.#line;
    if (!line) return null;
    if (line.each || line.points?.length === 0) return null;
    if (this.#asksPoints) return Number(this.entry.points[0]);
    return this.#worth?.get(line.what) ?? null;
  }

  /** The entry as it could be typed. */
  get text() {
    const { facts, entry } = this;
    if (facts.throw) return seenText(entry.dice);
    if (entry.nobodys) return `fell: ${seenText(entry.dice)}`;
    if (facts.sight && this.#told) return `rolled ${seenText(this.lying.dice)}: ${seenText(entry.dice)}`;
    const line = this.#line;
    if (!line) return "";
    const points = line.each ? facts.names.map((_, seat) => entry.points[seat] || "0").join(",") : entry.points[0];
    return [
      facts.sight && "ended",
      line.what,
      this.#asksPoints && points,
      !facts.sight && line.rolls && `rolls ${entry.rolls}`,
      line.dice && this.#told && `dice ${seenText(entry.dice)}`,
    ]
      .filter(Boolean)
      .join(" ");
  }

  // ---- what is pressed

  /** @param {number} by */
  #count(by) {
    this.entry.rolls = Math.max(this.facts.begun, this.entry.rolls + by);
    sound("felt");
    this.#changed();
  }

  /** @param {NoteLine} line */
  #choose(line) {
    this.entry.what = this.entry.what === line.what ? null : line.what;
    this.entry.points = [];
    this.#field = 0;
    this.#changed();
  }

  /** @param {string} digit "" takes the last one away */
  #type(digit) {
    const { points } = this.entry;
    const before = points[this.#field] ?? "";
    points[this.#field] = digit ? (before + digit).replace(/^0+(?=\d)/, "").slice(0, 6) : before.slice(0, -1);
    this.#changed();
  }

  /** What was seen to happen, in words, and how the dice lie now. @param {"rolled"|"turned"} how @returns {Sight|null} */
  #seen(how) {
    const { facts, texts, entry } = this;
    if (!facts.sight || !this.#told) return null;
    if (entry.nobodys) return { said: `${facts.sight.neutral}: ${seenText(entry.dice)}`, dice: facts.sight.lies };
    const words = { picked: seenText(this.lying.dice), fell: seenText(entry.dice) };
    return {
      said: fill(how === "rolled" ? texts.said_rolled : texts.said_turned, words)
        .replace(" :", ":")
        .trim(),
      dice: [...without(facts.sight.lies, this.lying.dice), ...entry.dice],
    };
  }

  /** The die that was taken lies there now. @param {{name: string, text: string}} place */
  #put({ name, text }) {
    const { sight } = this.facts;
    const [die] = this.lying.dice;
    if (!sight || !die) return;
    const rest = without(sight.lies, [die]);
    this.#send(`put ${seenText([die])}: ${name}`, null, {
      said: fill(this.texts.said_put, { die: seenText([die]), place: text }),
      dice: sight.stays ? [...rest, { ...die, at: name }] : rest,
    });
  }

  /** @param {{action: string, text: string, after: Record<string, string>}} move */
  #move({ action, text, after }) {
    const lies = this.facts.sight?.lies ?? [];
    const dice = lies.map(({ face, red, at }) => ({ face, red, ...(after[at ?? ""] ? { at: after[at ?? ""] } : {}) }));
    this.#send(`moved ${action}`, null, { said: text, dice });
  }

  /** @param {"rolled"|"turned"} [how] */
  async #write(how = "rolled") {
    if (this.facts.busy) return;
    if (this.#missing) {
      shake(this.main);
      this.calls.refuse(this.#missing);
      return;
    }
    const { entry, facts } = this;
    const line = this.#line;
    const sight = this.#seen(how);
    const text = how === "rolled" ? this.text : this.text.replace(/^rolled/, "turned");
    const jot = line
      ? {
          seat: facts.seat,
          what: line.what,
          text: line.text,
          points: this.#points,
          rolls: entry.rolls,
          leads: line.leads,
        }
      : null;
    await this.#send(text, jot, sight);
  }

  /** @param {string} text @param {Jot|null} jot @param {Sight|null} sight */
  async #send(text, jot, sight) {
    const { entry, facts } = this;
    if (facts.busy) return;
    try {
      await this.calls.send(text, jot, sight);
    } catch (refusal) {
      shake(this.main);
      this.calls.refuse(refusal.message, refusal.rule);
      // what was told stays, so that only the slip has to be put right
      if (this.facts.key === facts.key) {
        this.entry = entry;
        this.keys.dice = entry.dice;
        this.#changed();
      }
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter" && event.target === document.body) this.#write();
    else if (this.#dice && this.keys.key(event)) return true;
    else if (this.#asksPoints && /^\d$/.test(event.key)) this.#type(event.key);
    else if (this.#asksPoints && event.key === "Backspace") this.#type("");
    else if (event.key === "r" || event.key === "R") this.#counts && this.#count(1);
    else return false;
    return true;
  }

  // ---- drawing

  redraw() {
    const dice = this.#dice;
    const typing = this.#asksPoints;
    const { sight } = this.facts;
    this.#drawMarks();
    const names = new Map(sight?.places.map(({ name, text }) => [name, text]));
    this.lying.draw(sight ? sight.lies : [], typing || Boolean(this.entry.nobodys), names, !sight?.some);
    this.keys.beside = sight && !this.entry.nobodys ? without(sight.lies, this.lying.dice) : [];
    this.#drawPlaces();
    this.#drawNobodys();
    this.#drawTap(!dice && this.#counts && !typing && !sight);
    this.keys.element.hidden = !dice || typing;
    if (dice) this.keys.draw(dice);
    this.keys.keys.hidden = !this.facts.throw && !sight && this.keys.dice.length === dice; // the lines need the room
    this.turned.hidden =
      !sight?.turns || this.entry.nobodys || !this.#told || !this.lying.dice.every(({ red }) => red) || dice !== 1;
    this.turned.textContent = this.texts.was_turned;
    this.#drawStepper(this.#counts && (dice > 0 || typing) && !sight);
    this.#ask();
    this.#drawLines();
    this.#drawDigits(typing);
    this.#drawOther();
    const missing = this.#missing;
    this.main.hidden = this.#putting && !dice; // it has nothing to write, and the places need the room
    this.main.textContent = missing || this.#label;
    this.main.setAttribute("aria-disabled", String(Boolean(missing) || this.facts.busy));
    this.main.classList.toggle("idle", Boolean(missing));
    this.main.classList.toggle("busy", this.facts.busy);
  }

  get #label() {
    const { texts, facts } = this;
    if (facts.verb) return facts.verb;
    if (facts.throw || (facts.sight && this.#told)) return texts.take_dice;
    const line = this.#line;
    const points = this.#points;
    if (line?.once && points !== null) return fill(texts.write_points, { points, line: line.text });
    return fill(texts.write_line, { line: [line?.text ?? "", points].filter((part) => part !== null).join(" · ") });
  }

  #drawMarks() {
    const { rolls } = this.facts;
    this.marks.hidden = !rolls || !this.#counts;
    if (!rolls || !this.#counts) return;
    const used = Math.min(rolls[0] + this.entry.rolls, rolls[1]);
    const now = fill(this.texts.roll_of, { roll: used, rolls: rolls[1] });
    const marks = h("rp-rolls");
    put(this.marks, marks, h("span.cap", {}, now));
    marks.draw({ used, fresh: this.entry.rolls, total: rolls[1] }, now);
  }

  /** @param {boolean} shown */
  #drawTap(shown) {
    this.tap.hidden = !shown;
    if (!shown) return;
    const { rolls } = this.entry;
    put(
      this.tap,
      h("b.num", {}, String(rolls)),
      h("span", {}, count(this.texts.rolls_counted, rolls)),
      h("small", {}, this.texts.tap_roll),
    );
  }

  /** @param {boolean} shown */
  #drawStepper(shown) {
    this.stepper.hidden = !shown;
    const { rolls } = this.entry;
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) =>
      h("button.step", { type: "button", "data-by": by, "aria-label": label, onclick: () => this.#count(by) }, sign);
    keepFocus(this.stepper, "by", () =>
      put(
        this.stepper,
        step(-1, "−", this.texts.roll_less),
        h(
          "span",
          {},
          h("b.num", {}, this.#uncounted ? "?" : String(rolls)),
          ` ${count(this.texts.rolls_counted, rolls)}`,
        ),
        step(1, "+", this.texts.roll_more),
      ),
    );
  }

  /** Asks the service what the dice bring, once for each six. */
  async #ask() {
    const { facts } = this;
    const dice = !facts.throw && !facts.sight && this.#told ? `${facts.key} ${seenText(this.keys.dice)}` : "";
    if (dice === this.#asked) return;
    this.#asked = dice;
    this.#worth = null;
    if (!dice) return;
    try {
      const found = await this.calls.worth(facts.seat, seenText(this.keys.dice));
      if (this.#asked !== dice) return;
      this.#worth = new Map(found.map(({ what, points }) => [what, points]));
    } catch (refusal) {
      if (refusal.code !== "offline") this.calls.refuse(refusal.message, refusal.rule);
    }
    if (this.#asked === dice) this.redraw();
  }

  #drawLines() {
    const { lines } = this.facts;
    this.lines.hidden =
      Boolean(this.facts.throw) ||
      Boolean(this.facts.sight && (this.#dice || this.#putting || !(this.facts.begun || this.facts.sight.rests))) ||
      (this.#dice > 0 && !this.#told && lines.every((line) => line.dice));
    this.lines.setAttribute("aria-label", this.texts.results);
    this.lines.classList.toggle(
      "short",
      lines.every((line) => line.text.length <= 4),
    );
    const known = this.#worth;
    const shown = known ? lines.filter((line) => !line.dice || known.has(line.what)) : lines;
    const best = known ? Math.max(1, ...known.values()) : 0;
    const buttons = shown.map((line) => {
      const worth = known?.get(line.what);
      const says = worth !== undefined && line.points !== null && (line.points?.length ?? 0) > 0;
      return h(
        `button.line${line.text.length > 1 ? ".word" : ""}${says && worth === best ? ".best" : ""}${says && worth === 0 ? ".zero" : ""}`,
        {
          type: "button",
          "data-line": line.what,
          "aria-pressed": String(line.what === this.entry.what),
          onclick: () => this.#choose(line),
        },
        h("span", {}, line.text),
        says || (known && line.points === null && worth !== undefined) ? h("b.pencil", {}, String(worth)) : null,
      );
    });
    const caption = this.lines.classList.contains("short") ? h("p.cap.of", {}, this.texts.box) : null;
    keepFocus(this.lines, "line", () => put(this.lines, caption, buttons));
  }

  /** Where a die can be put, and what else is done. */
  #drawPlaces() {
    const { sight, begun } = this.facts;
    this.places.hidden = !this.#putting;
    this.places.setAttribute("aria-label", this.texts.places);
    const places = (sight?.places ?? []).map((place) =>
      h(
        "button.line",
        { type: "button", "data-place": place.name, onclick: () => this.#put(place) },
        h("span", {}, place.text),
      ),
    );
    for (const [i, { row, column }] of (sight?.places ?? []).entries()) places[i].style.gridArea = `${row} / ${column}`;
    keepFocus(this.places, "place", () => put(this.places, places));
    const moves = sight?.moves ?? [];
    this.moves.hidden = !moves.length || !begun || this.#dice > 0 || this.#putting;
    this.moves.setAttribute("aria-label", this.texts.results);
    const buttons = moves.map((move) =>
      h("button.line", { type: "button", "data-move": move.action, onclick: () => this.#move(move) }, move.text),
    );
    keepFocus(this.moves, "move", () => put(this.moves, buttons));
  }

  #drawNobodys() {
    const { sight, begun } = this.facts;
    this.nobodys.hidden = !sight?.neutral || begun > 0 || this.lying.picked.length > 0;
    this.nobodys.textContent = sight?.neutral ?? "";
    this.nobodys.setAttribute("aria-pressed", String(Boolean(this.entry.nobodys)));
  }

  /** @param {boolean} shown */
  #drawDigits(shown) {
    this.digits.hidden = !shown;
    const line = this.#line;
    if (!shown || !line) return;
    this.digits.setAttribute("aria-label", this.texts.points_of);
    const few = line.points && line.points.length <= FEW && !line.each;
    const key = (/** @type {string} */ text, /** @type {() => void} */ onclick, facts = {}) =>
      h("button.digit", { type: "button", "data-digit": text, onclick, ...facts }, text);
    const whole = (/** @type {number} */ points) =>
      key(
        String(points),
        () => {
          this.entry.points = [String(points)];
          this.#changed();
        },
        { "aria-pressed": String(this.entry.points[0] === String(points)) },
      );
    const keys = few
      ? (line.points ?? []).map(whole)
      : [
          ...DIGITS.map((digit) => key(digit, () => this.#type(digit))),
          key("⌫", () => this.#type(""), { "aria-label": this.texts.delete_digit }),
        ];
    const caption = h("p.cap.of", {}, this.texts.points_of);
    keepFocus(this.digits, "digit", () => put(this.digits, caption, few ? null : this.#fields(line), keys));
  }

  /** What has been typed so far, for one or for everybody. @param {NoteLine} line */
  #fields(line) {
    if (!line.each)
      return h("output.typed", {}, h("span.sr", {}, line.text), h("b.num", {}, this.entry.points[0] || "–"));
    return h(
      "div.each",
      {},
      this.facts.names.map((name, seat) =>
        h(
          "button.line",
          {
            type: "button",
            "data-digit": `seat ${seat}`,
            "aria-pressed": String(this.#field === seat),
            onclick: () => {
              this.#field = seat;
              this.redraw();
            },
          },
          h("span", {}, name),
          h("b.num", {}, this.entry.points[seat] || "–"),
        ),
      ),
    );
  }

  /** In the tally the dice can be told instead of the points, and the other way round. */
  #drawOther() {
    const { facts, texts } = this;
    this.other.hidden =
      Boolean(facts.throw || facts.sight) ||
      facts.way === "final" ||
      !facts.lines.some((line) => line.dice && !line.needs_dice);
    this.other.textContent = this.entry.byDice ? texts.by_points : texts.by_dice;
  }
}
