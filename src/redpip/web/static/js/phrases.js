/** Phrases with facts and numbers in them. */

const { lang } = document.documentElement;
/** How days are written: in English with the day before its month, as the service writes them. */
export const locale = lang === "en" ? "en-GB" : lang;

/**
 * Puts facts into a sentence: fill("Roll {number} dice", {number: 2}).
 * @param {string} text
 * @param {Record<string, string | number>} [facts]
 */
export function fill(text, facts = {}) {
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in facts ? String(facts[name]) : all));
}

/**
 * The sentence for this number of things out of a pair.
 * @param {Pair} pair
 * @param {number} number
 * @param {Record<string, string | number>} [facts]
 */
export function count(pair, number, facts = {}) {
  return fill(number === 1 ? pair[0] : pair[1], { number, ...facts });
}

/**
 * Sentences in a row, each with one end: sentences("Mia wins", "Well done!") is "Mia wins. Well done!".
 * @param {...string} parts
 */
export function sentences(...parts) {
  const ended = (/** @type {string} */ part) => (/[.!?…:]$/.test(part) ? part : `${part}.`);
  return parts.filter(Boolean).map(ended).join(" ");
}

/** A chance as the game tells it: "0", "<1", "42", ">99" or "100". @param {string} chance */
export const percent = (chance) => `${chance}\u00a0%`;

/** The same as a number, for what is drawn. @param {string} chance */
export const share = (chance) => Number(chance.replace(/[<>]/, ""));

/** A whole number as people write it: 1000, but 10,000 and 10.000. @param {number} value */
export const whole = (value) =>
  new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "min2" }).format(value);
