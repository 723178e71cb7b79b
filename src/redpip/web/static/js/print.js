/** A sheet for the printer. */
import { one } from "./dom.js";

one("#print").onclick = () => print();
