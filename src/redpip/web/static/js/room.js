import { h, texts } from "./dom.js";
import { linkField, onlyHere } from "./links.js";
import { fill } from "./phrases.js";
import { avatar } from "./seats.js";

/**
 * Links to seats, each to be copied or scanned.
 * @param {Table} table
 * @param {Seat[]} seats
 * @param {(seat: Seat) => Child|Child[]} [extra]
 */
export function invitations(table, seats, extra = () => null) {
  return h(
    "ul.invites",
    {},
    seats.map((seat) => invitation(table, seat, extra(seat))),
  );
}

/** The seats that this device can invite somebody to. @param {Table} table */
export const invitable = (table) => table.seats.filter((seat) => seat.invite && seat.kind === "open");

/** @param {Table} table @param {Seat} seat @param {Child|Child[]} extra */
function invitation(table, seat, extra) {
  const { field, buttons } = linkField(seat.invite ?? "", fill(texts.link_of, { seat: seat.seat + 1 }), table.title);
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
      h("div.do", {}, ...buttons, ...[extra].flat()),
    ),
  );
}

/**
 * The waiting room: who is there, and a link for everybody who is not.
 * @param {Table} table
 * @param {Link} link
 * @param {OfferedGame|undefined} game
 */
export function room(table, link, game) {
  const send = (/** @type {Command} */ command) => link.send(command).catch(() => {});
  const people = table.seats.filter((seat) => seat.kind !== "open");
  const open = table.seats.length - people.length;
  const quiet = (/** @type {string} */ label, /** @type {Command} */ command) =>
    h("button.btn.small.quiet", { type: "button", onclick: () => send(command) }, label);
  const more = (/** @type {Seat} */ { seat }) => [
    quiet(texts.withdraw, { do: "withdraw", seat }),
    game ? takeBot(game, (label, bot) => quiet(label, { do: "bot", seat, bot })) : null,
  ];
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
          invitations(table, invitable(table), more),
          onlyHere(),
        )
      : h("p.card.room", {}, fill(texts.waiting_for, { seats: open })),
    start ? h("div.act", {}, start) : null,
  ].filter(Boolean);
}

/**
 * Who plays where nobody comes: a bot of some level, or the only one that is asked for.
 * @param {OfferedGame} game
 * @param {(label: string, bot: string) => Child} button
 */
function takeBot(game, button) {
  if (!game.levels.length) return button(texts.fill_bot, game.house_bot);
  const levels = game.levels.map((one) => button(one.name, one.bot));
  return h("div.take", { role: "group", "aria-label": texts.fill_bot }, h("span", {}, texts.fill_bot), levels);
}

/**
 * On a television: who is there, and a code for the next who comes, if this is the host's own device.
 * @param {Table} table
 */
export function screen(table) {
  const people = table.seats.filter((seat) => seat.kind !== "open");
  const free = table.seats.find((seat) => seat.kind === "open");
  const there = h(
    "ul.there",
    {},
    people.map((seat) => h("li", {}, avatar(seat), h("span", {}, seat.name))),
  );
  if (!free) return [there];
  const code = h("img.code", {
    src: `/api/v1/tables/${table.id}/seats/${free.seat}/qr.svg`,
    alt: fill(texts.qr_of, { seat: free.seat + 1 }),
    width: 320,
    height: 320,
  });
  const about = h("p", {}, texts.tv_join);
  code.onerror = () => {
    code.remove();
    about.textContent = texts.tv_host;
  };
  return [there, h("div.card.room", {}, h("h2", {}, texts.tv_room), about, code)];
}
