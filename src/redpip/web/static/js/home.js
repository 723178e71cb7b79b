/** Home: two clicks to the first roll, every other way one slip further. */
import "./die.js";
import { fill, h, memory, put, texts } from "./dom.js";
import { request } from "./http.js";
import { playNow, setup } from "./setup.js";
import { sure } from "./slip.js";

const games = JSON.parse(document.getElementById("games").textContent);
const trouble = document.getElementById("trouble");

async function start(button, work) {
  button.setAttribute("aria-disabled", "true");
  trouble.textContent = "";
  try {
    await work();
  } catch (refusal) {
    trouble.textContent = refusal.message;
    button.removeAttribute("aria-disabled");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const game = games[Number(button.dataset.nth ?? 0)];
  if (button.dataset.do === "now") start(button, () => playNow(game));
  else setup(game, button.dataset.do);
});

/** One of my games: its print, whom with, how it stands, and the way back. */
function line(mine) {
  const people = mine.with.length
    ? fill(texts.with, {
        title: mine.title,
        names: new Intl.ListFormat(document.documentElement.lang).format(mine.with),
      })
    : mine.title;
  const state = mine.phase === "playing" && mine.your_turn ? texts.your_turn : texts[`phase_${mine.phase}`];
  const facts = [state, mine.variant, mine.result?.title].filter(Boolean).join(" · ");
  const over = mine.phase === "over" || mine.phase === "abandoned";
  return h(
    "li.card.cont",
    {},
    h("img", {
      src: `/games/${games.find((game) => game.art === mine.art)?.game ?? mine.art}/art/${mine.art}.svg`,
      alt: "",
      width: 64,
      height: 48,
    }),
    h("div.t", {}, h("b", {}, people), h("span.cap", {}, facts)),
    h(
      `a.btn.small${over ? ".quiet" : ""}`,
      { href: `/t/${mine.table}`, "aria-label": `${over ? texts.look : texts.go_on}: ${people}` },
      over ? texts.look : texts.go_on,
    ),
  );
}

async function showMine() {
  const mine = await request("/api/v1/mine").catch(() => []);
  const running = mine.filter((one) => one.phase === "playing" || one.phase === "waiting");
  const over = mine.filter((one) => !running.includes(one));
  put(document.getElementById("running"), running.slice(0, 6).map(line));
  put(document.getElementById("finished"), over.slice(0, 12).map(line));
  document.getElementById("before").hidden = !over.length;
  const bin = document.getElementById("delete");
  if (mine.length && !bin.firstChild) {
    bin.append(
      sure(texts.delete_mine, texts.delete_sure, async () => {
        await request("/api/v1/mine", { method: "DELETE" });
        memory.clear();
        location.reload();
      }),
    );
  }
}

addEventListener("pageshow", (event) => {
  if (event.persisted)
    for (const button of document.querySelectorAll("[data-do][aria-disabled]")) button.removeAttribute("aria-disabled");
  showMine();
});
