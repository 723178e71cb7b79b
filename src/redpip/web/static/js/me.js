import { memory, texts } from "./dom.js";
import { request } from "./http.js";

/** What whoever is at this device is called. */
export const myName = () => memory.get("name") || texts.guest;

/** Deletes all that is known of this device. What is left then stands at the top of the page. */
export async function forgetMe() {
  await request("/api/v1/mine", { method: "DELETE" });
  await memory.clear();
  history.scrollRestoration = "manual";
  location.reload();
}
