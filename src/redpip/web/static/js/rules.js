/** A page of rules: its dice are drawn, and where there is room its contents are open. */
import { one } from "./dom.js";
import "./mini.js";

one("details.toc").open = matchMedia("(min-width: 62.5em)").matches;
