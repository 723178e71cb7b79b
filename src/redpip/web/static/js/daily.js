/** Daily dice: play them, and wait for results that are still looked at. */
import { find, one } from "./dom.js";
import { post, request } from "./http.js";
import { myName } from "./me.js";

const PAUSE = 1500; // milliseconds between two questions
const main = one("main");
const { day, pending } = main.dataset;
const play = find("button#play");

if (play) {
  play.onclick = async () => {
    if (play.getAttribute("aria-disabled")) return; // who is not known yet would play as two
    play.setAttribute("aria-disabled", "true");
    try {
      location.assign((await post("/api/v1/daily", { day, name: myName() })).url);
    } catch (refusal) {
      one("#trouble").textContent = refusal.message;
      play.removeAttribute("aria-disabled");
    }
  };
}

async function look() {
  const found = await request(`/api/v1/daily/${day}`).catch(() => null);
  if (found && String(found.pending) !== pending) location.reload();
  else setTimeout(look, PAUSE);
}
if (Number(pending)) setTimeout(look, PAUSE);

// a page that comes back from the browser's memory does not know what was played since
addEventListener("pageshow", (event) => event.persisted && location.reload());
