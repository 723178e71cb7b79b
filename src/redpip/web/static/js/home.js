/** Home: two clicks to the first roll, every other way one slip further. */
import "./die.js";
import { one, pressed, texts } from "./dom.js";
import { forgetMe } from "./me.js";
import { playNow, setup } from "./setup.js";
import { sure } from "./slip.js";

/** @type {OfferedGame[]} */
const games = JSON.parse(one("#games").textContent ?? "");
const trouble = one("#trouble");

/** What goes wrong is said under the button that was pressed. @param {HTMLElement} button @param {() => Promise<void>} work */
async function start(button, work) {
  button.setAttribute("aria-disabled", "true");
  trouble.textContent = "";
  button.parentElement?.after(trouble);
  try {
    await work();
  } catch (refusal) {
    trouble.textContent = refusal.message;
    trouble.scrollIntoView({ block: "nearest" });
    button.removeAttribute("aria-disabled");
  }
}

document.addEventListener("click", (event) => {
  const button = pressed(event, "[data-do]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const game = games[Number(button.dataset.nth ?? 0)];
  if (button.dataset.do === "now") start(button, () => playNow(game));
  else setup(game, button.dataset.do);
});

/** @type {HTMLButtonElement} */
const forget = sure(texts.delete_mine, texts.delete_sure, () => start(forget, forgetMe));
document.getElementById("delete")?.append(forget);

// a page that comes back from the browser's memory does not know what was played since
addEventListener("pageshow", (event) => event.persisted && location.reload());
