/** Daily dice: play them, and wait for results that are still looked at. */
import { find, one, put } from "./dom.js";
import { goTo, post, request } from "./http.js";
import { myName } from "./me.js";

const PAUSE = 1500; // milliseconds between two questions
const main = one("main");
const { day, pending } = main.dataset;
const play = find("button#play");

if (play) {
  play.onclick = () =>
    goTo(
      play,
      () => post("/api/v1/daily", { day, name: myName() }),
      ({ message }) => put(one("#trouble"), message),
    );
}

async function look() {
  const found = await request(`/api/v1/daily/${day}`).catch(() => null);
  if (found && String(found.pending) !== pending) location.reload();
  else setTimeout(look, PAUSE);
}
if (Number(pending)) setTimeout(look, PAUSE);

// a page that comes back from the browser's memory does not know what was played since
addEventListener("pageshow", (event) => event.persisted && location.reload());
