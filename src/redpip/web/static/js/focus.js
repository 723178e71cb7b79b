/**
 * Where the control that has the focus goes away, another one gets it: whoever plays by keyboard is never sent back to
 * the top of the page. That is the same control drawn anew, or the one that leads on.
 */
import { find, pressed } from "./dom.js";

const ONWARD = ["dialog[open] button", "#main", '.panel [data-part="write"]', "[data-part=extra] .btn.main"];

/** @type {HTMLElement|null} */
let held = null;

/** @param {Element|null} control @returns {control is HTMLElement} */
const there = (control) => Boolean(control?.isConnected && control.checkVisibility({ visibilityProperty: true }));

/** What stands for the same as that control did. @param {HTMLElement} control */
function drawnAnew(control) {
  const names = ["data-key", "aria-label"].map((name) => [name, control.getAttribute(name)]);
  const same = names
    .filter(([, value]) => value)
    .map(([name, value]) => `${control.localName}[${name}=${JSON.stringify(value)}]`);
  return same.length ? [...document.querySelectorAll(same.join())].find(there) : null;
}

function follow() {
  if (!held || !document.hasFocus()) return;
  if (document.activeElement !== document.body && there(document.activeElement)) return;
  const next = there(held) ? held : (drawnAnew(held) ?? ONWARD.map((what) => find(what)).find(there));
  next?.focus({ preventScroll: true });
}

let due = false;
/** Once for all that changes before the next picture. */
function followSoon() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    follow();
  });
}

addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLElement) held = target;
});
// a press beside all controls lays the focus down
addEventListener("pointerdown", (event) => {
  if (!pressed(event, "a, button, input, select, textarea, summary, [tabindex]")) held = null;
});
new MutationObserver(followSoon).observe(document.body, {
  subtree: true,
  childList: true,
  attributeFilter: ["hidden", "class", "open"],
});
