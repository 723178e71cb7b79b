/** Search in what this device has kept of the rules: finds and shows what the service would (rulebook.py). */
import { h, texts } from "./dom.js";
import { count } from "./phrases.js";

/**
 * @typedef {string | {code: string, dice: Dice, label: string}} Piece
 * @typedef {{link: string, game: string, title: string, section: string, table: boolean, lines: Piece[][]}} Paragraph
 * @typedef {{found: Pair, nothing: string, most: number, longest: number, paragraphs: Paragraph[]}} KeptRules
 */

/** @returns {Promise<KeptRules|null>} */
async function keptRules() {
  const { lang, dataset } = document.documentElement;
  try {
    const store = await caches.open(`redpip-${dataset.version}-${lang}`);
    return (await (await store.match("/rules.json"))?.json()) ?? null;
  } catch {
    return null; // nothing can be kept here
  }
}

/** What a line of the list of hits is made of. @param {string} wanted */
export async function searchKept(wanted) {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const kept = await keptRules();
  if (!kept) return [h("p.cap", {}, texts.page_offline)];
  const hits = kept.paragraphs.filter((one) => has(one, words)).slice(0, kept.most);
  const sentence = hits.length ? count(kept.found, hits.length) : kept.nothing;
  const found = hits.map((hit) => line(hit, words, kept.longest));
  return [h("p.cap", {}, sentence), found.length ? h("ol.hits", {}, found) : ""];
}

/** @param {Piece} piece @param {string[]} wanted */
const drawn = (piece, wanted) =>
  typeof piece === "string"
    ? marked(piece, wanted)
    : h("span.throw", { role: "img", "aria-label": piece.label }, h("span", {}, piece.dice.map(die)));

/** @param {[number, number]} die */
const die = ([number, face]) => (face ? h("rp-mini", { n: number, face }) : h("i"));

/** @param {Paragraph} hit @param {string[]} wanted @param {number} longest */
function line(hit, wanted, longest) {
  const { link, game, title, section } = hit;
  const text = said(hit.lines) === section ? [] : excerpt(hit, wanted, longest);
  const shown = text.flatMap((piece) => drawn(piece, wanted));
  const about = shown.length ? h("span", {}, shown) : null;
  return h(
    "li",
    { "data-game": game },
    h("a", { href: link }, h("b", {}, title), " · ", marked(section, wanted), about),
  );
}

/** Lines as they are written, dice by their codes. @param {Piece[][]} lines */
const said = (lines) =>
  lines.map((one) => one.map((piece) => (typeof piece === "string" ? piece : piece.code)).join("")).join(" ");

/**
 * Of a table the row that has most of the wanted words, of a text the sentences from there on.
 * @param {Paragraph} one @param {string[]} wanted @param {number} longest
 */
function excerpt({ lines, table }, wanted, longest) {
  const found = lines.map((one) => wanted.filter((word) => begins(folded(said([one])), word)).length);
  if (table && found.slice(1).some(Boolean)) found[0] = 0; // the names of its columns say little
  const at = found.indexOf(Math.max(...found));
  if (table) return lines[at];
  let end = at + 1;
  while (end < lines.length && said(lines.slice(at, end + 1)).length <= longest) end++;
  const shown = lines.slice(at, end).flatMap((one, i) => (i ? [" ", ...one] : one));
  return [at ? "… " : "", ...shown, end < lines.length ? " …" : ""];
}

/** A text with the words in it marked that were looked for. @param {string} text @param {string[]} wanted */
function marked(text, wanted) {
  const beginnings = wanted.flatMap((word) => word.match(WORDS) ?? []);
  const sought = (/** @type {string} */ word) => beginnings.some((one) => folded(word).startsWith(one));
  // a word stands at every second place
  return text.split(WORD).map((part, i) => (i % 2 && sought(part) ? h("mark", {}, part) : part));
}

/** Every word is there, and one of them in the paragraph itself. @param {Paragraph} one @param {string[]} wanted */
function has({ section, lines }, wanted) {
  const own = folded(said(lines));
  const all = `${folded(section)} ${own}`;
  return wanted.every((word) => begins(all, word)) && wanted.some((word) => begins(own, word));
}

/** Is there a word that begins so? @param {string} text @param {string} word */
function begins(text, word) {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? "")) return true;
  return false;
}

const WORDS = /[\p{L}\p{N}_]+/gu;
const WORD = /([\p{L}\p{N}_]+)/u;

/** @type {Record<string, string>} */
const PLAIN = { ä: "a", ö: "o", ü: "u", ß: "ss" };

/** @param {string} text */
const folded = (text) => text.toLowerCase().replace(/[äöüß]/g, (letter) => PLAIN[letter]);
