/**
 * The scorepad on a table of real dice: strips, the panel where people tell what they see, and the way back from slips.
 * Without a connection it goes on in pencil from what the service has sent ahead; see outbox.js.
 */
import { h, memory, one, put } from "./dom.js";
import { post } from "./http.js";
import { remembered as evening } from "./evening.js";
import { entriesSlip } from "./keep_entries.js";
import { seenOf, seenText, without } from "./keep_keys.js";
import { Panel } from "./keep_panel.js";
import { Strips, pencilled, sums } from "./keep_strips.js";
import { Waiting } from "./keep_waiting.js";
import { mini } from "./mini.js";
import { Outbox } from "./outbox.js";
import { count, fill } from "./phrases.js";
import { ruleLink } from "./rules_slip.js";
import { avatar } from "./seats.js";
import { slip } from "./slip.js";
import { keepAwake } from "./wake.js";

/** @type {KeepTexts} */
const texts = JSON.parse(one("#keep-texts").textContent ?? "{}");
const lang = document.documentElement.lang;

/**
 * @typedef {{table: Table, seat: number|null, whose: number|null, lines: NoteLine[], known: number, begun: number, told: number, lies: import("./keep_keys.js").Seen[], columns: import("./keep_strips.js").Drawn[]}} Ahead the
 * table with what this device has not sent yet
 */

export class Keeper {
  /** @type {Now<Scene|null>|null} */
  #now = null;
  #online = false;
  /** @type {HTMLElement|null} names and scores in large type, while they are shown */
  #large = null;
  fixbar = h("div.fixbar", { role: "status" });
  wait = h("p.notice-line", { hidden: true });
  tools = h("div.tools");
  ending = h("section.ending", { hidden: true });

  /**
   * @param {HTMLElement} page
   * @param {{send: (command: Command) => Promise<number>, refuse: (message: string, rule?: string|null) => void, reached: (seq: number) => Promise<void>, redraw: () => void, rules: () => void}} calls
   */
  constructor(page, calls) {
    this.page = page;
    this.id = page.dataset.id ?? "";
    this.calls = calls;
    this.outbox = new Outbox(this.id, { send: calls.send, reached: calls.reached, changed: () => this.#again() });
    this.strips = new Strips(texts);
    this.waiting = new Waiting(texts);
    this.panel = new Panel(texts, {
      place: `pad.${this.id}.begun`,
      refuse: calls.refuse,
      worth: (seat, faces) => post(`/api/v1/tables/${this.id}/worth?lang=${lang}`, { seat, faces }),
      send: (text, jot, sight) => this.#told(text, jot, sight),
      changed: () => this.#follow(),
    });
    one(".pad", page).before(this.strips.element);
    one(".stage", page).before(this.fixbar, this.wait); // in sight, however tall the game is
    one(".stage", page).after(this.panel.element, this.waiting.element, this.tools, this.ending);
    page.classList.add("kept");
    this.#stayHere();
    keepAwake();
  }

  /** This page opens without a connection too. */
  async #stayHere() {
    try {
      const store = await caches.open("pads");
      await store.add(new Request(location.pathname, { cache: "no-store" }));
    } catch {
      /* there is no connection now, or nothing can be kept */
    }
  }

  // ---- what the table tells

  /** Keeps how things stand for when the page is opened without a connection. @param {Frame} frame */
  remember(frame) {
    if (frame.type === "presence" || !frame.table || !this.#online) return;
    const { table, scene, options, ended, seq } = frame;
    this.known = {
      type: "snapshot",
      seq,
      table: { ...table, log: table.log.slice(-5) },
      scene,
      options,
      ended,
      texts: "texts" in frame ? frame.texts : this.known?.texts,
    };
    memory.set(`pad.${this.id}`, JSON.stringify(this.known));
  }

  /** @returns {Snapshot|null} */
  get remembered() {
    return JSON.parse(memory.get(`pad.${this.id}`, "null"));
  }

  /** @param {boolean} yes */
  online(yes) {
    this.#online = yes;
    this.outbox.online = yes;
    if (yes) this.outbox.pump();
    this.#again();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.page.classList.contains("telling") ? this.panel.key(event) : undefined;
  }

  #again() {
    if (this.#now) this.calls.redraw();
  }

  // ---- drawing

  /** @param {Now<Scene|null>} now */
  draw(now) {
    const ends = this.#now?.table.phase === "playing" && now.table.phase === "over";
    this.#now = now;
    const { table } = now;
    const keep = table.keep;
    if (ends) this.outbox.forget();
    if (!keep) return;
    const ahead = this.#ahead(table, keep);
    const playing = table.phase === "playing";
    const tells = playing && ahead.seat !== null && (ahead.lines.length > 0 || keep.throw > 0);
    const noting = keep.way !== "every" || !this.#online;
    const throws =
      keep.throw > 0 && (keep.way !== "tally" || !ahead.lines.length) && !this.#waiting(keep).length && tells;
    const sight = keep.way === "every" && !this.#online && !throws ? keep.sight : null;
    const telling = tells && (throws || (noting && ahead.lines.length > 0));
    const bot = table.turn.some((seat) => table.seats[seat].bot);
    this.page.classList.toggle("telling", telling);
    this.page.classList.toggle(
      "no-stage",
      telling || (noting && ahead.seat === null && (ahead.told > 0 || (keep.seat === null && !bot))),
    );
    this.page.classList.toggle("noting", noting && keep.columns.length > 0 && table.phase !== "waiting");
    this.panel.element.hidden = !telling;
    if (telling) {
      const seat = /** @type {number} */ (ahead.seat);
      const rolls = ahead.columns[seat]?.rolls ?? null;
      this.panel.draw({
        key: throws
          ? `${seat} ${table.position}`
          : [
              seat,
              written(ahead.columns[seat]),
              ahead.begun,
              ...(sight ? [ahead.told, seenText(ahead.lies)] : []),
            ].join(" "),
        way: keep.way === "every" ? "tally" : keep.way,
        seat,
        throw: throws ? keep.throw : 0,
        sight: sight && { ...sight, lies: ahead.begun || sight.stays ? ahead.lies : [] },
        lines: sight?.ends.length ? inTurn(sight.ends, seat) : ahead.lines,
        rolls: rolls && [rolls[0] - ahead.known, rolls[1]],
        begun: ahead.begun,
        names: table.seats.map(({ name }) => name),
        busy: this.outbox.busy,
      });
    }
    this.#drawStrips(now, keep, ahead);
    const waits = playing && this.page.classList.contains("no-stage") && !telling && table.mine.length > 0;
    this.page.classList.toggle("waits", waits);
    this.waiting.draw(waits ? table.seats[table.mine[0]] : null, ahead.columns[table.mine[0]]);
    this.#drawWait(table, ahead, telling);
    this.#drawFixbar(table, keep);
    this.#drawTools(table, keep);
    this.#drawEnding(table, keep);
    this.#drawLarge(table, ahead);
    if (table.phase === "over") evening(table);
  }

  /** What is told beyond what the service has; while entries go out or are put right, it says how things stand. @param {Keeping} keep */
  #waiting(keep) {
    return this.outbox.busy || (this.#online && keep.way === "every") ? [] : this.outbox.pending;
  }

  /**
   * Whose turn it is and what may be noted, once all that is written down here has been sent.
   * @param {Table} table
   * @param {Keeping} keep
   * @returns {Ahead}
   */
  #ahead(table, keep) {
    /** @type {import("./keep_strips.js").Drawn[]} */
    const columns = keep.columns.map((column) => ({ ...column, pencil: new Map(), added: [] }));
    let seat = keep.seat;
    let lines = keep.lines;
    let known = keep.begun; // rolls of the turn that the service has
    let begun = keep.begun; // and with those that wait here
    const lies = (keep.sight?.lies ?? []).map(seenOf);
    const waiting = this.#waiting(keep);
    let whose = seat;
    for (const { jot, sight, command } of waiting) {
      if (sight && typeof command.seat === "number") lies[command.seat] = sight.dice;
      if (!jot && command.do === "throw" && nobodys(keep)) {
        const last = keep.entries.findLast((entry) => entry.seat !== null)?.seat ?? 0;
        whose = (last + 1) % table.seats.length;
        [seat, lines] = this.#nextTurn(table, keep, whose, columns);
        known = begun = 0;
        continue;
      }
      if (!jot) {
        begun += command.do === "throw" || command.action?.startsWith("rolled") ? 1 : 0;
        continue;
      }
      const column = columns[jot.seat];
      if (column?.boxes.length && keep.ahead[jot.seat].some((line) => line.what === jot.what && line.once))
        column.pencil.set(jot.text, jot.points);
      else column?.added.push(jot.points);
      if (column?.rolls) column.rolls = [column.rolls[0] - known + jot.rolls, column.rolls[1]];
      known = begun = 0;
      whose = jot.leads ?? (jot.seat + 1) % table.seats.length;
      [seat, lines] = this.#nextTurn(table, keep, whose, columns);
    }
    return {
      table,
      seat: lines.length || keep.throw ? seat : null,
      whose,
      lines,
      known,
      begun,
      told: waiting.length,
      lies: lies[seat ?? -1] ?? [],
      columns,
    };
  }

  /**
   * Whose entry this device can write then, and what may be noted.
   * @param {Table} table
   * @param {Keeping} keep
   * @param {number} next
   * @param {import("./keep_strips.js").Drawn[]} columns
   * @returns {[number|null, NoteLine[]]}
   */
  #nextTurn(table, keep, next, columns) {
    const gone = columns[next]?.pencil;
    const lines = (keep.ahead[next] ?? []).filter((line) => !(line.once && gone?.has(line.text)));
    return [table.mine.includes(next) && !table.seats[next].bot ? next : null, lines];
  }

  /** @param {Table} table @param {Ahead} ahead @param {boolean} telling */
  #drawWait(table, ahead, telling) {
    const { held } = this.outbox;
    const keep = /** @type {Keeping} */ (table.keep);
    const pending = this.#waiting(keep);
    const waits = table.phase === "playing" && !this.#online && !telling;
    const unsent = pending.length && !this.#online ? count(texts.unsent, pending.length) : "";
    const later = telling && !this.#online && keep.way === "every" ? keep.later : "";
    const sentence = [unsent, waits && !held ? texts.waits : "", later].filter(Boolean).join(" ");
    this.wait.hidden = !sentence;
    this.wait.textContent = sentence;
    one("rp-say", this.page).classList.toggle("stale", pending.length > 0 || ahead.seat !== keep.seat);
    const title = this.#title(table, ahead);
    if (title !== table.say.title) one("rp-say h1", this.page).textContent = title;
    this.#sayNext(table);
  }

  /** The sentence goes with what is told below it; the reason why something was refused stays. @param {Table} table */
  #sayNext({ say }) {
    const line = one("rp-say", this.page);
    const next = this.panel.element.hidden ? "" : this.panel.next;
    if (line.classList.contains("no") || (!next && line.text.textContent === say.text)) return;
    line.text.textContent = next || say.text;
  }

  /** What stands elsewhere goes with what is being told in the panel. */
  #follow() {
    const now = this.#now;
    const keep = now?.table.keep;
    if (!now || !keep) return;
    this.#drawStrips(now, keep, this.#ahead(now.table, keep));
    this.#sayNext(now.table);
  }

  /** @param {Now<Scene|null>} now @param {Keeping} keep @param {Ahead} ahead */
  #drawStrips({ table, scene }, keep, ahead) {
    const whose = table.phase === "playing" ? (ahead.whose ?? table.turn[0] ?? null) : null;
    const notes = ahead.columns.map((column, seat) => {
      const known = scene?.seats[seat]?.note ?? "";
      const mine = !this.panel.element.hidden && seat === ahead.seat && column.rolls;
      const spent = mine ? this.panel.spent : (column.rolls?.[0] ?? null);
      if (!column.rolls || spent === keep.columns[seat].rolls?.[0]) return known;
      return spent === null ? "" : count(texts.rolls_left, Math.max(column.rolls[1] - spent, 0));
    });
    this.strips.element.hidden = !keep.columns.length || !scene;
    this.strips.draw(table.seats, notes, ahead.columns, whose);
  }

  /** Whose turn it is once what is written down here has been sent. @param {Table} table @param {Ahead} ahead */
  #title(table, { whose }) {
    const waiting = table.keep && this.#waiting(table.keep).length > 0;
    return waiting && whose !== null ? fill(texts.turn_of, { name: table.seats[whose].name }) : table.say.title;
  }

  /** One thing that asks for an answer: what was refused, or what was taken back. @param {Table} table @param {Keeping} keep */
  #drawFixbar(table, keep) {
    const { held } = this.outbox;
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button.btn.small", { type: "button", onclick }, label);
    const name = (/** @type {number|null|undefined} */ seat) =>
      seat === null || seat === undefined ? "" : `${table.seats[seat]?.name}: `;
    const [first] = keep.offered;
    this.fixbar.hidden = !(held || (first && keep.seat !== null));
    const news = held && !this.fixbar.classList.contains("held");
    this.fixbar.classList.toggle("held", Boolean(held));
    if (held) {
      const what = held.jot
        ? `${name(held.jot.seat)}${held.jot.text} ${held.jot.points ?? ""}`
        : (held.sight?.said ?? texts.an_entry);
      put(
        this.fixbar,
        h(
          "span",
          {},
          h("b", {}, fill(texts.not_taken, { entry: what.trim() })),
          " ",
          held.message,
          " ",
          ruleLink(held.rule, lang),
        ),
        button(texts.go_on, () => this.outbox.resume()),
      );
      if (news) this.fixbar.scrollIntoView({ block: "nearest" }); // whoever has scrolled down would not see it
    } else if (first) {
      const dice = h(
        "span.minis",
        {},
        first.dice.map(([die, face]) => mini(die, face)),
      );
      put(
        this.fixbar,
        h(
          "span",
          {},
          h("b", {}, texts.offered),
          " ",
          name(first.seat),
          first.told || (first.dice.length ? "" : first.text),
          first.dice.length ? dice : null,
          keep.fits ? null : h("small", {}, texts.no_longer_fits),
        ),
        keep.fits ? button(texts.redo, () => this.#do({ do: "redo", seat: keep.seat ?? table.mine[0] })) : null,
      );
    }
  }

  /** @param {Table} table @param {Keeping} keep */
  #drawTools(table, keep) {
    const mine = table.mine[0];
    this.tools.hidden = mine === undefined || !["playing", "over"].includes(table.phase);
    if (this.tools.hidden) return;
    const unsent = this.outbox.pending.length > 0;
    const undo = h(
      "button.btn",
      { type: "button", "data-tool": "undo", onclick: () => this.#undo(keep.seat ?? mine) },
      texts.undo,
    );
    const idle = !unsent && (!this.#online || !keep.entries.length);
    undo.setAttribute("aria-disabled", String(idle));
    undo.classList.toggle("idle", idle);
    const fix = h(
      "button.btn",
      { type: "button", "data-tool": "entries", onclick: () => this.#entries(table) },
      texts.correct,
    );
    const more = h(
      "button.btn",
      { type: "button", "data-tool": "more", "aria-haspopup": "dialog", onclick: () => this.#more(table, keep) },
      texts.more,
    );
    const ask = h(
      "button.btn.small.quiet",
      { type: "button", "data-tool": "ask", onclick: () => this.#what(table) },
      texts.what_now,
    );
    const far = h(
      "button.btn.small.quiet",
      { type: "button", "data-tool": "far", onclick: () => this.#far() },
      texts.far,
    );
    put(this.tools, undo, fix, more, h("div.quiets", {}, table.phase === "playing" ? ask : null, far));
  }

  // ---- what is told

  /** @param {string} text @param {import("./outbox.js").Jot|null} jot @param {import("./outbox.js").Sight|null} sight */
  #told(text, jot, sight) {
    const table = this.#now?.table;
    const keep = table?.keep;
    if (!keep) return Promise.resolve();
    const seat = this.#ahead(table, keep).seat ?? keep.seat;
    if (sight || text.startsWith("ended ")) return this.#sent({ do: "saw", seat, action: text }, jot, sight);
    if (jot) return this.#sent({ do: "note", seat: jot.seat, action: text }, jot, null);
    return this.#sent({ do: "throw", seat: keep.seat, faces: text }, null, this.#fell(keep, text));
  }

  /** How the dice lie when those that were picked up have fallen. @param {Keeping} keep @param {string} text */
  #fell(keep, text) {
    if (!keep.sight || keep.seat === null) return null;
    const fell = text.split(" ").map((one) => ({ face: Number(one[0]), red: one.endsWith("r") }));
    return { said: text, dice: [...without(seenOf(keep.sight.lies[keep.seat]), seenOf(keep.sight.up)), ...fell] };
  }

  /**
   * Without a connection nobody waits for an answer.
   * @param {Command} command
   * @param {import("./outbox.js").Jot|null} jot
   * @param {import("./outbox.js").Sight|null} sight
   */
  #sent(command, jot, sight) {
    const done = this.outbox.add(command, jot, sight);
    if (this.#online) return done;
    done.catch(() => {});
    return Promise.resolve();
  }

  /** @param {Command} command */
  #do(command) {
    return this.outbox.add(command).catch((refusal) => this.calls.refuse(refusal.message, refusal.rule));
  }

  /** @param {number} seat */
  #undo(seat) {
    if (this.outbox.takeBack()) return;
    if (!this.#online) this.calls.refuse(texts.needs_service);
    else this.#do({ do: "undo", seat });
  }

  /** @param {Table} table */
  #entries(table) {
    const seat = table.keep?.seat ?? table.mine[0];
    if (this.outbox.pending.length) return this.calls.refuse(texts.send_first);
    entriesSlip(this.id, texts, {
      names: table.seats.map(({ name }) => name),
      correct: (event, text) => this.outbox.add({ do: "correct", seat, event, action: text }),
      worth: async () => [],
    });
  }

  // ---- slips

  /** How the game is kept, and what else there is to do. @param {Table} table @param {Keeping} keep */
  #more(table, keep) {
    const dialog = slip(texts.how_kept, []);
    const choose = (/** @type {string} */ way) => async () => {
      dialog.close();
      await this.#do({ do: "keep", seat: keep.seat ?? table.mine[0], way });
    };
    const ways = keep.ways.map((way) =>
      h(
        "button.item",
        { type: "button", "aria-pressed": String(way === keep.way), onclick: choose(way) },
        h("span", {}, texts[`way_${way}`], h("small", {}, texts[`way_${way}_about`])),
      ),
    );
    const others = Object.entries(keep.without).map(([way, why]) =>
      h(
        "p.item.cap",
        {},
        h("span", {}, texts[`way_${/** @type {"tally"|"final"|"every"} */ (way)}`], h("small", {}, why)),
      ),
    );
    const sheet = h(
      "a.item",
      { href: `/keep/sheet/${table.art}?table=${table.id}` },
      h("span", {}, texts.print, h("small", {}, texts.print_about)),
    );
    const pads = h("a.item", { href: "/keep" }, h("span", {}, texts.evening, h("small", {}, texts.evening_about)));
    one(".in", dialog).append(h("div.items", {}, ways, others, sheet, pads));
  }

  /** "What can I do now?" @param {Table} table */
  #what(table) {
    const keep = table.keep;
    if (!keep) return;
    const ahead = this.#ahead(table, keep);
    const title = this.#title(table, ahead);
    const scene = title === table.say.title ? this.#now?.scene : null; // else it speaks of a turn that is over here
    const lines = keep.way === "every" && this.#online ? [] : ahead.lines;
    const rules = h("button.btn.small", { type: "button" }, texts.rules);
    const dialog = slip(texts.what_now, [
      h("p", {}, h("b", {}, title)),
      keep.throw && !lines.length ? h("p", {}, count(texts.tap_more, keep.throw)) : null,
      scene?.tap && !lines.length ? h("p", {}, scene.tap.text) : null,
      scene?.say ? h("p", {}, scene.say) : null,
      lines.length ? h("p", {}, texts.may_note) : null,
      lines.length
        ? h(
            "ul.may",
            {},
            lines.map((line) => h("li", {}, h("b", {}, line.text), range(line))),
          )
        : null,
      rules,
    ]);
    rules.onclick = () => {
      dialog.close();
      this.calls.rules();
    };
  }

  /** In large type, for the far side of the table, as long as somebody looks; any tap closes it. */
  #far() {
    const dialog = slip("", [h("ol.far")], {
      wide: true,
      onclose: () => {
        this.#large = null;
      },
    });
    dialog.classList.add("far-slip");
    dialog.addEventListener("click", () => dialog.close());
    this.#large = dialog;
    this.calls.redraw();
  }

  /** @param {Table} table @param {Ahead} ahead */
  #drawLarge(table, ahead) {
    if (!this.#large) return;
    const turn = ahead.whose === null ? table.turn : [ahead.whose];
    const rows = table.seats.map((seat) => {
      const column = ahead.columns[seat.seat];
      const score = column ? column.score + pencilled(column) : (this.#now?.scene?.seats[seat.seat]?.score ?? "");
      const mark = table.phase === "playing" && turn.includes(seat.seat) ? ".me" : "";
      return h(`li${mark}`, {}, avatar(seat), h("span.n", {}, seat.name), h("span.num", {}, String(score)));
    });
    one("h2", this.#large).textContent = this.#title(table, ahead);
    put(one(".far", this.#large), rows);
  }

  /** The end of the game: every sum, step by step. @param {Table} table @param {Keeping} keep */
  #drawEnding(table, keep) {
    const over = table.phase === "over" && keep.columns.length > 0 && !table.match;
    this.ending.hidden = !over;
    if (!over) return;
    const open = [...this.ending.querySelectorAll("details")].map((one) => one.open); // stays so, whatever else happens
    const parts = keep.columns.map((column, seat) =>
      h(
        "details.card",
        { open: open[seat] ?? false },
        h("summary", {}, h("b", {}, table.seats[seat].name), h("span.num", {}, String(column.score))),
        sums(column, texts),
      ),
    );
    put(this.ending, h("h2", {}, texts.step_by_step), parts);
  }
}

/** How much stands in a column, sent or not. @param {import("./keep_strips.js").Drawn|undefined} column */
function written(column) {
  if (!column) return 0;
  const { boxes, gains, pencil, added } = column;
  return boxes.filter(({ points }) => points !== null).length + gains.length + added.length + 2 * pencil.size;
}

/** Are dice due that belong to nobody? @param {Keeping} keep */
const nobodys = (keep) => Boolean(keep.throw && keep.sight?.neutral && !keep.sight.up.length);

/** Who may be next, from the next seat on. @param {NoteLine[]} lines @param {number} seat */
const inTurn = (lines, seat) => [...lines.slice(seat + 1), ...lines.slice(0, seat + 1)];

/** What a line can bring, in short. @param {NoteLine} line */
function range({ points, rolls }) {
  const least = points?.[0];
  const most = points?.at(-1);
  const said = [
    least === undefined ? "" : least === most ? ` ${least}` : ` ${least}–${most}`,
    rolls ? ` · ${fill(texts.rolls_range, { least: rolls[0], most: rolls[1] })}` : "",
  ];
  return said.join("");
}
