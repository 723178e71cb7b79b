/** Elements, texts and icons: the few helpers everything else is written with. */

/** @type {Record<string, string>} what the page itself says */
export const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");

/** @type {{name: number, match: number}} what the service takes at most: letters of a name, points of a match */
export const limits = JSON.parse(document.getElementById("limits")?.textContent || "{}");

/**
 * An element: h("button.btn.main", {onclick, "aria-label": …}, "Roll", child). Never takes HTML.
 * @template {string} K
 * @param {K} kind
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {Made<K>}
 */
export function h(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  /** @type {any} of which kind is known only to who asked for it */
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function" || name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

/** @param {(Child | Child[])[]} children */
const present = (children) =>
  children.flat().filter((child) => child !== null && child !== undefined && child !== false);

/** Are these the same, in whatever order? @param {number[]} some @param {number[]} others */
export const same = (some, others) => some.length === others.length && some.every((one) => others.includes(one));

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number | null>} [props]
 * @param {...Node} children
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) if (value !== null) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const ICONS = {
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  sound: "M4 10v4h3l4 3.5v-11L7 10zM14.5 9.5a4 4 0 0 1 0 5M17 7a8 8 0 0 1 0 10",
  moon: "M20 14.5A8 8 0 0 1 9.500 4 8 8 0 1 0 20 14.500z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  check: "M5 12.5l4.5 4.5L19 7",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.5M15 9.5v.5",
  book: "M12 6c-2-1.5-5-2-8-1.5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5v-13C17 4 14 4.500 12 6zM12 6v13",
  cap: "M12 5 2.500 10l9.500 5 9.500-5zM6.500 12.500v4c2 2 9 2 11 0v-4",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  load: "M12 4v11M8 11l4 4 4-4M5 19h14",
  pause: "M9 6v12M15 6v12",
  door: "M6 20V4h9v16M15 20h4M4 20h2M11.500 12v.5",
  keys: "M3 7h18v10H3zM7 11v.2M11 11v.2M15 11v.2M8 14h8",
  wait: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c1 1 1.500 2 1.500 2.500h5c0-.5.500-1.500 1.500-2.500A6 6 0 0 0 12 3z",
  tv: "M3 5h18v12H3zM8 21h8",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10.500 21h3",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
};

/** A line icon; it is decoration, the control's words say what it does. @param {keyof typeof ICONS} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "ic" }, s("path", { d: ICONS[name] }));
}

/** Puts children in place of what an element held. @param {Element} element @param {...(Child | Child[])} children */
export function put(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * What the page holds there, if it does.
 * @template {string} K
 * @param {K} selector
 * @param {ParentNode} [within]
 * @returns {Made<K> | null}
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * What the page must hold there.
 * @template {string} K
 * @param {K} selector
 * @param {ParentNode} [within]
 * @returns {Made<K>}
 */
export function one(selector, within = document) {
  const found = find(selector, within);
  if (!found) throw new Error(`nothing on this page is ${selector}`);
  return found;
}

/**
 * What was pressed, or what that is in.
 * @template {string} K
 * @param {Event} event
 * @param {K} selector
 * @returns {Made<K> | null}
 */
export const pressed = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Draws anew what an element holds; the focus stays with what carries the same `data-` name.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {() => void} draw
 */
export function keepFocus(element, name, draw) {
  const active = document.activeElement;
  const at = active instanceof HTMLElement && element.contains(active) ? active.dataset[name] : undefined;
  draw();
  if (at !== undefined) find(`[data-${name}="${at}"]`, element)?.focus();
}

/** Says whether things may travel across the screen. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A phone lying: wide enough for a column beside the dice, and not high enough for anything under them. */
export const lying = matchMedia("(min-width: 35em) and (max-width: 73.6875em) and (max-height: 30em)");

/** Something that can be heard; nobody listens while sound is off. @param {SoundName} name */
export const sound = (name) => dispatchEvent(new CustomEvent("sound", { detail: name }));

/** Two short pushes aside: this cannot be done. @param {Element|null|undefined} element */
export function shake(element) {
  if (element && !still()) {
    const steps = [0, -3, 3, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    element.animate(steps, { duration: 240, composite: "add" });
  }
}

const BURST = 650; // milliseconds

/**
 * A moment, once: it is heard, and dots in the game's ink burst behind what an element holds.
 * @param {Element|null|undefined} element
 * @param {SoundName} voice
 */
export function burst(element, voice = "rise") {
  sound(voice);
  if (!element || still()) return;
  const dots = h("i.burst.once", { "aria-hidden": "true" });
  element.classList.add("moment");
  element.append(dots);
  // not by the animation's end: what is hidden meanwhile has none
  setTimeout(() => {
    dots.remove();
    element.classList.remove("moment");
  }, BURST);
}

/** What this device remembers; a browser may refuse to remember anything. */
export const memory = {
  /** @param {string} key */
  get(key, otherwise = "") {
    try {
      return localStorage.getItem(`redpip.${key}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /** Says whether it could. @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(`redpip.${key}`, value);
      return true;
    } catch {
      return false;
    }
  },
  /** The pads that were put aside go too: who played stands on them. */
  async clear() {
    try {
      localStorage.clear();
      await caches.delete("pads");
    } catch {
      /* nothing was kept */
    }
  },
};
