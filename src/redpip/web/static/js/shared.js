/** A shared result: the final sheet as its game draws it, and its picture to keep. */
import { h, one, texts } from "./dom.js";
import { save } from "./picture.js";
import { drawStill } from "./still.js";

const button = one("button[data-picture]");
const { picture = "", name = "redpip" } = button.dataset;
button.hidden = false;
button.onclick = () =>
  save(picture, name).catch(() => {
    one("#trouble").textContent = texts.picture_failed;
    location.assign(picture);
  });

/** @type {SharedResult} */
const result = JSON.parse(one("#result").textContent ?? "");
const pad = h("div.pad");
drawStill(result, result.table, h("div"), pad).then(() => {
  one("#typed").hidden = true; // the same as letters, for whoever has no scripts
  one("#drawn").append(pad);
}, reportError);
