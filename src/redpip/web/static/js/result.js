import { h, texts } from "./dom.js";
import { avatar } from "./seats.js";

/**
 * How it ended: the places, and the way to another game. `burst` once, when it has just happened.
 * @param {Table} table
 * @param {Result} ended
 * @param {Link} link
 * @param {boolean} burst
 */
export function result(table, { places, winners, told }, link, burst) {
  const best = places[0]?.[1];
  const head = h(
    "div.winner",
    { "aria-hidden": "true" }, // the headline and the list say the same
    burst ? h("i.burst", { "aria-hidden": "true" }) : null,
    h("span.num", {}, String(best)),
    h("span.unit", {}, unit(told[places[0][0]], best)),
    h("span.cap", {}, winners.map((seat) => table.seats[seat].name).join(" · ")),
  );
  const list = h(
    "ol.places",
    {},
    places.map(([seat, score, rank]) =>
      h(
        `li${winners.includes(seat) ? ".first" : ""}`,
        {},
        h("span.rank", {}, `${rank}.`),
        avatar(table.seats[seat]),
        h("span.n", {}, table.seats[seat].name),
        h("span.num", {}, String(score)),
      ),
    ),
  );
  return [h("div.card.end-card", {}, head, places.length > 1 ? list : null), actions(table, link)];
}

/** What is counted: the words beside the number. @param {string} told @param {number} score */
const unit = (told, score) => told.replace(String(score), "").trim();

/** After the end: play on, or go home. @param {Table} table @param {Link} link */
export function actions(table, link) {
  const again = table.rematch ? h("a.btn.main", { href: table.rematch }, texts.to_rematch) : null;
  const ask = h("button.btn.main", { type: "button", id: "rematch" }, texts.rematch);
  ask.onclick = async () => {
    ask.setAttribute("aria-disabled", "true");
    link.follow = true;
    await link.send({ do: "rematch" }).catch(() => ask.removeAttribute("aria-disabled"));
  };
  const main = again ?? (table.mine.length ? ask : null);
  return h(
    "div.act.over",
    {},
    main,
    table.result?.review ? h("a.btn", { href: table.result.review }, texts.review) : null,
    h("a.btn", { href: "/" }, texts.home),
    h("a.btn", { href: `/verify?table=${table.id}` }, texts.fair_check),
  );
}

/** A table that was left before its end. @param {Table} table @param {Link} link */
export function abandoned(table, link) {
  return [h("div.card.end-card", {}, h("p", {}, texts.abandoned)), actions(table, link)];
}
