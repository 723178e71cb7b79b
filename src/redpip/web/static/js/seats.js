import { h, keepFocus, put, texts } from "./dom.js";
import { mini } from "./mini.js";
import { fill, whole } from "./phrases.js";

/** The shapes of seats' tokens, in the order of the seats. */
export const SHAPES = ["disc", "square", "diamond", "hexagon", "drop", "shield"];

/** A seat's token: its shape and the first letter of its name. @param {{shape: string, name: string}} seat */
export function avatar(seat) {
  return h(`span.av.${seat.shape}`, { "aria-hidden": "true" }, [...(seat.name || "?")][0].toUpperCase());
}

/**
 * Another seat's dice wear other clothes than one's own, the same ones for the whole game; where nobody's own are among
 * them, than the first seat's.
 * @param {Table} table
 * @param {number} seat
 */
export function dress(table, seat, sets = ["set-far", "set-slate", "set-honey"]) {
  const mine = table.mine[0] ?? table.me ?? 0;
  if (seat === mine) return "";
  const others = table.seats.filter((one) => one.seat !== mine).map((one) => one.seat);
  return sets[Math.max(0, others.indexOf(seat)) % sets.length];
}

/** Points of a match as pips, filled for those that are won. @param {Match} match @param {number} seat */
export function won({ games, points }, seat) {
  const pips = Array.from({ length: games }, (_, i) => h(`i${i < points[seat] ? ".won" : ""}`));
  return h(
    "span.match",
    {},
    h("span", { "aria-hidden": "true" }, games > 7 ? `${points[seat]}/${games}` : pips),
    h("span.sr", {}, ` ${fill(texts.match_points, { points: points[seat], games })}`),
  );
}

/** What a seat has left to play with, die by die. @param {Life[]} dice @param {string} told @param {string} set */
function lives(dice, told, set) {
  const small = dice.map(([number, face, state]) => h(`i.${state}`, {}, mini(face ? number : 0, face)));
  return h("span", { class: `lives ${set}` }, h("span", { "aria-hidden": "true" }, small), h("span.sr", {}, told));
}

/** `<rp-seats>`: who plays, their points, whose turn it is. Fires `seat` with {seat} when one is pressed. */
export class Seats extends HTMLElement {
  signature = "";

  /**
   * A seat's facts may have `dice`, its lives as small dice [number, face or 0, "in" | "gone" | "frozen"] with `told` in
   * words, and `tag`, its last bid [quantity, number], in place of points.
   *
   * @param {{seats: Seat[], facts: SceneSeat[]|undefined, turn: number[], me: number|null, shown: number|null, match: Match|null, sets: string[], only: boolean}} model sets: what the dice of each seat wear;
   * only: to be seen, not pressed
   */
  draw({ seats, facts, turn, me, shown, match, sets, only }) {
    this.classList.add("seats");
    this.classList.toggle("many", seats.length > 4);
    const signature = JSON.stringify([seats, facts, turn, me, shown, match, sets]);
    if (signature === this.signature) return;
    this.signature = signature;
    const boxes = seats.map((one) => {
      const { seat } = one;
      const box = this.#seat(one, facts?.[seat], turn.includes(seat), only ? null : seat === shown, match, sets[seat]);
      box.classList.toggle("me", seat === me);
      return box;
    });
    keepFocus(this, "seat", () => put(this, boxes));
  }

  /**
   * @param {Seat} seat
   * @param {SceneSeat|undefined} fact
   * @param {boolean} moves
   * @param {boolean|null} shown null: cannot be pressed
   * @param {Match|null} match
   * @param {string} set
   */
  #seat(seat, fact, moves, shown, match, set) {
    const note = [!seat.here && texts.away, fact?.note].filter(Boolean).join(" · ");
    const button = { type: "button", "aria-pressed": String(shown) };
    const box = h(
      shown === null ? "div.card.seat" : "button.card.seat",
      { "data-seat": seat.seat, ...(shown === null ? {} : button) },
      avatar(seat),
      h(
        "span.n",
        {},
        seat.name,
        seat.bot ? h("small", {}, ` ${texts.bot}`) : null,
        moves ? h("small.mv", {}, ` ${texts.to_move}`) : null,
      ),
      h("span.cap", {}, note ? h("span", {}, note) : null, match ? won(match, seat.seat) : null),
      fact && fact.score !== null && !fact.dice
        ? h("span.num", {}, whole(fact.score), h("span.sr", {}, ` ${texts.points}`))
        : null,
      fact?.tag ? h("span.num.tag", {}, `${fact.tag[0]} × `, mini(0, fact.tag[1], String(fact.tag[1]))) : null,
      fact?.dice ? lives(fact.dice, fact.told ?? "", set) : null,
    );
    box.classList.toggle("on", moves);
    box.classList.toggle("away", !seat.here);
    if (shown !== null)
      box.onclick = () => this.dispatchEvent(new CustomEvent("seat", { detail: { seat: seat.seat } }));
    return box;
  }

  /** A ready-made word of this seat stands beside it for a moment. @param {number} seat @param {string} text */
  bubble(seat, text) {
    const box = this.querySelector(`[data-seat="${seat}"]`);
    if (!box) return;
    const bubble = h("span.bubble", {}, text);
    box.append(bubble);
    setTimeout(() => bubble.remove(), 4000);
  }
}
customElements.define("rp-seats", Seats);
