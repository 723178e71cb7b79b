/** Phrases with numbers in them. Chances come from the game as whole per cent in words: "0", "<1", "42", ">99", "100". */

export const percent = (chance) => `${chance}\u00a0%`;

/** The same as a number, for what is drawn. */
export const share = (chance) => Number(chance.replace(/[<>]/, ""));
