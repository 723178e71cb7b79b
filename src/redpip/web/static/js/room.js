import { fill, h, icon, limits, memory, put, texts } from "./dom.js";
import { nonce, post } from "./http.js";
import { avatar } from "./seats.js";
import { slip } from "./slip.js";

/** Links to seats, each to be copied or photographed. */
export function invitations(table, seats, extra = () => null) {
  return h(
    "ul.invites",
    {},
    seats.map((seat) => invitation(table, seat, extra(seat))),
  );
}

/** The seats that this device can invite somebody to. */
export const invitable = (table) => table.seats.filter((seat) => seat.invite && seat.kind === "open");

function invitation(table, seat, extra) {
  const address = new URL(seat.invite, location.href).href;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": fill(texts.link_of, { seat: seat.seat + 1 }),
  });
  field.onfocus = () => field.select();
  const copy = h("button.btn.small", { type: "button" }, icon("copy"), texts.copy);
  copy.onclick = async () => {
    await navigator.clipboard?.writeText(address).catch(() => {});
    field.select();
    put(copy, icon("check"), texts.copied);
  };
  const share = navigator.share
    ? h(
        "button.btn.small",
        { type: "button", onclick: () => navigator.share({ title: table.title, url: address }).catch(() => {}) },
        texts.share,
      )
    : null;
  return h(
    "li",
    {},
    h("img", {
      src: `/api/v1/tables/${table.id}/seats/${seat.seat}/qr.svg`,
      alt: fill(texts.qr_of, { seat: seat.seat + 1 }),
      width: 112,
      height: 112,
    }),
    h(
      "div",
      {},
      h("h3", {}, seat.mine ? seat.name : fill(texts.seat_free, { seat: seat.seat + 1 })),
      field,
      h("div.do", {}, copy, share, extra),
    ),
  );
}

/** The waiting room: who is there, and a link for everybody who is not. */
export function room(table, link, houseBot) {
  const send = (command) => link.send(command).catch(() => {});
  const people = table.seats.filter((seat) => seat.kind !== "open");
  const open = table.seats.length - people.length;
  const botButton = (seat) =>
    houseBot
      ? h(
          "button.btn.small.quiet",
          { type: "button", onclick: () => send({ do: "bot", seat: seat.seat, bot: houseBot }) },
          texts.fill_bot,
        )
      : null;
  const there = h(
    "ul.there",
    {},
    people.map((seat) =>
      h("li", {}, avatar(seat), h("span", {}, seat.name, seat.bot ? h("small", {}, ` ${texts.bot}`) : null)),
    ),
  );
  const start =
    table.host && people.length
      ? h("button.btn.main", { type: "button", onclick: () => send({ do: "start" }) }, texts.start_now)
      : null;
  return [
    there,
    table.host
      ? h(
          "div.card.room",
          {},
          h("h2", {}, texts.invite_title),
          h("p", {}, texts.invite_about),
          invitations(table, invitable(table), botButton),
        )
      : h("p.card.room", {}, fill(texts.waiting_for, { seats: open })),
    start ? h("div.act", {}, start) : null,
  ].filter(Boolean);
}

/** Asks whoever came by a link for a name and takes the seat; resolves when seated, or when they would rather watch. */
export function join(table, token) {
  return new Promise((done) => {
    const name = h("input", {
      type: "text",
      id: "join-name",
      required: true,
      maxlength: limits.name,
      autocomplete: "nickname",
      value: memory.get("name", ""),
    });
    const error = h("p.error", { role: "alert" });
    const button = h("button.btn.main", { type: "submit" }, texts.sit_down);
    const form = h(
      "form.stack",
      {},
      h("p", {}, texts.join_about),
      h("label", { for: "join-name" }, texts.your_name),
      name,
      error,
      button,
    );
    const dialog = slip(texts.join_title, [form], { onclose: done });
    form.onsubmit = async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        memory.set("name", name.value.trim());
        await post(`/api/v1/tables/${table}/join`, { token, name: name.value.trim(), nonce: nonce() });
        dialog.close();
      } catch (refusal) {
        error.textContent = refusal.message;
        button.disabled = false;
      }
    };
    name.focus();
  });
}
