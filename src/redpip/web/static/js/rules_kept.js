/** Search in what this device has kept of the rules: finds what the service would (rulebook.py), in the same order. */
import { h, texts } from "./dom.js";
import { fill } from "./phrases.js";

/**
 * @typedef {string | {dice: Dice, label: string}} Piece
 * @typedef {{link: string, game: string, title: string, section: string, text: Piece[], words: string}} Paragraph
 * @typedef {{found: string, nothing: string, most: number, paragraphs: Paragraph[]}} KeptRules
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
  const sentence = hits.length ? fill(kept.found, { number: hits.length }) : kept.nothing;
  return [h("p.cap", {}, sentence), hits.length ? h("ol.hits", {}, hits.map(line)) : ""];
}

/** @param {Piece} piece */
const drawn = (piece) =>
  typeof piece === "string"
    ? piece
    : h("span.throw", { role: "img", "aria-label": piece.label }, h("span", {}, piece.dice.map(die)));

/** @param {[number, number]} die */
const die = ([number, face]) => (face ? h("rp-mini", { n: number, face }) : h("i"));

/** @param {Paragraph} hit */
const line = ({ link, game, title, section, text }) =>
  h(
    "li",
    { "data-game": game },
    h("a", { href: link }, h("b", {}, title), ` · ${section}`, text.length ? h("span", {}, text.map(drawn)) : null),
  );

/** Every word is there, and one of them in the paragraph itself. @param {Paragraph} one @param {string[]} wanted */
function has({ section, words }, wanted) {
  const own = folded(words);
  const all = `${folded(section)} ${own}`;
  return wanted.every((word) => begins(all, word)) && wanted.some((word) => begins(own, word));
}

/** Is there a word that begins so? @param {string} text @param {string} word */
function begins(text, word) {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? "")) return true;
  return false;
}

/** @type {Record<string, string>} */
const PLAIN = { ä: "a", ö: "o", ü: "u", ß: "ss" };

/** @param {string} text */
const folded = (text) => text.toLowerCase().replace(/[äöüß]/g, (letter) => PLAIN[letter]);
