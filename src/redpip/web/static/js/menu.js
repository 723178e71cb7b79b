import { h, icon, one, put, texts } from "./dom.js";
import { devices } from "./devices.js";
import { invitable, invitations } from "./room.js";
import { rulesSlip } from "./rules_slip.js";
import { notices, switchNotices } from "./notify.js";
import { slip, sure } from "./slip.js";
import { setTempo, TEMPOS, tempo } from "./tempo.js";

/** @typedef {Parameters<typeof icon>[0]} Icon */

/** @param {Icon} name @param {string} label @param {() => void} onclick */
const item = (name, label, onclick, hint = "") =>
  h("button.item", { type: "button", onclick }, icon(name), h("span", {}, label, hint ? h("small", {}, hint) : null));

/**
 * What the bar of a phone has no room for: it is pressed there, wherever it is shown.
 * @param {Icon} name
 * @param {string} id
 */
const inBar = (name, id) => {
  const control = one(`#${id}`);
  const label = () => control.getAttribute("aria-label") ?? control.textContent ?? "";
  const button = item(name, label(), () => {
    control.click();
    one("span", button).textContent = label();
  });
  button.classList.add("in-bar");
  return control.hidden ? null : button;
};

/** What happened so far: a phone has room for a line or two of it, and often for none. @param {() => void} onclick */
const soFar = (onclick) => {
  const button = item("wait", texts.so_far, onclick);
  button.classList.add("in-bar");
  return button;
};

/** How bots' turns are shown on this device. @param {() => void} changed */
function speed(changed) {
  const choices = TEMPOS.map((one) => {
    const input = h("input", { type: "radio", name: "tempo", value: one, checked: tempo() === one });
    input.onchange = () => {
      setTempo(one);
      changed();
    };
    return h("label", {}, input, h("span", {}, texts[`tempo_${one}`]));
  });
  return h(
    "fieldset.item.speed",
    {},
    h("legend.sr", {}, texts.tempo),
    icon("wait"),
    h("span", { "aria-hidden": "true" }, texts.tempo),
    choices,
  );
}

/** "Tell me when it is my turn": asks the browser when it is pressed. */
function turnNotice() {
  const said = h("span");
  const show = () => {
    const hint = texts[`notices_${notices()}`];
    put(said, notices() === "on" ? texts.notices_stop : texts.notices, hint ? h("small", {}, hint) : null);
  };
  const press = async () => {
    if (["on", "off"].includes(notices())) await switchNotices();
    show();
  };
  show();
  return h("button.item", { type: "button", onclick: press }, icon("bell"), said);
}

/**
 * The table's menu.
 * @param {{table: Table, now: () => Table, link: Link, houseBot: string|undefined, keys: () => void, lang: string, askPace: () => void, learn: boolean}} of
 */
export function menu({ table, now, link, houseBot, keys, lang, askPace, learn }) {
  const dialog = slip(texts.menu, []);
  const body = one(".in", dialog);
  const then = (/** @type {() => void} */ open) => () => {
    dialog.close();
    open();
  };
  const real = Boolean(table.id); // a guided game is nobody's table
  const seat = real ? table.seats[table.me ?? table.mine[0] ?? -1] : undefined;
  const command = (/** @type {Command} */ facts) => link.send(facts).catch(() => {});
  const list = [
    item(
      "book",
      texts.rules,
      then(() => rulesSlip(table.art, lang)),
    ),
    table.log.length
      ? soFar(then(() => slip(texts.so_far, [h("div.log.whole", {}, one("rp-log ul").cloneNode(true))])))
      : null,
    learn && real
      ? h(
          "a.item",
          { href: `/learn/${table.art}` },
          icon("cap"),
          h("span", {}, texts.learn, h("small", {}, texts.learn_about)),
        )
      : null,
    invitable(table).length
      ? item(
          "link",
          texts.invite,
          then(() => slip(texts.invite, [invitations(table, invitable(table))])),
        )
      : null,
    seat?.mine && ["waiting", "playing"].includes(table.phase)
      ? item(
          "link",
          texts.other_device,
          then(() => devices(now, link, seat.seat)),
        )
      : null,
    real
      ? item(
          "shield",
          texts.fair,
          then(() => fair(table)),
        )
      : null,
    real &&
      h(
        "a.item",
        { href: `/api/v1/tables/${table.id}/record?form=jsonl`, download: `redpip-${table.id}.jsonl` },
        icon("load"),
        h("span", {}, texts.record),
      ),
    seat && table.phase === "playing" && !seat.bot && houseBot
      ? item(
          "pause",
          texts.rest,
          then(() => command({ do: "bot", seat: seat.seat, bot: houseBot })),
          texts.rest_about,
        )
      : null,
    seat && table.seats.some((one) => one.bot) ? speed(askPace) : null,
    seat ? turnNotice() : null,
    real
      ? h("a.item", { href: `/t/${table.id}/tv` }, icon("tv"), h("span", {}, texts.tv, h("small", {}, texts.tv_about)))
      : null,
    inBar("globe", "language"),
    inBar("moon", "theme"),
    inBar("sound", "sound"),
    item("keys", texts.keys, then(keys)),
    h("a.item", { href: "/" }, icon("door"), h("span", {}, texts.leave, h("small", {}, texts.leave_about))),
  ];
  body.append(h("div.items", {}, list.filter(Boolean)));
  const mayEnd = table.phase === "playing" ? table.host || table.mine.length : table.host && table.phase === "waiting";
  if (real && mayEnd) {
    body.append(
      h(
        "div.end",
        {},
        sure(
          texts.abandon,
          table.seats.some((one) => one.kind === "person" && !one.mine) ? texts.abandon_ask : texts.abandon_sure,
          then(() => command({ do: "abandon" })),
        ),
      ),
    );
  }
}

/** @param {Table} table */
function fair(table) {
  if (table.keep) {
    slip(texts.fair, [h("p", {}, texts.fair_own)]);
    return;
  }
  slip(texts.fair, [
    h("p", {}, texts.fair_about),
    h("p.over", {}, texts.commitment),
    h("code.hash", {}, table.fair.commitment),
    h("p", {}, table.fair.revealed ? texts.fair_revealed : texts.fair_sealed),
    table.fair.revealed ? h("a.btn.small", { href: `/verify?table=${table.id}` }, texts.fair_check) : null,
  ]);
}

/** @param {string[][]} keys @param {string} [tap] what to tap now */
export function keyList(keys, tap) {
  slip(texts.keys, [
    tap ? h("p.pencil", {}, tap) : null,
    h(
      "dl.keys",
      {},
      keys.flatMap(([key, does]) => [h("dt", {}, h("kbd.kbd", {}, key)), h("dd", {}, does)]),
    ),
  ]);
}
