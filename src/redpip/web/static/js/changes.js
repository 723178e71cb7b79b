/**
 * A frame with its whole picture: what has changed, laid over what was shown before. Of the log come the new lines, and
 * `since` which number the old ones stay.
 *
 * @param {any} before the picture that was shown last
 * @param {any} frame as it came
 * @returns {Message} the frame as it comes to those who ask for no changes
 */
export function whole(before, { changes, ...frame }) {
  if (!changes) return frame;
  const table = { ...before.table, ...frame.table };
  if (frame.table.log) {
    const { since, lines } = frame.table.log;
    table.log = [...before.table.log.filter((/** @type {LogEntry} */ { seq }) => seq >= since), ...lines];
  }
  if (frame.type === "presence") return { ...frame, table };
  const { ended, options } = before;
  return { ended, options, ...frame, table, scene: before.scene && { ...before.scene, ...frame.scene } };
}
