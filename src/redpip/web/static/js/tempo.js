/** How this device is shown the turns of bots: each step followed, fast, or skipped. */
import { memory } from "./dom.js";

/** @type {Tempo[]} */
export const TEMPOS = ["follow", "fast", "skip"];
const HURRY = 200; // milliseconds for a step that is shown fast

/** @returns {Tempo} */
export const tempo = () => TEMPOS.find((one) => one === memory.get("tempo")) ?? "follow";

/** @param {Tempo} chosen */
export const setTempo = (chosen) => memory.set("tempo", chosen);

/** Shows a step as if somebody tapped again and again. @param {{hurry: () => void}} view @param {() => Promise<void>} play */
export async function quickly(view, play) {
  const taps = setInterval(() => view.hurry(), HURRY);
  try {
    await play();
  } finally {
    clearInterval(taps);
  }
}

/** Is it a bot that did this? @param {Table} table @param {TableEvent|undefined} event */
export function byBot(table, event) {
  const seat = event?.event?.seat;
  return typeof seat === "number" && Boolean(table.seats[seat]?.bot);
}

/** Is everybody a bot who is to move? @param {Table} table */
export const botsTurn = ({ phase, turn, seats }) =>
  phase === "playing" && turn.every((seat) => seats[seat].bot) && seats.some((seat) => seat.mine && !seat.bot);

/** What each bot did last, in one line. @param {Table} table @param {LogEntry[]} news */
export function inShort(table, news) {
  const last = new Map(news.filter(({ seat }) => table.seats[seat ?? -1]?.bot).map(({ seat, text }) => [seat, text]));
  return [...last.values()].join(" ");
}
