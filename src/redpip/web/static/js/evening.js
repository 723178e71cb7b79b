/**
 * Finished games that were kept on this device, for a circle of people: an evening is all of one day. They stay here, and
 * go as one file to another device.
 */
import { memory } from "./dom.js";
import { text as fetched } from "./http.js";

const PLACE = "evenings";
const FORMAT = "redpip-evening-1";

/**
 * @typedef {{table: string, at: string, game: string, art: string, title: string, players: {name: string, score: number, won: boolean}[]}} Played
 * @typedef {Played & {record?: string}} Filed
 * @typedef {{name: string, games: number, wins: number, points: Record<string, number>}} Standing
 */

/** @returns {Played[]} the latest first */
export function played() {
  try {
    return JSON.parse(memory.get(PLACE, "[]"));
  } catch {
    return [];
  }
}

/** @param {Played[]} games */
function keep(games) {
  const known = new Map(games.map((one) => [one.table, one]));
  const sorted = [...known.values()].sort((one, other) => other.at.localeCompare(one.at));
  memory.set(PLACE, JSON.stringify(sorted.slice(0, 500)));
}

/** A game has ended; corrected afterwards it is remembered as it stands then. @param {Table} table */
export function remembered(table) {
  const { result } = table;
  if (!result || !table.mine.length) return;
  const before = played();
  const known = before.find((one) => one.table === table.id);
  const players = table.seats.map(({ name, seat }) => ({
    name,
    score: result.scores[seat],
    won: result.winners.includes(seat),
  }));
  const one = {
    table: table.id,
    at: known?.at ?? new Date().toISOString(),
    game: table.game,
    art: table.art,
    title: table.title,
    players,
  };
  if (JSON.stringify(known) !== JSON.stringify(one)) keep([...before.filter((other) => other !== known), one]);
  keepRecord(table.id, `${table.id} ${table.position}`);
}

const asked = new Set();

/** Once for each end that a game has come to. @param {string} table @param {string} end */
async function keepRecord(table, end) {
  if (asked.has(end)) return;
  asked.add(end);
  try {
    memory.set(`record.${table}`, await fetched(`/api/v1/tables/${table}/record`));
  } catch {
    asked.delete(end); // there is no connection now
  }
}

/** What happened in a game, where it could be kept here. @param {string} table */
export const recordOf = (table) => memory.get(`record.${table}`);

/** How a circle of people stands after these games. @param {Played[]} games @returns {Standing[]} */
export function standings(games) {
  /** @type {Map<string, Standing>} */
  const found = new Map();
  for (const { players, title } of games)
    for (const { name, score, won } of players) {
      const one = found.get(name) ?? { name, games: 0, wins: 0, points: {} };
      one.games += 1;
      one.wins += won ? 1 : 0;
      one.points[title] = (one.points[title] ?? 0) + score;
      found.set(name, one);
    }
  return [...found.values()].sort((one, other) => other.wins - one.wins || one.name.localeCompare(other.name));
}

/** The best score of each game, and whose it was. @param {Played[]} games */
export function records(games) {
  /** @type {Map<string, {title: string, name: string, score: number, at: string}>} */
  const best = new Map();
  for (const { title, players, at } of games)
    for (const { name, score, won } of players) {
      const known = best.get(title);
      if (won && (!known || score > known.score)) best.set(title, { title, name, score, at });
    }
  return [...best.values()];
}

/** All of it as one file. */
export function asFile() {
  const games = played().map((one) => ({ ...one, record: recordOf(one.table) || undefined }));
  const text = JSON.stringify({ format: FORMAT, games }, null, 1);
  return new Blob([text], { type: "application/json" });
}

/** Takes over a file from another device; says how many games were new, or -1 where it is no such file. @param {string} text */
export function opened(text) {
  /** @type {{format?: string, games?: Filed[]}} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return -1;
  }
  if (found?.format !== FORMAT || !Array.isArray(found.games) || !found.games.every(sound)) return -1;
  const before = played();
  const fresh = found.games.filter((one) => !before.some((known) => known.table === one.table));
  for (const { table, record } of found.games) if (record && !recordOf(table)) memory.set(`record.${table}`, record);
  keep([...before, ...fresh.map(({ record, ...one }) => one)]);
  return fresh.length;
}

/** @param {Partial<Filed>} one */
function sound({ table, at, title, players, record = "" }) {
  const whole = [table, at, title, record].every((text) => typeof text === "string") && Array.isArray(players);
  return whole && (players ?? []).every(({ name, score }) => typeof name === "string" && typeof score === "number");
}
