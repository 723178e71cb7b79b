/** The bar on every page: day and night, English and German. */
import { memory, texts } from "./dom.js";

const theme = document.getElementById("theme");
const root = document.documentElement;

function named() {
  theme?.setAttribute("aria-label", root.dataset.theme === "dark" ? texts.to_light : texts.to_dark);
}

theme?.addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  memory.set("theme", root.dataset.theme);
  named();
});

document.getElementById("language")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.cookie = `redpip_lang=${event.currentTarget.hreflang}; path=/; max-age=31536000; samesite=strict`;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
});

named();
