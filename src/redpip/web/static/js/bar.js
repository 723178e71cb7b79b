/** The bar on every page: day and night, sound, English and German. */
import { memory, one, sound, texts } from "./dom.js";

const theme = one("#theme");
const root = document.documentElement;

function named() {
  theme.setAttribute("aria-label", root.dataset.theme === "dark" ? texts.to_light : texts.to_dark);
}

theme.addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  memory.set("theme", root.dataset.theme);
  named();
});

const speaker = one("#sound");
let on = memory.get("sound") === "on";

/** Sound is loaded when somebody wants to hear it, and not before. */
async function heard() {
  speaker.setAttribute("aria-label", on ? texts.sound_off : texts.sound_on);
  speaker.toggleAttribute("data-on", on);
  const { listen, hush } = await import("./sound.js");
  if (!on) return hush();
  listen();
  sound("felt");
}

speaker.hidden = !window.AudioContext;
speaker.onclick = () => {
  on = !on;
  memory.set("sound", on ? "on" : "off");
  heard();
};
if (on && !speaker.hidden) heard();

const language = one("a#language");
language.addEventListener("click", (event) => {
  event.preventDefault();
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `redpip_lang=${language.hreflang}; path=/; max-age=31536000; samesite=strict`;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
});

named();
