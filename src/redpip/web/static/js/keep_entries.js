/** What was told so far: any entry can be put right, and what came after it is told again as far as it fits. */
import { h, one, put, texts as common } from "./dom.js";
import { request } from "./http.js";
import { seenOf } from "./keep_keys.js";
import { Panel } from "./keep_panel.js";
import { mini } from "./mini.js";
import { slip } from "./slip.js";

/** An entry in words and dice. @param {KeptEntry} entry @param {KeepTexts} texts */
export const toldOf = (entry, texts) => [
  h("b", {}, entry.name),
  h("span", {}, entry.told || (entry.dice.length ? "" : entry.text)),
  h(
    "span.minis",
    {},
    entry.dice.map(([die, face]) => mini(die, face, `${face}${die === face ? ` ${texts.red}` : ""}`)),
  ),
];

/**
 * @param {string} table
 * @param {KeepTexts} texts
 * @param {{names: string[], correct: (event: number, text: string) => Promise<void>, worth: (seat: number, dice: string) => Promise<Worth[]>}} calls
 */
export async function entriesSlip(table, texts, calls) {
  const dialog = slip(texts.entries, [], { wide: true });
  const body = h("div.entries", { "aria-busy": "true" });
  one(".in", dialog).append(body);
  try {
    /** @type {KeptEntry[]} */
    const found = await request(`/api/v1/tables/${table}/entries`);
    put(
      body,
      found.length ? h("p", {}, texts.entries_about) : h("p", {}, texts.nothing_yet),
      h("ol", { reversed: true }, found.map(row)),
    );
  } catch (refusal) {
    body.textContent = refusal.message;
  }
  body.removeAttribute("aria-busy");

  /** @param {KeptEntry} entry */
  function row(entry) {
    const inside = toldOf(entry, texts);
    if (entry.bot) return h("li", {}, h("span.entry", {}, inside));
    return h("li", {}, h("button.entry", { type: "button", onclick: () => edit(entry) }, inside));
  }

  /** @param {KeptEntry} entry */
  async function edit(entry) {
    const error = h("p.error", { role: "alert" });
    const refuse = (/** @type {string} */ message) => {
      error.textContent = message;
    };
    try {
      /** @type {KeptEntryAgain} */
      const again = await request(`/api/v1/tables/${table}/entries/${entry.event}`);
      const send = async (/** @type {string} */ text) => {
        await calls.correct(entry.event, text);
        dialog.close();
      };
      put(
        body,
        h("p", {}, h("b", {}, entry.name), " ", entry.told || entry.text),
        again.kind === "act" ? choice(again, send, refuse) : panel(again, send, refuse),
        error,
      );
      one("button, select", body).focus();
    } catch (refusal) {
      put(body, h("p.error", {}, refusal.message));
    }
  }

  /** @param {KeptEntryAgain} again @param {(text: string) => Promise<void>} send @param {(message: string) => void} refuse */
  function panel(again, send, refuse) {
    const made = new Panel(texts, { worth: async () => [], send, refuse });
    const note = again.note;
    made.draw(
      {
        key: `entry ${again.event}`,
        way: "tally",
        seat: again.seat ?? 0,
        throw: again.kind === "throw" ? again.throw : 0,
        lines: again.lines,
        rolls: null,
        begun: 0,
        names: calls.names,
        busy: false,
        verb: texts.put_right,
      },
      {
        rolls: note?.rolls ?? 0,
        dice: seenOf(again.dice),
        what: note?.what ?? null,
        points: (note?.points ?? []).map(String),
        byDice: again.kind === "note" && again.dice.length > 0,
      },
    );
    return made.element;
  }

  /** @param {KeptEntryAgain} again @param {(text: string) => Promise<void>} send @param {(message: string) => void} refuse */
  function choice(again, send, refuse) {
    const select = h(
      "select",
      { "aria-label": texts.instead },
      again.options.map(({ action, label }) => h("option", { value: action, selected: action === again.text }, label)),
    );
    const button = h("button.btn.main", { type: "button" }, texts.put_right);
    button.onclick = () => send(select.value).catch(({ message }) => refuse(message));
    return h(
      "div.stack",
      {},
      h("label", {}, texts.instead, select),
      button,
      h("button.btn.small.quiet", { type: "button", onclick: () => dialog.close() }, common.close),
    );
  }
}
