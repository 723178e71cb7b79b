/** The rules over a table: from its menu, or at the paragraph that a refusal or the coach speaks of. */
import { find, h, pressed, texts } from "./dom.js";
import { request } from "./http.js";
import "./mini.js";
import { slip } from "./slip.js";

/**
 * @param {string} game the page of rules: a game, or an edition
 * @param {string} lang
 * @param {string} [hash] the paragraph, `#kept-red`
 */
export async function rulesSlip(game, lang, hash = "") {
  const holder = h("div.prose", { "aria-busy": "true" });
  // what stands behind # in a table's address is an invitation, so a link to a section only scrolls there
  holder.onclick = (event) => {
    const anchor = pressed(event, 'a[href^="#"]');
    if (!anchor) return;
    event.preventDefault();
    show(holder, anchor.hash);
  };
  slip(texts.rules, [holder], { wide: true });
  try {
    const said = await request(`/api/v1/games/${game}/rules?lang=${lang}`);
    const parsed = new DOMParser().parseFromString(said.contents + said.html, "text/html");
    holder.replaceChildren(...parsed.body.childNodes);
    if (hash) show(holder, hash);
  } catch (refusal) {
    holder.textContent = refusal.message;
  }
  holder.removeAttribute("aria-busy");
}

/** Goes to a paragraph, for those who read and for those who listen. @param {Element} holder @param {string} hash */
function show(holder, hash) {
  const found = find(hash, holder);
  for (const one of holder.querySelectorAll(".sought")) one.classList.remove("sought");
  if (!(found instanceof HTMLElement)) return;
  found.classList.add("sought");
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: "center" });
}

/**
 * A way to the rule that a sentence is about; it opens over the table, and in a tab of its own where one asks for that.
 * @param {string|null|undefined} rule its address, `/rules/spicy#kept-red`
 * @param {string} lang
 */
export function ruleLink(rule, lang) {
  if (!rule) return null;
  const link = h("a.rule", { href: rule }, texts.see_rule);
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    rulesSlip(link.pathname.replace("/rules/", ""), lang, link.hash);
  };
  return link;
}
