/** My games and who I am here: name and dice, carried to another device by a code or a file, deleted by one button. */
import { find, h, memory, one, put, texts } from "./dom.js";
import { nonce, post, request } from "./http.js";
import { forgetMe } from "./me.js";
import "./mini.js";
import { sure } from "./slip.js";

const PROFILE = "/api/v1/profile";
const told = one("#told");
const form = one("form#profile");
const name = one("input#name");

/** This device uses it from now on. @param {{name: string, dice: string}} profile */
function remember(profile) {
  const kept = [memory.set("name", profile.name), memory.set("dice", profile.dice)].every(Boolean);
  document.documentElement.dataset.dice = profile.dice;
  return kept;
}

/** @param {string} place @param {() => Promise<void>} work */
async function attempt(place, work) {
  const trouble = one(place);
  trouble.textContent = told.textContent = one("#taken").textContent = "";
  try {
    await work();
  } catch (refusal) {
    trouble.textContent = refusal.message;
    trouble.scrollIntoView({ block: "nearest" });
  }
}

const dice = () => String(new FormData(form).get("dice") ?? "");

form.onsubmit = (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  attempt("#trouble", async () => {
    const body = { name: name.value.trim(), dice: dice() };
    const kept = remember(await request(PROFILE, { method: "PUT", body }));
    told.textContent = kept ? texts.saved : texts.not_remembered;
  });
};

// a name that was typed elsewhere on this device is there before anybody has saved it
name.value ||= memory.get("name");

const show = find("button#show");
if (show) {
  show.onclick = () =>
    attempt("#refused", async () => {
      const { code } = await post(`${PROFILE}/code`, {});
      put(one("#code"), h("b", {}, `${code.slice(0, 5)}-${code.slice(5)}`), h("span.remark", {}, texts.code_until));
    });
}

const TAKEN = "#taken"; // in the address, so that it is told where a browser remembers nothing, too
/** @param {any} profile */
function taken(profile) {
  remember(profile);
  location.hash = TAKEN;
  location.reload();
}
if (location.hash === TAKEN) {
  history.replaceState(null, "", location.pathname);
  one("#taken").textContent = texts.taken;
}

one("form#use").onsubmit = (event) => {
  event.preventDefault();
  const code = one("input#typed").value;
  attempt("#refused", async () => taken(await post(`${PROFILE}/code/use`, { code })));
};

const file = one("input#file");
file.onchange = () =>
  attempt("#refused", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const body = await chosen.text();
    file.value = "";
    taken(await request(`${PROFILE}/file`, { method: "PUT", body, type: "text/plain" }));
  });

/**
 * Another key: a random one, remembered until the service has said yes, so that a lost answer locks nobody out.
 */
async function renew() {
  const token = memory.get("renewing") || nonce() + nonce();
  memory.set("renewing", token);
  await request("/api/v1/device/token", { method: "PUT", body: { token } });
  memory.set("renewing", "");
  one("#renewed").textContent = texts.renewed;
}

const key = find("#renew");
key?.append(sure(texts.renew, texts.renew_sure, () => attempt("#refused", renew)));
if (key && memory.get("renewing")) attempt("#refused", renew);

find("#delete")?.append(sure(texts.delete_mine, texts.delete_sure, () => attempt("#refused", forgetMe)));

addEventListener("pageshow", (event) => event.persisted && location.reload());
