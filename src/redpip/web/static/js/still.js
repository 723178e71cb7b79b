/** A position or a result as its game draws it, where nobody is to move. */
import { h, texts } from "./dom.js";

/**
 * @param {Pick<TrainingCard, "game" | "scene" | "texts">} found
 * @param {Partial<Table>} table as much of one as a view looks at
 * @param {HTMLElement} stage
 * @param {HTMLElement} pad
 */
export async function drawStill({ game, scene, texts: own }, table, stage, pad) {
  /** @type {{View: new (host: Host) => GameView}} */
  const { View } = await import(`/games/${game}/view.js`);
  const nothing = () => {};
  const host = {
    stage,
    pad,
    words: texts,
    texts: own,
    beside: h("span"),
    act: async () => {},
    undo: nothing,
    refuse: nothing,
  };
  const whole = /** @type {Table} */ ({ me: null, mine: [], undo: { can: false }, ...table });
  new View(host).draw({ table: whole, scene, seat: scene.seat ?? 0, mine: false });
}
