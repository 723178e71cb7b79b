/** Requests to the service. */
import { texts } from "./dom.js";

/** What the service said no to; `message` is a sentence for the player. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message @param {string|null} [rule] where the rules say so */
  constructor(code, message, rule = null) {
    super(message);
    this.code = code;
    this.rule = rule;
  }
}

const OURS = /^\/api\/v1\/(tables|daily|challenges|profile)(\/|$)/; // changed by somebody who is known again

/** @typedef {{method?: string, body?: unknown, type?: string}} Wanted */

/** @param {string} path @param {Wanted} [wanted] */
export async function request(path, wanted = {}) {
  const answer = await ask(path, wanted);
  return answer.status === 204 ? null : answer.json();
}

/** An answer that is not JSON. @param {string} path */
export async function text(path) {
  return (await ask(path)).text();
}

/** @param {string} path @param {Wanted} [wanted] */
async function ask(path, { method = "GET", body, type = "application/json" } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Redpip"] = "1";
  // without cookies every request is a stranger's: nobody could play at the table that they opened
  if (method !== "GET" && !navigator.cookieEnabled && OURS.test(path))
    throw new Refusal("no_cookies", texts.no_cookies);
  if (body !== undefined) headers["Content-Type"] = type;
  const sent = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const answer = await fetch(path, { method, headers, body: sent, credentials: "same-origin" }).catch(() => {
    throw new Refusal("offline", texts.offline);
  });
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refusal(said.code ?? String(answer.status), said.detail ?? said.title ?? answer.statusText, said.rule);
}

/** @param {string} path @param {object} body */
export const post = (path, body) => request(path, { method: "POST", body });

/**
 * Goes to the table that a request opens, once: whoever presses twice would be led to two, and who is not known yet would
 * play as two. What fails can be pressed again.
 * @param {HTMLElement} button @param {() => Promise<{url: string}>} opened @param {(refusal: Error) => unknown} complain
 */
export async function goTo(button, opened, complain) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const free = () => button.removeAttribute("aria-disabled");
  button.setAttribute("aria-disabled", "true");
  addEventListener("pageshow", free, { once: true }); // for whoever comes back
  try {
    location.assign((await opened()).url);
  } catch (refusal) {
    free();
    complain(refusal);
  }
}

/** This player's share of the luck: sixteen random bytes, mixed with the server's committed seed. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
