import { h, one, put, texts } from "./dom.js";
import { fill, locale } from "./phrases.js";
import { invitations } from "./room.js";
import { slip, sure } from "./slip.js";

/**
 * The devices of one's own seat: which there are, and a code for one more. `now` gives the table as it is.
 * @param {() => Table} now
 * @param {Link} link
 * @param {number} number
 */
export function devices(now, link, number) {
  const body = h("div.stack");
  const page = one("#table");
  slip(texts.other_device, [body], { onclose: () => page.removeEventListener("drawn", draw) });
  const send = (/** @type {Command} */ command) => link.send({ seat: number, ...command }).catch(() => {});
  const show = h("button.btn.main", { type: "button", onclick: () => send({ do: "code" }) }, texts.show_code);
  let told = "";
  function draw() {
    const table = now();
    const seat = table.seats[number];
    const known = JSON.stringify([seat.code, seat.devices?.map(({ device, since }) => [device, since])]);
    if (known === told) return; // a button that asks whether one is sure stays as it is, whoever comes and goes
    told = known;
    const code = seat.code
      ? [
          h("p", {}, texts.other_device_about),
          invitations(table, [{ ...seat, invite: seat.code }], () =>
            h("button.btn.small.quiet", { type: "button", onclick: () => send({ do: "withdraw" }) }, texts.withdraw),
          ),
        ]
      : [h("p", {}, texts.code_about), show];
    put(body, ...code, h("h3", {}, texts.devices), list(seat.devices ?? []));
  }
  const list = (/** @type {NonNullable<Seat["devices"]>} */ all) =>
    h(
      "ul.devices",
      {},
      all.map((one) =>
        h(
          "li",
          {},
          h("span", {}, one.this ? texts.this_device : fill(texts.device_since, { time: when(one.since) })),
          all.length > 1 && !one.this
            ? sure(texts.remove_device, texts.remove_device_sure, () => send({ do: "remove", device: one.device }))
            : null,
        ),
      ),
    );
  page.addEventListener("drawn", draw);
  draw();
}

const when = (/** @type {string} */ iso) =>
  new Date(iso).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
