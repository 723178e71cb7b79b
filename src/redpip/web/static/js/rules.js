/** A page of rules: its dice are drawn, and where there is room its contents are open. */
import "./mini.js";

document.querySelector(".toc").open = matchMedia("(min-width: 62.5em)").matches;
