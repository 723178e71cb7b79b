/** A shared result: its picture to keep. */
import { one, texts } from "./dom.js";
import { save } from "./picture.js";

const button = one("button[data-picture]");
const { picture = "", name = "redpip" } = button.dataset;
button.hidden = false;
button.onclick = () =>
  save(picture, name).catch(() => {
    one("#trouble").textContent = texts.picture_failed;
    location.assign(picture);
  });
