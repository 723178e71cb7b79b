/** *Keep score*: who plays, how it is kept, and a tap on the game opens its pad. Below it the evenings so far. */
import { find, h, icon, limits, memory, one, put, texts as common } from "./dom.js";
import { asFile, opened, played, recordOf, records, standings } from "./evening.js";
import { post, request } from "./http.js";
import { toldOf } from "./keep_entries.js";
import { sums } from "./keep_strips.js";
import { fill, locale } from "./phrases.js";
import { avatar, SHAPES } from "./seats.js";
import { slip } from "./slip.js";

/** @typedef {OfferedGame & {ways: string[], without: Record<string, string>}} KeptGame how it is kept, and why not otherwise */
/** @typedef {{kind: "here" | "bot" | "open", name: string}} Chair */

/** @type {KeepTexts} */
const texts = JSON.parse(one("#keep-texts").textContent ?? "{}");
/** @type {(KeptGame)[]} */
const games = JSON.parse(one("#games").textContent ?? "");
const MOST = 8;

const people = one("#people");
const add = one("#add");
const trouble = one("#trouble");
const first = one("select#first");

/** @type {Chair[]} */
let chairs = JSON.parse(memory.get("keep.people", "null")) ?? [
  { kind: "here", name: memory.get("name") },
  { kind: "here", name: "" },
];

/** @param {Chair} chair @param {number} i */
const nameOf = ({ kind, name }, i) =>
  kind === "bot"
    ? common.bot_name
    : kind === "open"
      ? common.friend
      : name.trim() || fill(common.player, { number: i + 1 });

function drawPeople() {
  memory.set("keep.people", JSON.stringify(chairs));
  const rows = chairs.map((chair, i) => {
    const field = h("input", {
      type: "text",
      value: chair.name,
      maxlength: limits.name,
      placeholder: fill(common.player, { number: i + 1 }),
      "aria-label": fill(common.name_of, { number: i + 1 }),
      autocomplete: "off",
    });
    field.oninput = () => {
      chair.name = field.value;
      memory.set("keep.people", JSON.stringify(chairs));
      drawFirst();
      one(".av", field.parentElement ?? people).textContent = [...nameOf(chair, i)][0].toUpperCase();
    };
    const told = chair.kind === "bot" ? texts.bot_plays : texts.by_link;
    const remove = h(
      "button.icon",
      { type: "button", "aria-label": fill(common.remove, { number: i + 1 }) },
      icon("close"),
    );
    remove.onclick = () => {
      chairs = chairs.filter((other) => other !== chair);
      drawPeople();
    };
    const token = avatar({ shape: SHAPES[i % SHAPES.length], name: nameOf(chair, i) });
    return h(
      "li",
      {},
      token,
      chair.kind === "here" ? field : h("span.what", {}, told),
      chairs.length > 1 ? remove : null,
    );
  });
  put(people, rows);
  const more = (/** @type {Chair["kind"]} */ kind, /** @type {string} */ label) =>
    h("button.btn.small", { type: "button", "data-add": kind, onclick: () => join(kind) }, icon("plus"), label);
  put(
    add,
    chairs.length < MOST
      ? [more("here", common.add_here), more("bot", common.add_bot), more("open", texts.add_phone)]
      : null,
  );
  drawFirst();
  drawGames();
}

/** @param {Chair["kind"]} kind */
function join(kind) {
  chairs.push({ kind, name: "" });
  drawPeople();
  if (kind === "here") find("li:last-child input", people)?.focus();
}

function drawFirst() {
  const chosen = first.value;
  put(
    first,
    h("option", { value: "" }, common.drawn),
    chairs.map((chair, i) => h("option", { value: String(i) }, nameOf(chair, i))),
  );
  first.value = Number(chosen) < chairs.length ? chosen : "";
}

/** How much is told; where a game is kept roll by roll alone, it is. */
const way = () => /** @type {HTMLInputElement} */ (one('input[name="way"]:checked')).value;

for (const input of document.querySelectorAll('input[name="way"]')) {
  if (!(input instanceof HTMLInputElement)) continue;
  input.checked = input.value === memory.get("keep.way", "tally");
  input.onchange = () => {
    memory.set("keep.way", input.value);
    drawGames();
  };
}

/** The next best where a game is not kept in the way that was chosen. @param {KeptGame} game */
const wayOf = (game) => [way(), "tally", "every"].find((known) => game.ways.includes(known)) ?? "every";

function drawGames() {
  one("#way-about").textContent = texts[`way_${way()}_about`];
  for (const [i, game] of games.entries()) {
    const card = one(`[data-game-nth="${i}"]`);
    const open = one("button", card);
    const { least, most } = game.seats;
    const fits = chairs.length >= least && chairs.length <= most;
    const why = least === most ? fill(texts.players_exactly, { least }) : fill(texts.players_range, { least, most });
    open.setAttribute("aria-disabled", String(!fits));
    const other = texts[`way_${/** @type {"tally"|"every"} */ (wayOf(game))}`];
    const without = game.without[way()];
    one(".why", card).textContent = !fits ? why : without ? fill(texts.kept_as, { way: other, why: without }) : "";
    const preset = card.querySelector("select");
    const chosen = game.presets.find((known) => known.preset === (preset?.value ?? game.preset));
    one(".about", card).textContent = preset ? (chosen?.about ?? "") : ""; // what differs, where there is a choice
    const starts = chosen?.starts ?? "";
    one(".starts", card).textContent = starts ? fill(texts.starts, { custom: starts }) : "";
  }
}

/** @param {KeptGame} game @param {string} preset */
async function start(game, preset) {
  const seats = chairs.map((chair, i) => {
    if (chair.kind === "bot") return { kind: "bot", bot: game.house_bot };
    if (chair.kind === "open") return { kind: "open" };
    return { kind: "here", name: nameOf(chair, i) };
  });
  const me = seats.find(({ kind }) => kind === "here");
  if (me) me.kind = "me";
  const keep = wayOf(game);
  const wanted = {
    game: game.game,
    preset,
    seats,
    first: first.value === "" ? null : Number(first.value),
    dice: "people",
    keep,
    coach: game.coach,
  };
  const { url } = await post("/api/v1/tables", wanted);
  location.assign(url);
}

for (const [i, game] of games.entries()) {
  const card = one(`[data-game-nth="${i}"]`);
  const preset = card.querySelector("select");
  if (preset) preset.onchange = drawGames;
  const open = one("button", card);
  open.onclick = async () => {
    trouble.textContent = "";
    one(".why", card).before(trouble);
    if (open.getAttribute("aria-disabled") === "true") {
      trouble.textContent = one(".why", card).textContent;
      return;
    }
    open.setAttribute("aria-disabled", "true");
    try {
      await start(game, preset?.value ?? game.preset);
    } catch (refusal) {
      trouble.textContent = refusal.message;
    }
    open.removeAttribute("aria-disabled");
  };
}

// ---- evenings

const evenings = one("#evenings");
const day = (/** @type {string} */ at) =>
  new Date(at).toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });

function drawEvenings() {
  const all = played();
  const days = [...new Set(all.map(({ at }) => at.slice(0, 10)))];
  const file = h(
    "button.btn.small",
    { type: "button", id: "share-evenings", onclick: share },
    icon("load"),
    texts.save_file,
  );
  const take = h("input.sr", { type: "file", id: "open-evenings", accept: "application/json,.json" });
  take.onchange = async () => {
    const [chosen] = take.files ?? [];
    const news = chosen ? opened(await chosen.text()) : 0;
    drawEvenings();
    one("#taken").textContent = news < 0 ? texts.bad_file : fill(texts.file_taken, { number: news });
  };
  put(
    evenings,
    all.length ? circle(texts.altogether, all) : h("p", {}, texts.no_evenings),
    all.length ? best(all) : null,
    days.slice(0, 12).map((date) =>
      evening(
        date,
        all.filter(({ at }) => at.startsWith(date)),
      ),
    ),
    h("div.do", {}, all.length ? file : null, take, h("label.btn.small", { for: "open-evenings" }, texts.open_file)),
    h("p", { id: "taken", role: "status" }),
  );
}

/** @param {string} title @param {import("./evening.js").Played[]} games */
function circle(title, games) {
  const rows = standings(games).map(({ name, games: number, wins, points }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td.num", {}, String(number)),
      h("td.num", {}, String(wins)),
      h(
        "td",
        {},
        Object.entries(points)
          .map(([game, sum]) => `${game} ${sum}`)
          .join(" · "),
      ),
    ),
  );
  const head = [texts.player, texts.games, texts.wins, texts.points].map((name) => h("th", { scope: "col" }, name));
  return h(
    "div.card.circle",
    {},
    h("h3", {}, title),
    h(
      "div.scroll",
      { tabindex: "0", role: "group", "aria-label": title },
      h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)),
    ),
  );
}

/** @param {import("./evening.js").Played[]} games */
const best = (games) =>
  h(
    "div.card.circle",
    {},
    h("h3", {}, texts.records),
    h(
      "ul",
      {},
      records(games).map(({ title, name, score }) => h("li", {}, h("b", {}, title), ` ${name}, ${score}`)),
    ),
  );

/** @param {string} date @param {import("./evening.js").Played[]} games */
function evening(date, games) {
  return h(
    "details.card.circle",
    { "data-day": date },
    h(
      "summary",
      {},
      h("b", {}, day(games[0].at)),
      h("span.cap", {}, fill(texts.number_games, { number: games.length })),
    ),
    h(
      "ul",
      {},
      games.map(({ title, players, table }) =>
        h(
          "li",
          {},
          h("a", { href: `/t/${table}` }, title),
          ` ${players.map(({ name, score, won }) => `${name} ${score}${won ? " ★" : ""}`).join(" · ")} `,
          recordOf(table) ? sheetsOf(table, title) : null,
        ),
      ),
    ),
  );
}

/** A button for the sheets of a game and what was told in it. @param {string} table @param {string} title */
function sheetsOf(table, title) {
  const name = h("span.sr", {}, `: ${title}`);
  return h("button.btn.small", { type: "button", "data-sheets": table, onclick: () => look(table) }, texts.look, name);
}

/** @param {string} table */
async function look(table) {
  const dialog = slip(texts.look, [], { wide: true });
  const body = one(".in", dialog);
  try {
    const path = `/api/v1/pad?lang=${document.documentElement.lang}`;
    /** @type {{title: string, names: string[], columns: KeepColumn[], entries: KeptEntry[]}} */
    const pad = await request(path, { method: "POST", body: recordOf(table), type: "text/plain" });
    const sheets = pad.columns.map((column, seat) =>
      h(
        "details.card",
        {},
        h("summary", {}, h("b", {}, pad.names[seat]), h("span.num", {}, String(column.score))),
        sums(column, texts),
      ),
    );
    const entries = pad.entries.map((entry) => h("li", {}, h("span.entry", {}, toldOf(entry, texts))));
    body.append(h("h3", {}, pad.title), h("div.ending", {}, sheets), h("div.entries", {}, h("ol", {}, entries)));
  } catch (refusal) {
    body.append(h("p.error", {}, refusal.message));
  }
}

async function share() {
  const name = `redpip-${new Date().toISOString().slice(0, 10)}.json`;
  const file = new File([asFile()], name, { type: "application/json" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file], title: texts.evening }).catch(() => {});
    return;
  }
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

drawPeople();
drawEvenings();
