/** A challenge: take it up, and wait for what the choices cost. */
import { find, memory, one, pressed, put } from "./dom.js";
import { post, request } from "./http.js";
import { linkToSend } from "./links.js";
import { myName } from "./me.js";

const PAUSE = 1500; // milliseconds between two questions
const main = one("main");
const challenge = `/api/v1/challenges/${main.dataset.challenge}`;
const form = find("form#accept");

/** @param {unknown} refusal */
const complain = (refusal) => {
  const place = find("#trouble") ?? one("[role=status]");
  place.textContent = refusal instanceof Error ? refusal.message : String(refusal);
};

if (form) {
  const name = one("input#name", form);
  const button = one("button", form);
  name.value = memory.get("name");
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return; // who is not known yet would play as two
    button.setAttribute("aria-disabled", "true");
    if (name.value.trim()) memory.set("name", name.value.trim());
    try {
      location.assign((await post(challenge, { name: name.value.trim() || myName() })).url);
    } catch (refusal) {
      complain(refusal);
      button.removeAttribute("aria-disabled");
    }
  };
}

const send = find("#send");
if (send) put(send, ...linkToSend(location.pathname, document.title));

document.addEventListener("click", async (event) => {
  const button = pressed(event, "button[data-from]");
  if (!button) return;
  const table = `/api/v1/tables/${button.dataset.table}/branch`;
  await post(table, { event: Number(button.dataset.from) }).then(({ url }) => location.assign(url), complain);
});

async function look() {
  const found = await request(challenge).catch(() => null);
  if (found && !found.waiting) location.reload();
  else setTimeout(look, PAUSE);
}
if ("waiting" in main.dataset) setTimeout(look, PAUSE);

addEventListener("pageshow", (event) => event.persisted && location.reload());
