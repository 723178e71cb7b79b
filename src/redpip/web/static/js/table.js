/** The table page: one connection, one queue of what happened, the shared parts and the game's own view. */
import { Coach } from "./coach.js";
import { settle } from "./die.js";
import { h, icon, one, pressed, put, shake, sound, texts } from "./dom.js";
import "./focus.js";
import { nonce } from "./http.js";
import { join } from "./joining.js";
import { notify } from "./notify.js";
import "./log.js";
import { keyList, menu } from "./menu.js";
import { Pencil } from "./pencil.js";
import { fill, sentences } from "./phrases.js";
import { Queue } from "./queue.js";
import { abandoned, result } from "./result.js";
import { room, screen } from "./room.js";
import { ruleLink, rulesSlip } from "./rules_slip.js";
import "./say.js";
import { changeScene } from "./scene.js";
import { dress } from "./seats.js";
import { slip } from "./slip.js";
import { Link } from "./socket.js";
import { botsTurn, byBot, inShort, quickly, tempo } from "./tempo.js";

const page = one("#table");
const parts = {
  seats: one("rp-seats"),
  log: one("rp-log"),
  say: one("rp-say"),
  notice: one("[data-part=notice]"),
  standing: one("[data-part=standing]"),
  stage: one("[data-part=stage]"),
  pad: one("[data-part=pad]"),
  extra: one("[data-part=extra]"),
};
const banner = one("#banner");
const about = one("#about");
/** @type {OfferedGame[]} */
const games = JSON.parse(one("#games").textContent ?? "");
const lang = document.documentElement.lang;
const { id = "", rules: game } = page.dataset;
const tv = page.classList.contains("tv"); // for all to see: nobody's hand, and nothing to press
parts.stage.inert = tv; // what happens there is told above it and in the log
const offered = games.find((one) => one.game === game);
const houseBot = offered?.house_bot;

/** @type {{View: new (host: Host) => GameView}} */
const { View } = await import(`/games/${game}/view.js`);

const invitation = location.hash.slice(1) || history.state?.invitation; // it outlives a reload, and nobody sees it

/** @type {GameView|null} */
let view = null;
/** @type {Now<Scene|null>|null} what is drawn */
let now = null;
const menuButton = /** @type {HTMLButtonElement} */ (one("#menu"));
/** @type {Texts} */
let gameTexts;
/** @type {number|null} */
let lastMe = null;
let handed = false; // the device goes to another player

const me = () => now?.table.me ?? null;

const reactions = h(
  "button.btn.side-btn.react",
  { type: "button", "aria-label": texts.react, "aria-haspopup": "dialog" },
  icon("smile"),
);
reactions.onclick = () => {
  const say = (/** @type {string} */ reaction) => {
    link.send({ do: "react", seat: me(), reaction }).catch(() => {});
    dialog.close();
  };
  const buttons = now?.table.reactions.map(({ reaction, text }) =>
    h("button.btn", { type: "button", onclick: () => say(reaction) }, text),
  );
  const dialog = slip(texts.react, [h("div.reactions", {}, buttons)]);
};

const coach = new Coach(id, () => {
  if (!now?.mine || !now.open || !now.table.coach) return null;
  const plan = view?.free ? view.plan : null;
  return { seat: now.seat, position: now.table.position, lean: plan?.actions ?? [] };
});

parts.stage.after(coach.slip);

/** A guided game says itself what to tap. */
const pencil = tv || page.dataset.lesson ? null : new Pencil(game ?? "", one("#help"));
if (pencil) parts.say.append(pencil.line);

/** @type {Host} */
const host = {
  stage: parts.stage,
  pad: parts.pad,
  words: texts,
  beside: h("span.beside", {}, coach.button, reactions),
  get texts() {
    return gameTexts;
  },
  async act(actions) {
    const seat = me();
    const tap = now?.scene?.tap;
    handed = false;
    coach.close();
    if (shown !== null) look(shown); // whoever acts needs their own
    let seq = now?.table.position ?? 0;
    for (const action of actions) seq = await link.send({ do: "act", seat, action, seen: seq });
    pencil?.did(tap);
    await queue.reached(seq);
  },
  undo() {
    link
      .send({ do: "undo", seat: me(), seen: now?.table.position ?? 0 })
      .catch((refusal) => host.refuse(null, refusal.message));
  },
  refuse(element, message, rule) {
    shake(element);
    parts.say.refuse(message, ruleLink(rule, lang));
  },
};

/**
 * A frame with what views ask of it: whose turn it is, and whether that is the player at this screen.
 * @param {Snapshot|Happened} frame
 * @returns {Now<Scene|null>}
 */
function understood({ table, scene, event, options }) {
  const { me } = table;
  const open = options.length > 1 || Boolean(options[0]?.includes("[")); // there is more than one move
  if (table.phase === "playing" && me !== null && table.turn.includes(me) && !table.seats[me].bot)
    return { table, scene, event, seat: me, mine: true, open };
  return { table, scene, event, seat: scene?.seat ?? table.turn[0] ?? now?.seat ?? 0, mine: false };
}

const READING = 2500; // milliseconds for the end of a game before a match goes on
let readOn = () => {};
/** @param {number} time @returns {Promise<void>} */
const pause = (time) =>
  new Promise((done) => {
    readOn = done;
    setTimeout(done, time);
  });

/** @param {Table} table @param {TableEvent} event */
const said = (table, event) => table.reactions.find(({ reaction }) => reaction === event.reaction)?.text ?? "";

/** Has it begun? @param {Now<Scene|null>|null} one @returns {one is Now} */
const laidOut = (one) => Boolean(one?.scene);

/**
 * How one position became the next, at the pace that this device asked for.
 * @param {Now} was
 * @param {Now} next
 * @param {Frame} frame
 */
async function moves(was, next, { event, ended }) {
  if (!view) return;
  const shown = view;
  const { table } = next;
  if (keeper && !byBot(table, event)) return settle(); // people have seen their own dice fall
  const pace = byBot(table, event) ? tempo() : "follow";
  if (pace === "skip" && !ended) return settle();
  if (pace === "fast" && !ended) return quickly(shown, () => shown.play(was, next));
  if (!ended) return shown.play(was, next);
  // the last game of a match is looked at before the next one is laid out
  const end = { ...next, scene: ended, mine: false, ended: true };
  await shown.play(was, end);
  draw(end);
  await pause(READING);
}

const queue = new Queue({
  async play(frame) {
    if (frame.type === "presence") return;
    const next = understood(frame);
    const { event, table } = frame;
    if (event?.kind === "reacted") parts.seats.bubble(event.seat ?? -1, said(table, event));
    if (!laidOut(now) || !laidOut(next) || now.table.phase !== "playing") return;
    if (event?.kind !== "ended") await moves(now, next, frame); // else what led there has been seen
    if (table.phase === "over") await changeScene(page, () => draw(next));
  },
  draw(frame) {
    if (frame.type === "event" && !frame.ended && tempo() === "skip" && byBot(frame.table, frame.event)) {
      skipped = true;
      if (botsTurn(frame.table)) return; // the next that is drawn is a person's turn
    }
    if (frame.type !== "presence") draw(understood(frame));
    else if (now) draw({ ...now, table: frame.table });
  },
  settle,
});

/** The service need not wait where nobody but us would want to follow. */
function askPace() {
  if (now?.table.mine.length && now.table.seats.some((seat) => seat.bot))
    link.send({ do: "pace", pace: tempo() }).catch(() => {});
}

const calls = {
  /** @param {Frame} message */
  frame(message) {
    const { clock } = message.table;
    if (clock?.left != null) clock.ends = performance.now() + clock.left * 1000; // this device's clock may be wrong
    if (message.type === "snapshot") {
      gameTexts = message.texts;
      queue.jump(message);
      if (tempo() !== "follow") askPace();
    } else if (now) queue.push(message);
    keeper?.remember(message);
  },
  /** @param {boolean} yes */
  online(yes) {
    if (yes && !banner.hidden) dispatchEvent(new Event("reconnected"));
    banner.hidden = yes;
    page.classList.toggle("offline", !yes);
    keeper?.online(yes);
    const known = yes || now ? null : keeper?.remembered;
    if (known) calls.frame(known);
  },
  gone() {
    location.reload();
  },
  /** @param {string} message */
  refuse: (message) => host.refuse(null, message),
  /** @param {number} seq */
  reached: (seq) => queue.reached(seq),
  redraw: () => view?.now && view.redraw(),
};

const art = page.dataset.lesson;
/** A guided game stands in for the connection. */
const lesson = art
  ? new (await import("./lesson.js")).Lesson(
      art,
      games.find((one) => one.art === art),
      parts.stage,
      calls,
    )
  : null;
if (lesson) {
  host.allow = (actions) => lesson.allow(actions);
  host.missing = (actions) => lesson.missing(actions);
}
/** Where people throw real dice, they tell here what they see. */
const keeper = page.dataset.keep
  ? new (await import("./keep.js")).Keeper(page, {
      send: (command) => link.send(command),
      refuse: (message, rule) => host.refuse(null, message, rule),
      reached: (seq) => queue.reached(seq),
      redraw: () => now && draw(now),
      rules: () => now && rulesSlip(now.table.art, lang),
    })
  : null;
if (keeper) parts.standing.before(parts.notice); // nothing lies over what is noted
const link = lesson ?? new Link(id, lang, tv, calls);

let skipped = false; // something of a bot's turn was not shown
let brief = ""; // what that was, in one line
let shownLog = 0;

/** @param {Now<Scene|null>} next */
function draw(next) {
  const before = now;
  const { table, scene } = next;
  now = next;
  menuButton.disabled = false; // until now there was nothing to choose there
  if (before) ring(before, next);
  if (table.rematch && link.follow) location.assign(table.rematch);
  addNonces(table);
  page.dataset.phase = table.unready.length ? "loading" : table.phase; // it begins at once: nothing to see yet
  about.textContent = [table.variant, table.match?.points.join(" : "), table.match?.worth, scene?.about]
    .filter(Boolean)
    .join(" · ");
  passed(table);
  drawSeats(next);
  const news = parts.log.draw(table, texts.so_far, scene?.reds !== false);
  parts.say.draw(table.say, {
    news,
    strong: (scene && view?.strong(scene)) ?? [],
    tap: pencil?.draw(next) ?? "",
    quiet: table.phase === "waiting" && table.seats.every((seat) => seat.kind !== "open"), // it starts at once
  });
  document.title = table.turn.some((seat) => table.mine.includes(seat))
    ? `${table.say.title} · ${table.title}`
    : `${table.title} · redpip`;
  brief = skipped ? inShort(table, news) : table.log.length === shownLog ? brief : "";
  shownLog = table.log.length;
  skipped = false;
  drawStanding(table);
  drawNotice(table);
  drawStage(next, before);
  keeper?.draw(next);
  page.dispatchEvent(new Event("drawn"));
}

/**
 * What can be heard of a change: a new sheet, points written down, my turn after somebody else's.
 * @param {Now<Scene|null>} before
 * @param {Now<Scene|null>} next
 */
function ring(before, next) {
  const written = (/** @type {Now<Scene|null>} */ { scene }) => JSON.stringify(scene?.seats.map(({ score }) => score));
  const starts = before.table.phase === "waiting" || before.ended;
  if (starts && next.table.phase === "playing" && !next.ended) sound("paper");
  else if (before.scene && written(before) !== written(next)) sound("pencil");
  if (!next.mine || before.seat === next.seat || before.mine) return;
  sound("notes");
  notify(next.table.say.title, next.table.title);
}

/** @type {Set<number>} */
const nonces = new Set();

/**
 * The server has committed itself to its seed; now each of our seats adds a nonce, and the dice are nobody's choice.
 * @param {Table} table
 */
function addNonces(table) {
  for (const seat of table.unready) {
    if (nonces.has(seat)) continue;
    nonces.add(seat);
    link.send({ do: "ready", seat, nonce: nonce() }).catch(() => nonces.delete(seat));
  }
}

/** @type {number|null} */
let shown = null; // whose sheet a phone shows by choice
parts.seats.addEventListener("seat", ({ detail }) => look(detail.seat));

/** At somebody's sheet, or at one's own again. @param {number} seat */
function look(seat) {
  if (!view || !now) return;
  const looked = view.watch(seat);
  shown = looked === now.table.me ? null : looked;
  drawSeats(now);
}

/** @param {Now<Scene|null>} now */
function drawSeats({ table, scene }) {
  parts.seats.draw({
    // after the end nobody is waited for
    seats: table.seats
      .filter((seat) => seat.kind !== "open")
      .map((seat) => (table.phase === "over" ? { ...seat, here: true } : seat)),
    facts: scene?.seats,
    turn: table.turn,
    me: table.me,
    shown,
    match: table.match,
    sets: table.seats.map(({ seat }) => dress(table, seat)),
    only: tv,
  });
}

/** On one device for several players: say when it goes to the next. @param {Table} table */
function passed(table) {
  if (lastMe !== null && table.me !== null && lastMe !== table.me && table.mine.length > 1 && !keeper) handed = true;
  lastMe = table.me;
}

/** The game's view, made when there is something to see. */
function opened() {
  const made = new View(host);
  addEventListener("pointerdown", (event) => {
    if (pressed(event, "button, a")) return;
    made.hurry();
    readOn();
  });
  return made;
}

let stageKey = "";

/** @param {Now<Scene|null>} now @param {Now<Scene|null>|null} before */
function drawStage(now, before) {
  const { table } = now;
  const cups = !table.keep || table.keep.way === "every"; // who keeps a tally is shown nobody's dice
  const asks = table.me === null && table.mine.length > 0 && table.phase === "playing" && cups;
  const playing = laidOut(now) && (table.phase === "playing" || table.phase === "over");
  if (playing) {
    view ??= opened();
    view.draw(now);
  }
  coach.draw();
  reactions.hidden = table.me === null || !table.seats.some((seat) => seat.kind === "person" && !seat.mine);
  parts.stage.hidden = !playing || table.phase === "over";
  parts.pad.hidden = !playing;
  const key = `${table.phase} ${asks} ${JSON.stringify(table.phase === "waiting" ? [table.seats, table.unready] : [table.rematch, table.me, asks && table.turn])}`;
  if (key === stageKey) return;
  stageKey = key;
  if (table.phase === "waiting")
    put(parts.extra, table.unready.length ? [] : tv ? screen(table) : room(table, link, offered));
  else if (table.phase === "abandoned") put(parts.extra, abandoned(table, link));
  else if (table.phase === "over" && table.result)
    put(parts.extra, result(table, table.result, link, before?.table.phase === "playing"));
  else put(parts.extra, asks ? itIsMe(table) : []);
}

/** In games with secrets nobody's dice are shown before their owner says who is looking. @param {Table} table */
function itIsMe(table) {
  const moving = table.turn.filter((seat) => table.mine.includes(seat));
  const who = (moving.length ? moving : table.mine).map((seat) => table.seats[seat]);
  const names = who.map(({ name }) => name).join(` ${texts.or} `);
  const buttons = who.map(({ seat, name }) =>
    h(
      "button.btn.main",
      { type: "button", onclick: () => link.send({ do: "me", seat }).catch(() => {}) },
      fill(texts.it_is_me, { name }),
    ),
  );
  return h("div.card.hand-over", {}, h("p", {}, fill(texts.hand_to, { name: names })), h("div.do", {}, buttons));
}

/** Takes the seat that the link led to; whoever closed the slip may ask for it again. */
const sitDown = () => join(id, invitation).then(() => link.restart());

function watching() {
  const sit = invitation ? h("button.btn.small", { type: "button", onclick: sitDown }, texts.sit_down) : null;
  return h("p", {}, texts.watching, sit);
}

/** @type {Map<HTMLElement, string>} */
const written = new Map();

/**
 * Lines in their place, unless they stand there: drawn anew they would be read out anew.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} lines
 * @param {number} [ends] when the clock among them does
 */
function write(place, lines, ends) {
  const key = JSON.stringify([lines.map((line) => line.outerHTML), ends]);
  if (key === written.get(place)) return;
  written.set(place, key);
  place.hidden = !lines.length;
  put(place, lines);
}

/** Under the say line stands what stays: that one only watches, and the clock. @param {Table} table */
function drawStanding(table) {
  const lines = [];
  if (!tv && !table.mine.length && ["waiting", "playing"].includes(table.phase)) lines.push(watching());
  if (table.clock?.ends) lines.push(clock(table.clock.ends, table.clock.then));
  write(parts.standing, lines, table.clock?.ends);
}

/** What comes and goes lies over the seats: hand over, a question, a seat played by a bot. @param {Table} table */
function drawNotice(table) {
  const lines = [];
  if (table.match && table.phase === "playing") lines.push(...between(table.match));
  if (table.ask) lines.push(question(table.ask));
  const mine = table.seats.find((seat) => seat.mine && seat.bot);
  if (mine && table.phase === "playing") {
    lines.push(
      h(
        "p",
        {},
        texts.bot_plays,
        h(
          "button.btn.small",
          { type: "button", onclick: () => link.send({ do: "back", seat: mine.seat }).catch(() => {}) },
          texts.come_back,
        ),
      ),
    );
  }
  if (handed && table.phase === "playing" && table.me !== null && table.turn.includes(table.me))
    lines.push(h("p", {}, fill(texts.hand_to, { name: table.seats[table.me].name })));
  const away = table.seats.find((seat) => seat.away && !seat.mine && !seat.bot && table.turn.includes(seat.seat));
  if (away && table.me !== null && houseBot && !table.ask) {
    lines.push(
      h(
        "p",
        {},
        fill(texts.is_away, { name: away.name }),
        h(
          "button.btn.small",
          {
            type: "button",
            onclick: () => link.send({ do: "bot", seat: away.seat, bot: houseBot }).catch(() => {}),
          },
          texts.ask_bot,
        ),
      ),
    );
  }
  if (brief) lines.push(h("p.brief", {}, brief));
  if (table.undo?.asked && !table.ask) lines.push(h("p", {}, texts[`${table.undo.asked.kind}_asked`]));
  write(parts.notice, lines);
}

/** How the last game of a match ended, and whose choice the next start is. @param {Match} match */
function between({ ended, score, choose }) {
  if (!ended) return [];
  const buttons = choose.map(({ action, text }) =>
    h(
      "button.btn.small",
      {
        type: "button",
        onclick: () => host.act([action]).catch(({ message, rule }) => host.refuse(null, message, rule)),
      },
      text,
    ),
  );
  return [
    h(
      "p.between",
      { role: "status" },
      h("span", {}, h("b", {}, sentences(ended)), ` ${sentences(score)}`),
      buttons.length ? h("span.do", {}, buttons) : null,
    ),
  ];
}

/** @param {{seat: number, text: string}} ask */
function question({ seat, text }) {
  const answer = (/** @type {boolean} */ yes) => () => link.send({ do: "answer", seat, yes }).catch(() => {});
  return h(
    "p",
    { role: "alert" },
    text,
    h(
      "span.do",
      {},
      h("button.btn.small", { type: "button", onclick: answer(true) }, texts.yes),
      h("button.btn.small.quiet", { type: "button", onclick: answer(false) }, texts.no),
    ),
  );
}

/** The time left for this turn, and what happens then. @param {number} ends @param {string} then */
function clock(ends, then) {
  const time = h("b.num");
  const line = h("p.clock", {}, icon("wait"), time, h("span.cap", {}, then));
  const tick = () => {
    const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (line.isConnected) setTimeout(tick, 500);
  };
  queueMicrotask(tick);
  return line;
}

const keys = () => [...(view?.keys() ?? []), ...(now?.table.coach ? [["C", texts.ask_coach]] : []), ["?", texts.keys]];

/** The keys, and what to tap: that stands on the table again as well. */
function help() {
  pencil?.call();
  keyList(keys(), pencil?.text);
}

menuButton.onclick = () => {
  if (!now) return;
  const { table } = now;
  const learn = games.some((one) => one.art === table.art && one.lesson);
  menu({ table, now: () => now?.table ?? table, link, houseBot, keys: help, lang, askPace, learn });
};
one("button", banner).onclick = () => link.now();

addEventListener("keydown", (event) => {
  const typing = pressed(event, "input, textarea, select, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !now) return;
  if (event.key === "?") help();
  else if (event.key === "u" || event.key === "U") now.table.undo?.can && host.undo();
  else if (event.key === "c" || event.key === "C") coach.ask();
  else if (event.key === "Escape" && coach.open) coach.close();
  else if (keeper?.key(event) ?? view?.key(event)) event.preventDefault();
});

if (location.hash) {
  history.replaceState({ invitation }, "", location.pathname + location.search);
  sitDown();
}
