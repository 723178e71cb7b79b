/**
 * Training: a position as its game draws it, a few lines to choose from, and what each of them costs. What is best, and
 * when a position comes back, the service says; here it is only shown.
 */
import { h, icon, one, pressed, put, shake, texts } from "./dom.js";
import { goTo, post, request } from "./http.js";
import { count, fill } from "./phrases.js";
import { SHAPES } from "./seats.js";
import { drawStill } from "./still.js";

const TRAINING = "/api/v1/training";
const LOCALES = /** @type {Record<string, string>} */ ({ en: "en-GB", de: "de-DE" });
const said = /** @type {TrainingTexts} */ (texts);

const five = one("ol#five");
const left = one("#left");
const position = one("#position");
const ask = one("#ask");
const about = one("#about");
const stage = one("#stage");
const pad = one("#pad");
const choices = one("ol#choices");
const slip = one("#slip");
const next = one("button#next");
const playOn = one("button#play-on");
const unseen = one("#unseen");
const look = one("button#look");

/** @type {TrainingToken[]} */
let tokens = [];
/** @type {TrainingCard|null} the position on the table */
let open = null;
let answered = false;
let busy = false;

// ---- today's five

async function today() {
  /** @type {TrainingDay} */
  const day = await request(TRAINING);
  tokens = day.five;
  drawMistakes(day);
  drawUnseen(day.unseen);
}

function drawFive() {
  put(five, tokens.map(token));
  const coming = tokens.filter(({ state }) => state !== "answered").length;
  left.textContent = coming ? count(said.to_go, coming) : said.all_done;
}

/** @param {TrainingToken} token @param {number} i */
function token({ card, state, best, lost, days, times }, i) {
  const now = card === open?.card;
  const done = state === "answered";
  const kind = [now && "now", done && (best ? "ok" : "cost")].filter(Boolean).join(" ");
  return h(
    "li",
    { class: kind, "aria-current": now ? "step" : null },
    h("span.tk", {}, done && best ? icon("check") : String(i + 1)),
    h("b", {}, done ? (best ? said.exact : lost) : said[state]),
    h("span", {}, done ? count(said.in_days, days ?? 0) : count(said.nth_time, times + 1)),
  );
}

// ---- a position

/** @param {string|undefined} card */
async function lay(card) {
  position.setAttribute("aria-busy", "true");
  answered = false;
  next.hidden = true;
  playOn.hidden = true;
  put(slip);
  /** @type {TrainingCard} */
  const found = await request(`${TRAINING}/cards/${card}`);
  open = found;
  position.dataset.game = found.art;
  put(stage);
  put(pad);
  await draw(found);
  about.textContent = whence(found);
  put(
    choices,
    found.choices.map(({ line, text }, i) =>
      h(
        "li",
        {},
        h(
          "button.ch",
          { type: "button", "data-line": line, "aria-pressed": "false", onclick: () => choose(line) },
          h("kbd", { "aria-hidden": "true" }, String(i + 1)),
          h("span.tx", {}, text),
        ),
      ),
    ),
  );
  drawFive();
  position.setAttribute("aria-busy", "false");
}

/** The game's own view shows it, and nobody is to move there. @param {TrainingCard} card */
async function draw(card) {
  const { names, seat } = card;
  const seats = names.map((name, i) => {
    const shape = SHAPES[i % SHAPES.length];
    return { seat: i, name, shape, kind: "person", mine: i === seat, here: true };
  });
  const table = /** @type {any} */ ({ seats, me: seat, mine: [seat], phase: "playing" });
  await drawStill(card, table, stage, pad);
}

/** @param {TrainingCard} card */
function whence({ scene, seat, title, variant, from }) {
  const day = new Date(`${from.day}T12:00:00`);
  const locale = LOCALES[document.documentElement.lang];
  const told = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" }).format(day);
  const facts = [title, variant, scene.about, scene.seats[seat].note].filter(Boolean).join(" · ");
  return `${facts}. ${fill(from.table ? said.from_game : said.from_daily, { day: told })}`;
}

/** @param {string} line */
async function choose(line) {
  const mine = buttons().find((button) => button.dataset.line === line);
  if (answered || busy || !open || !mine) return;
  busy = true;
  mine.setAttribute("aria-pressed", "true");
  mine.classList.add("mine");
  try {
    const verdict = await post(`${TRAINING}/cards/${open.card}`, { line });
    answered = true;
    tell(verdict);
    await today();
    drawFive();
    next.hidden = !coming();
    playOn.hidden = !open.from.table;
    (next.hidden ? ask : next).focus();
    slip.scrollIntoView({ block: "nearest" });
  } catch (refusal) {
    mine.setAttribute("aria-pressed", "false");
    mine.classList.remove("mine");
    shake(mine);
    put(slip, h("p.error", {}, refusal.message));
  }
  busy = false;
}

/** @param {TrainingVerdict} verdict */
function tell({ line, choices: costs, best, reason, lost, days, exact }) {
  const least = costs.find((choice) => choice.cost === 0)?.lost; // what reads alike is as good
  for (const button of buttons()) {
    const found = costs.find((choice) => choice.line === button.dataset.line);
    if (!found) continue;
    const right = found.lost === least;
    button.setAttribute("aria-disabled", "true");
    button.classList.toggle("best", right);
    const words = [right && said.best, found.line === line && said.yours].filter(Boolean).join(" · ");
    if (words) button.append(h("span.tagw", {}, words));
    button.append(h("span.num", {}, found.lost));
  }
  const nothing = costs.some((choice) => choice.line === line && choice.lost === least);
  const price = nothing ? said.costs_nothing : fill(said.costs, { cost: lost });
  const sure = exact ? "" : said.estimated;
  put(
    slip,
    h(
      "div.hint",
      {},
      h("div", {}, h("span.hl", {}, `${best.text}.`), ` ${reason}`),
      h("div.cap", {}, [price, sure, count(said.comes_back, days)].filter(Boolean).join(" ")),
    ),
  );
}

const buttons = () => [...choices.querySelectorAll("button")];
const coming = () => tokens.find(({ state }) => state !== "answered")?.card;

playOn.onclick = () => {
  if (!open) return;
  const { table, event } = open.from;
  goTo(
    playOn,
    () => post(`/api/v1/tables/${table}/branch`, { event }),
    ({ message }) => put(slip, h("p.error", {}, message)),
  );
};

next.onclick = () =>
  guarded(async () => {
    await lay(coming());
    ask.focus();
  });

addEventListener("keydown", (event) => {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || pressed(event, "input, textarea, select")) return;
  if (/^[1-9]$/.test(key)) buttons()[Number(key) - 1]?.click();
  else if (key.toLowerCase() === "n" && !next.hidden) next.click();
});

// ---- own games

/** @param {TrainingDay} day */
function drawMistakes({ mistakes, games }) {
  one("#mistakes").hidden = !mistakes.length;
  const all = mistakes.reduce((sum, { times }) => sum + times, 0);
  one("#in-games").textContent = count(said.in_games, games, { times: all });
  const most = Math.max(...mistakes.map(({ times }) => times));
  put(
    one("#rows"),
    mistakes.map(({ name, times, cost }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td.br", {}, bar(times / most)),
        h("td", {}, String(times)),
        h("td", {}, cost),
      ),
    ),
  );
}

/** As long as its share of the most; the number stands beside it. @param {number} share */
function bar(share) {
  const element = h("i", { "aria-hidden": "true" });
  element.style.width = `${Math.round(100 * share)}%`;
  return element;
}

/** @param {number} number */
function drawUnseen(number) {
  look.hidden = !number;
  if (number) unseen.textContent = count(said.unseen, number);
}

look.onclick = async () => {
  look.setAttribute("aria-disabled", "true");
  unseen.textContent = said.looking;
  let found = 0;
  let games = 1;
  try {
    while (games > 0) {
      const looked = await post(`${TRAINING}/games`, {});
      found += looked.positions;
      games = looked.left;
    }
    await today();
    drawFive();
    if (!open || answered) next.hidden = !coming();
    unseen.textContent = count(said.found, found);
  } catch (refusal) {
    unseen.textContent = refusal.message;
  }
  look.removeAttribute("aria-disabled");
};

/** Whatever goes wrong is told where the position would be. @param {() => Promise<void>} work */
async function guarded(work) {
  try {
    await work();
  } catch (refusal) {
    position.setAttribute("aria-busy", "false");
    about.textContent = refusal.message;
  }
}

await guarded(async () => {
  await today();
  drawFive();
  if (coming()) await lay(coming());
  else {
    position.setAttribute("aria-busy", "false");
    about.textContent = said.all_done;
  }
});
