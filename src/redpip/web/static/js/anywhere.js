/** On every page: kept for when there is no connection, told of a new version, offered as an app. */
import { find, h, one, put, texts } from "./dom.js";

const { version } = document.documentElement.dataset;
const { lang } = document.documentElement;
const offlinePage = find("#again");

/** @type {HTMLElement|null} */
let banner = null;

/** One sentence and one button under the bar. @param {string} sentence @param {string} label @param {() => void} press */
function tell(sentence, label, press) {
  banner ??= h("div.banner", { role: "status", id: "news" });
  put(banner, h("p", {}, sentence), h("button.btn.small", { type: "button", onclick: press }, label));
  one("header.bar").after(banner);
}

/** Is the service there, and is it the one that made this page? */
async function look() {
  const answer = await fetch("/version", { cache: "no-store" }).catch(() => null);
  const theirs = answer?.ok ? (await answer.text()).trim() : null;
  if (theirs && offlinePage) location.reload();
  else if (theirs && theirs !== version) tell(texts.new_version, texts.load_version, () => location.reload());
  else if (theirs) banner?.remove();
  else if (!offlinePage && !find("#table")) tell(texts.page_offline, texts.try_now, look); // a table says so itself
}

for (const back of ["online", "offline", "reconnected"]) addEventListener(back, look);
document.addEventListener("visibilitychange", () => document.hidden || look());
offlinePage?.addEventListener("click", () => location.reload());

/** A browser may refuse, or have no room; then everything works but without the service. */
async function keepForLater() {
  await navigator.serviceWorker.register(`/sw.js?v=${version}&lang=${lang}`).catch(() => {});
  if (navigator.serviceWorker.controller) look(); // this page may have come from there
}

if ("serviceWorker" in navigator) {
  const idle = window.requestIdleCallback ?? setTimeout;
  if (document.readyState === "complete") idle(keepForLater);
  else addEventListener("load", () => idle(keepForLater));
}

const install = find("#install");
if (!isSecureContext) install?.append(texts.needs_https);
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  if (!install) return;
  const offer = /** @type {InstallOffer} */ (event);
  const press = async () => {
    await offer.prompt().catch(() => {});
    install.replaceChildren();
  };
  put(install, h("button.btn.small.quiet", { type: "button", onclick: press }, texts.install));
});
