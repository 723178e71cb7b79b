/** Keep on Rolling on the page: the table for pushing one's luck; all that is its own comes with the scene (page.py). */
export { LuckView as View } from "/static/js/luck.js";
