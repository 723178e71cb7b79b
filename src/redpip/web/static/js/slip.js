import { h, icon, texts } from "./dom.js";

/**
 * A slip of paper over the table: a dialog that closes on Escape, on its cross and on a press beside it.
 * @param {string} title
 * @param {Child[]} children
 * @param {{wide?: boolean, onclose?: () => void}} [how]
 * @returns already open; it removes itself when closed
 */
export function slip(title, children, { wide = false, onclose } = {}) {
  const close = h("button.icon", { type: "button", "aria-label": texts.close }, icon("close"));
  const dialog = h(
    `dialog.slip${wide ? ".wide" : ""}`,
    { "aria-labelledby": "slip-title" },
    h("div.in", {}, h("header", {}, h("h2", { id: "slip-title" }, title), close), ...children),
  );
  close.onclick = () => dialog.close();
  // the second press of a double one would take away what the first has opened
  dialog.addEventListener("click", ({ target, detail }) => target === dialog && detail < 2 && dialog.close());
  dialog.onclose = () => {
    dialog.remove();
    onclose?.();
  };
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A button that asks once in place before it does what cannot be taken back.
 * @param {string} label
 * @param {string} question
 * @param {() => void} act
 */
export function sure(label, question, act) {
  const button = h("button.btn.small", { type: "button" }, label);
  button.onclick = ({ detail }) => {
    if (detail > 1) return; // the second press of a double one: the question has not been read
    if (button.dataset.asked) act();
    button.dataset.asked = "yes";
    button.textContent = question;
  };
  button.onblur = () => {
    delete button.dataset.asked;
    button.textContent = label;
  };
  return button;
}
