const LEAVING = 120; // milliseconds
const COMING = 220;

/**
 * Another scene takes the stage. It is laid out while nothing is seen, so nothing jumps from here to there.
 * @param {HTMLElement} stage
 * @param {() => void} draw
 */
export async function changeScene(stage, draw) {
  const leaving = stage.animate({ opacity: 0 }, { duration: LEAVING, fill: "forwards" });
  await leaving.finished;
  draw();
  scrollTo(0, 0);
  stage.animate({ opacity: [0, 1] }, { duration: COMING });
  leaving.cancel();
}
