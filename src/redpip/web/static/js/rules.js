/** The pages of rules: dice are drawn and can be laid out, contents are open where there is room, search as one types. */
import { Turning } from "./example.js";
import { find, h, one, pressed, put } from "./dom.js";
import "./mini.js";

const roomy = matchMedia("(min-width: 45em) and (min-height: 30.0625em)");
const contents = find("details.toc");
if (contents) contents.open = roomy.matches;

const print = find("#print");
if (print) print.onclick = () => window.print();

const place = find("#example");
if (place) {
  const turning = new Turning(place, one("main").dataset.rules ?? "", JSON.parse(one("#laid").textContent ?? ""));
  for (const picture of document.querySelectorAll(".prose [data-dice]")) {
    const { dice = "" } = picture instanceof HTMLElement ? picture.dataset : {};
    const label = picture.getAttribute("aria-label") ?? "";
    const button = h("button.throw", { type: "button", "aria-label": turning.offer(label), "data-dice": dice });
    button.append(...picture.childNodes);
    button.onclick = () => turning.lay(dice);
    picture.replaceWith(button);
  }
}

/** Where in the contents one is reading. */
const links = new Map(
  [...document.querySelectorAll(".beside .toc a")].map((link) => [link.getAttribute("href"), link]),
);
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(`#${target.id}`)?.setAttribute("aria-current", "true");
    }
  },
  { rootMargin: "0px 0px -70% 0px" },
);
for (const heading of document.querySelectorAll(".prose h2[id]")) seen.observe(heading);

const field = /** @type {HTMLInputElement} */ (one("#q"));
let asked = 0;

/** What is found, put in place of what was there. The last question counts, whichever answer comes last. */
async function look() {
  const number = ++asked;
  const found = await foundBy(field.value);
  if (found && number === asked) put(one("#hits"), ...found);
}

/** What the service finds; without a connection, what this device has kept. @param {string} wanted */
async function foundBy(wanted) {
  const answer = await fetch(`/rules?${new URLSearchParams({ q: wanted })}`).catch(() => null);
  if (!answer?.ok) return (await import("./rules_kept.js")).searchKept(wanted);
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#hits")?.childNodes;
}

const wanted = new URLSearchParams(location.search).get("q");
if (wanted && wanted !== field.value) {
  field.value = wanted; // the page that was kept knows of no question
  look();
}

let waiting = 0;
field.oninput = () => {
  clearTimeout(waiting);
  waiting = setTimeout(look, 150);
};
one("#hits").onclick = (event) => {
  const link = pressed(event, "a");
  // a paragraph of this page: the list has done its work
  if (link?.pathname === location.pathname) one("#hits").replaceChildren();
};
