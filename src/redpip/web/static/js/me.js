import { memory, texts } from "./dom.js";

/** What whoever is at this device is called. */
export const myName = () => memory.get("name") || texts.guest;
