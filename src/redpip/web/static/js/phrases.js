/** Phrases with facts and numbers in them. */

/** Puts facts into a sentence: fill("Roll {number} dice", {number: 2}). */
export function fill(text, facts = {}) {
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in facts ? facts[name] : all));
}

/** The sentence for this number of things out of a pair [one, many]. */
export function count(pair, number, facts = {}) {
  return fill(number === 1 ? pair[0] : pair[1], { number, ...facts });
}

/** Sentences in a row, each with one end: sentences("Mia wins", "Well done!") is "Mia wins. Well done!". */
export function sentences(...parts) {
  const ended = (part) => (/[.!?…:]$/.test(part) ? part : `${part}.`);
  return parts.filter(Boolean).map(ended).join(" ");
}

/** A chance as the game tells it: "0", "<1", "42", ">99" or "100". */
export const percent = (chance) => `${chance}\u00a0%`;

/** The same as a number, for what is drawn. */
export const share = (chance) => Number(chance.replace(/[<>]/, ""));
