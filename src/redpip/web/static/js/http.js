/** Requests to the service. */
import { texts } from "./dom.js";

/** What the service said no to; `message` is a sentence for the player. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export async function request(path, wanted = {}) {
  const answer = await ask(path, wanted);
  return answer.status === 204 ? null : answer.json();
}

/** An answer that is not JSON. */
export async function text(path) {
  return (await ask(path)).text();
}

async function ask(path, { method = "GET", body, type = "application/json" } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Redpip"] = "1";
  if (body !== undefined) headers["Content-Type"] = type;
  const sent = body === undefined || type !== "application/json" ? body : JSON.stringify(body);
  const answer = await fetch(path, { method, headers, body: sent, credentials: "same-origin" }).catch(() => {
    throw new Refusal("offline", texts.offline);
  });
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refusal(said.code ?? String(answer.status), said.detail ?? said.title ?? answer.statusText);
}

export const post = (path, body) => request(path, { method: "POST", body });

/** This player's share of the luck: sixteen random bytes, mixed with the server's committed seed. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
