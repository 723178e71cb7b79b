/** Links to be copied or handed on. */
import { h, icon, one, put, texts } from "./dom.js";

/** The address at which others find this service; "" where only this machine does. */
const reach = () => one("main").dataset.reach;

/** Where the service can be reached from this machine alone, a link sent to a friend would lead nowhere. */
export function onlyHere() {
  if (reach() !== "") return null;
  const [before, after] = texts.only_here.split("{command}");
  return h("p.caution", { role: "note" }, before, h("code", {}, "redpip serve --host 0.0.0.0"), after);
}

/**
 * A field that holds a link, and the buttons to copy it and to hand it on.
 * @param {string} path
 * @param {string} label
 * @param {string} title what it leads to
 * @param {string} [size] of the buttons: full where the link is all there is
 */
export function linkField(path, label, title, size = ".small") {
  const address = new URL(path, reach() || location.href).href;
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label });
  field.onfocus = () => field.select();
  const button = h(`button.btn${size || ".main"}`, { type: "button" }, icon("copy"), texts.copy);
  button.onclick = async () => {
    field.select();
    if (await copy(address)) put(button, icon("check"), texts.copied);
  };
  const hand = () => navigator.share({ title, url: address }).catch(() => {});
  const share = "share" in navigator ? h(`button.btn${size}`, { type: "button", onclick: hand }, texts.share) : null;
  return { field, buttons: [button, share] };
}

/** A link with all that goes with it; to copy it is what comes next. @param {string} path @param {string} title what it leads to */
export function linkToSend(path, title) {
  const { field, buttons } = linkField(path, texts.the_link, title, "");
  return [field, h("div.do", {}, ...buttons), onlyHere()];
}

/** Takes a text to the clipboard, and says whether that went. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithoutClipboard(text);
  }
}

/** Browsers hide the clipboard where there is no HTTPS; there the old way is left. @param {string} text */
function copyWithoutClipboard(text) {
  const fill = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", fill);
  const done = document.execCommand("copy");
  document.removeEventListener("copy", fill);
  return done;
}
