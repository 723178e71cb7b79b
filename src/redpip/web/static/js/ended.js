/** After a game: the moment that decided it, and ways to show it to others. Loaded when a game is over. */
import { h, icon, put, texts } from "./dom.js";
import { Refusal, post, request } from "./http.js";
import { linkToSend } from "./links.js";
import { mini } from "./mini.js";
import { fill } from "./phrases.js";
import { slip } from "./slip.js";

const PAUSE = 1000; // milliseconds between two questions

/** The moment that decided it, as soon as the coach has found it. @param {Table} table @param {HTMLElement} place */
export async function moment(table, place) {
  if (!table.result?.review) return;
  try {
    const found = await request(`/api/v1/tables/${table.id}/moment?lang=${document.documentElement.lang}`);
    if (found && "done" in found) return void setTimeout(() => place.isConnected && moment(table, place), PAUSE);
    if (found) put(place, ...told(found));
  } catch {
    /* then the result stands alone */
  }
}

/** @param {DecidingMoment} found */
function told({ where, dice, told, better, sentence, url }) {
  return [
    h("h2", {}, texts.decided),
    dice.length ? h("p.minis", { "aria-hidden": "true" }, ...dice.map(([die, face]) => mini(die, face))) : null,
    h("p", {}, [where, told].filter(Boolean).join(" · ")),
    h("p", {}, better ? h("b", {}, `${sentence} ${fill(texts.better, { line: better })}`) : h("b", {}, sentence)),
    h("a", { href: url }, texts.see_moment),
  ];
}

/** The slip to show a result to others: as a picture, as a link, or as a challenge. @param {Table} table */
export function share(table) {
  const trouble = h("p.error", { role: "alert" });
  const drawing = `/api/v1/tables/${table.id}/picture.svg?lang=${document.documentElement.lang}`;
  const place = h("div.made");
  const picture = h("button.btn", { type: "button" }, icon("load"), texts.picture);
  picture.onclick = async () => {
    const { save } = await import("./picture.js");
    await save(drawing, `redpip-${table.art}`).catch(() => {
      trouble.textContent = texts.picture_failed;
      put(place, h("a.btn.small", { href: drawing, target: "_blank" }, texts.drawing));
    });
  };
  /** @param {string} label @param {string} path @param {string} about */
  const link = (label, path, about) => {
    const button = h("button.btn", { type: "button" }, icon("link"), label);
    button.onclick = async () => {
      trouble.textContent = "";
      try {
        const { url } = await post(`/api/v1/tables/${table.id}/${path}`, {});
        put(place, h("p", {}, about), ...linkToSend(url, table.title));
        place.scrollIntoView({ block: "nearest" });
      } catch (refusal) {
        trouble.textContent = refusal instanceof Refusal ? refusal.message : String(refusal);
      }
    };
    return button;
  };
  const mine = table.mine.length > 0;
  slip(texts.share_result, [
    h("img.result-picture", { src: drawing, alt: "", width: 1200, height: 630 }),
    h(
      "div.stack.ways-out",
      {},
      picture,
      mine ? link(texts.share_link, "share", texts.share_about) : null,
      mine && table.result?.challenge ? link(texts.challenge, "challenge", texts.challenge_about) : null,
      place,
      trouble,
    ),
  ]);
}
