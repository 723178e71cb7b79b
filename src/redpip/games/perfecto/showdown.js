/** The end of a round: cups lift one after the other, the dice that count rise, and the tally runs up. */
import { burst, h, one, put, still } from "/static/js/dom.js";
import { mini } from "/static/js/mini.js";
import { fill } from "/static/js/phrases.js";
import { avatar, dress } from "/static/js/seats.js";

/** @import {Hand, Shown} from "./page" */

const LIFT = 300; // ms between two cups
const COUNT = 170; // ms for a die that counts

export class Showdown {
  #hurried = false;
  #wake = () => {};
  #open = false; // does whoever is to bid look at the hands?

  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.element = h("section.card.showdown", { "aria-label": texts.showdown });
  }

  hurry() {
    this.#hurried = true;
    this.#wake();
  }

  /**
   * Where there is little room the hands fold as soon as the player at this screen is to bid.
   * @param {Shown|null} shown
   * @param {Table} table
   * @param {boolean} folds
   */
  draw(shown, table, folds) {
    if (folds !== this.element.classList.contains("folds")) this.#renew();
    this.element.hidden = !shown;
    this.element.classList.toggle("folds", folds);
    this.#open &&= Boolean(shown);
    const hands = h("button.btn.small.unfold", { type: "button" }, this.texts.hands);
    const fold = () => {
      hands.setAttribute("aria-expanded", String(this.#open));
      this.element.classList.toggle("folded", folds && !this.#open);
    };
    hands.onclick = () => {
      this.#open = !this.#open;
      fold();
    };
    fold();
    put(this.element, shown ? this.#parts(shown, table) : [], folds ? hands : null);
  }

  /** What was counted in one place folds in another: no card travels there, one goes and one comes. */
  #renew() {
    const renewed = h("section.card.showdown", { "aria-label": this.texts.showdown });
    this.element.replaceWith(renewed);
    this.element = renewed;
  }

  /** The same once more, for beside the stage. @param {Shown} shown @param {Table} table */
  still(shown, table) {
    return h("section.card.showdown", { "aria-label": this.texts.showdown }, this.#parts(shown, table));
  }

  /** @param {Shown} shown @param {Table} table */
  async play(shown, table) {
    this.draw(shown, table, false);
    this.element.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
    if (still()) return;
    this.#hurried = false;
    const tally = one(".tally b", this.element);
    this.element.classList.add("counting");
    tally.textContent = "0";
    let total = 0;
    for (const row of this.element.querySelectorAll(".hand")) {
      row.classList.add("up");
      await this.#pause(LIFT);
      for (const die of row.querySelectorAll(".counts")) {
        die.classList.add("rise");
        total += Number(die.getAttribute("data-counts"));
        tally.textContent = String(total);
        await this.#pause(COUNT);
      }
    }
    this.element.classList.remove("counting");
    burst(tally.parentElement);
  }

  /** @param {number} ms @returns {Promise<void>|null} */
  #pause(ms) {
    if (this.#hurried) return null;
    return new Promise((done) => {
      this.#wake = done;
      setTimeout(done, ms);
    });
  }

  /** @param {Shown} shown @param {Table} table */
  #parts({ bid, count, verdict, counted, hands, winner }, table) {
    const facts = { name: table.seats[bid.seat].name, bid: bid.text, counted };
    const head = h("h2", {}, avatar(table.seats[bid.seat]), h("span", {}, fill(this.texts.bid_by, facts)));
    const tally = h(
      "p.tally",
      { role: "status" },
      h("span", {}, this.texts.total),
      h("b.num", {}, String(count)),
      h("span.verdict", {}, verdict),
    );
    const when = h("span", {}, `${this.texts.last_round} `);
    const brief = h("p.brief", {}, when, fill(this.texts.in_brief, facts));
    return [
      head,
      brief,
      h(
        "div.hands",
        {},
        hands.map((hand) => this.#hand(hand, table, winner)),
      ),
      tally,
    ];
  }

  /** @param {Hand} hand @param {Table} table @param {number} winner */
  #hand({ seat, dice, total, note, lost }, table, winner) {
    const { name } = table.seats[seat];
    const kind = [dress(table, seat), lost ? "loses" : "", seat === winner ? "wins" : ""].filter(Boolean).join(" ");
    const told = dice
      .map((die) => (die.counts ? `${die.name} (${fill(this.texts.counts, { number: die.counts })})` : die.name))
      .join(", ");
    const faces = dice.map((die) =>
      h(
        `span.d${die.counts ? ".counts" : ""}`,
        { "data-counts": die.counts || null },
        mini(die.die, die.face),
        die.counts ? h("b", {}, `+${die.counts}`) : null,
      ),
    );
    return h(
      `div.hand`,
      { class: `hand ${kind}` },
      h("span.who", {}, avatar(table.seats[seat]), h("span", {}, name)),
      h("span.dice", { "aria-hidden": "true" }, faces),
      h("span.sr", {}, told),
      h("b.num", {}, String(total)),
      note ? h("small", {}, note) : null,
    );
  }
}
