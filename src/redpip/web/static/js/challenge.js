/** A challenge: take it up, and wait for what the choices cost. */
import { find, memory, one, pressed, put } from "./dom.js";
import { goTo, post, request } from "./http.js";
import { linkToSend } from "./links.js";
import { myName } from "./me.js";

const PAUSE = 1500; // milliseconds between two questions
const main = one("main");
const challenge = `/api/v1/challenges/${main.dataset.challenge}`;
const form = find("form#accept");

/** @param {Error} refusal */
const complain = ({ message }) => put(one("#trouble"), message);

if (form) {
  const name = one("input#name", form);
  const button = one("button", form);
  name.value = memory.get("name");
  form.onsubmit = (event) => {
    event.preventDefault();
    if (name.value.trim()) memory.set("name", name.value.trim());
    goTo(button, () => post(challenge, { name: name.value.trim() || myName() }), complain);
  };
}

const send = find("#send");
if (send) put(send, ...linkToSend(location.pathname, document.title));

document.addEventListener("click", (event) => {
  const button = pressed(event, "button[data-from]");
  if (!button) return;
  const { table, from } = button.dataset;
  goTo(button, () => post(`/api/v1/tables/${table}/branch`, { event: Number(from) }), complain);
});

async function look() {
  const found = await request(challenge).catch(() => null);
  if (found && !found.waiting) location.reload();
  else setTimeout(look, PAUSE);
}
if ("waiting" in main.dataset) setTimeout(look, PAUSE);

addEventListener("pageshow", (event) => event.persisted && location.reload());
