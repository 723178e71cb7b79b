import { find, h, limits, memory, texts } from "./dom.js";
import { post } from "./http.js";
import { fill } from "./phrases.js";
import { slip } from "./slip.js";

/**
 * Somebody came by a link: says where it leads and takes the seat, or another one, or lets them watch.
 * Resolves when that is settled.
 * @param {string} table
 * @param {string} token
 * @returns {Promise<void>}
 */
export async function join(table, token) {
  let found;
  try {
    found = await post(`/api/v1/tables/${table}/link`, { token });
  } catch (refusal) {
    return told(texts.join_title, refusal.message);
  }
  if (found.kind === "mine") return;
  if (found.kind === "seat") return ask(table, token, found.coach, texts.join_title, texts.join_about);
  if (found.kind === "device") return asDevice(table, token, found.name);
  const taken = found.name ? fill(texts.seat_taken_by, { name: found.name }) : texts.link_used;
  if (!found.free.length) return told(texts.join_taken, `${taken} ${texts.may_watch}`);
  return ask(table, token, found.coach, texts.join_taken, `${taken} ${texts.take_other}`, found.free);
}

/**
 * One sentence, and on to the table as somebody who watches.
 * @param {string} title
 * @param {string} text
 * @returns {Promise<void>}
 */
function told(title, text) {
  return new Promise((done) => {
    const watch = h("button.btn.main", { type: "button" }, texts.watch);
    const dialog = slip(title, [h("p", {}, text), watch], { onclose: done });
    watch.onclick = () => dialog.close();
  });
}

/** @param {string} table @param {string} token @param {string} name */
function asDevice(table, token, name) {
  const about = h("p", {}, fill(texts.device_about, { name }));
  return form(texts.other_device, [about], fill(texts.device_here, { name }), () => sit(table, { token }));
}

/**
 * Asks for a name, for one of the free seats where there is a choice, and whether the coach may be asked if it is wanted.
 * @param {string} table
 * @param {string} token
 * @param {boolean} coach
 * @param {string} title
 * @param {string} about
 * @param {number[]} [free]
 */
function ask(table, token, coach, title, about, free = []) {
  const agrees = h("input", { type: "checkbox" });
  const name = h("input", {
    type: "text",
    id: "join-name",
    required: true,
    maxlength: limits.name,
    autocomplete: "nickname",
    value: memory.get("name"),
  });
  const seats = free.map((seat, i) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "seat", value: seat, checked: i === 0 }),
      ` ${fill(texts.seat_free, { seat: seat + 1 })}`,
    ),
  );
  const fields = [
    h("p", {}, about),
    seats.length > 1 ? h("div.choices", { role: "radiogroup", "aria-label": texts.which_seat }, seats) : null,
    h("label", { for: "join-name" }, texts.your_name),
    name,
    coach ? h("label.check", {}, agrees, texts.agree) : null,
  ];
  return form(title, fields, texts.sit_down, (element) => {
    memory.set("name", name.value.trim());
    const chosen = new FormData(element).get("seat") ?? free[0];
    const seat = chosen === undefined ? null : Number(chosen);
    return sit(table, { token, name: name.value.trim(), seat, agrees: agrees.checked });
  });
}

/** @param {string} table @param {{token: string, name?: string, seat?: number|null, agrees?: boolean}} wanted */
const sit = (table, wanted) => post(`/api/v1/tables/${table}/join`, wanted);

/**
 * A slip with a form; whoever closes it watches.
 * @param {string} title
 * @param {Child[]} fields
 * @param {string} label
 * @param {(form: HTMLFormElement) => Promise<unknown>} submit
 * @returns {Promise<void>}
 */
function form(title, fields, label, submit) {
  return new Promise((done) => {
    const error = h("p.error", { role: "alert" });
    const button = h("button.btn.main", { type: "submit" }, label);
    const element = h("form.stack", {}, ...fields, error, button);
    const dialog = slip(title, [element], { onclose: done });
    element.onsubmit = async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        await submit(element);
        dialog.close();
      } catch (refusal) {
        error.textContent = refusal.message;
        button.disabled = false;
      }
    };
    find("input[type=text]", element)?.focus();
  });
}
