/** A game looked at afterwards: steps by key, games that go on from a decision, and how far the work is until it is done. */
import { still } from "./dom.js";
import { goTo, post, request } from "./http.js";

const PAUSE = 500; // milliseconds between two questions
const moments = [...document.querySelectorAll(".moments details")];
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const table = `/api/v1/tables/${main.dataset.table}`;

/** @param {unknown} problem */
function complain(problem) {
  const place = main.querySelector(".error");
  if (place) place.textContent = problem instanceof Error ? problem.message : String(problem);
}

// ---- stepping

/** @param {Element} moment */
const address = (moment) => `#${moment.querySelector(".at")?.id}`;

/** Opens a moment, as a link to it does. @param {Element} moment */
function show(moment) {
  moment.toggleAttribute("open", true);
  moment.querySelector("summary")?.focus({ preventScroll: true });
  moment.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
}

const open = () => moments.findIndex((moment) => moment.hasAttribute("open"));

/** @type {Record<string, () => number>} */
const STEPS = {
  ArrowRight: () => Math.min(open() + 1, moments.length - 1),
  ArrowLeft: () => Math.max(open() - 1, 0),
  Home: () => 0,
  End: () => moments.length - 1,
};

addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  const scrolls = event.target instanceof Element && event.target.closest("pre, .scroll");
  const step = STEPS[event.key];
  if (!plain || scrolls || !step || !moments.length) return;
  event.preventDefault();
  const moment = moments[step()];
  history.replaceState(null, "", address(moment));
  show(moment);
});

function follow() {
  const moment = location.hash && moments.find((one) => address(one) === location.hash);
  if (moment) show(moment);
}
addEventListener("hashchange", follow);
follow();

// ---- playing on

for (const button of main.querySelectorAll("[data-from]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.onclick = () => goTo(button, () => post(`${table}/branch`, { event: Number(button.dataset.from) }), complain);
}

// ---- waiting

/** Asks until the review is there. */
async function wait() {
  for (;;) {
    const said = await request(`${table}/review`);
    if (said.done === undefined) return location.reload();
    main.querySelector("progress")?.setAttribute("value", String(100 * said.done));
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

if (main.dataset.waiting !== undefined) wait().catch(complain);
