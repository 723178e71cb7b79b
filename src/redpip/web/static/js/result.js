import { find, h, sound, texts } from "./dom.js";
import { whole } from "./phrases.js";
import { avatar } from "./seats.js";

/**
 * How it ended: the places, and the way to another game. `burst`, seen and heard once, when it has just happened.
 * @param {Table} table
 * @param {Result} ended
 * @param {Link} link
 * @param {boolean} burst
 */
export function result(table, { places, winners, told, margin }, link, burst) {
  if (burst) sound("rise");
  const best = places[0]?.[1];
  const head = h(
    "div.winner",
    { "aria-hidden": "true" }, // the headline and the list say the same
    burst ? h("i.burst", { "aria-hidden": "true" }) : null,
    h("span.num", {}, whole(best)),
    h("span.unit", {}, unit(told[places[0][0]], best)),
    h("span.cap", {}, winners.map((seat) => table.seats[seat].name).join(" · ")),
    margin ? h("span.cap", {}, margin) : null,
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
        h("span.num", {}, whole(score)),
      ),
    ),
  );
  const decided = h("div.card.decided", { role: "status" });
  if (table.id) import("./ended.js").then(({ moment }) => moment(table, decided)); // of a guided game nothing is kept
  // it comes later than the rest, so it stands below: no button moves
  return [h("div.card.end-card", {}, head, places.length > 1 ? list : null), actions(table, link), decided];
}

/** What is counted: the words beside the number. @param {string} told @param {number} score */
const unit = (told, score) => told.replace(whole(score), "").trim();

/** After the end: play on, or go home. @param {Table} table @param {Link} link */
export function actions(table, link) {
  if (!table.id) return null; // a guided game says itself what comes next
  const again = table.rematch ? h("a.btn.main", { href: table.rematch }, texts.to_rematch) : null;
  const ask = h("button.btn.main", { type: "button", id: "rematch" }, texts.rematch);
  ask.onclick = async () => {
    ask.setAttribute("aria-disabled", "true");
    link.follow = true;
    await link.send({ do: "rematch" }).catch(() => ask.removeAttribute("aria-disabled"));
  };
  const daily = table.result?.same?.startsWith("daily/");
  const main = daily || !table.mine.length ? null : (again ?? ask);
  return h(
    "div.act.over",
    {},
    main,
    same(table.result?.same),
    table.result ? sharing(table) : null,
    table.result?.review ? h("a.btn", { href: table.result.review }, texts.review) : null,
    h("a.btn", { href: "/" }, texts.home),
    table.keep ? null : h("a.btn", { href: `/verify?table=${table.id}` }, texts.fair_check),
  );
}

/** Where those are compared who had the same dice. @param {string|null} [dice] */
function same(dice) {
  if (!dice) return null;
  const [kind, name] = dice.split("/");
  if (kind === "daily") return h("a.btn.main", { href: `/daily/${name}` }, texts.daily_table);
  return h("a.btn.main", { href: `/c/${name}` }, texts.compare);
}

/** @param {Table} table */
function sharing(table) {
  const button = h("button.btn", { type: "button", "aria-haspopup": "dialog" }, texts.share_result);
  button.onclick = async () => {
    const { share } = await import("./ended.js");
    if (!find("dialog")) share(table); // it may have been pressed again meanwhile
  };
  return button;
}

/** A table that was left before its end. @param {Table} table @param {Link} link */
export function abandoned(table, link) {
  return [h("div.card.end-card", {}, h("p", {}, texts.abandoned)), actions(table, link)];
}
