/** Checks a record's dice: what was committed, what was revealed, and every throw. */
import { h, one, put, texts } from "./dom.js";
import { request, text } from "./http.js";

const form = one("form#verify");
const record = one("textarea#record");
const file = one("input#file");
const answer = one("#answer");
const pasted = one("details", form);

file.onchange = async () => {
  const chosen = file.files?.[0];
  if (chosen) record.value = await chosen.text();
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});

async function check() {
  answer.hidden = false;
  try {
    /** @type {{ok: boolean, lines: string[]}} */
    const said = await request("/api/v1/verify-dice", { method: "POST", body: record.value, type: "text/plain" });
    put(
      answer,
      h("h2", {}, said.ok ? texts.verify_ok : texts.verify_bad),
      h(
        "ul",
        {},
        said.lines.map((line) => h("li", {}, line)),
      ),
    );
    answer.classList.toggle("good", said.ok);
  } catch (refusal) {
    put(answer, h("h2", {}, texts.verify_bad), h("p", {}, refusal.message));
    answer.classList.remove("good");
  }
  answer.scrollIntoView({ block: "nearest" }); // it stands above the button that asked for it
}

/** Whoever comes from a table has its record checked at once. */
const table = new URLSearchParams(location.search).get("table");
if (table) {
  try {
    pasted.open = false; // whoever wants to read it opens it
    record.value = await text(`/api/v1/tables/${encodeURIComponent(table)}/record`);
    await check();
  } catch (refusal) {
    pasted.open = true;
    answer.hidden = false;
    put(answer, h("p", {}, refusal.message));
  }
}
