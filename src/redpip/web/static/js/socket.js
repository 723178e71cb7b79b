import { whole } from "./changes.js";
import { Refusal } from "./http.js";

const WAITS = [300, 700, 1500, 3000, 6000, 10000];
const GONE = [4404, 1008];
const NO_ROOM = 4429;
const PATIENCE = 8000; // ms for an answer; then the connection is taken for dead, whatever the browser believes
const SILENCE = 30000; // ms without a word before we ask whether anybody is there

/** @typedef {Command & {key: string}} Keyed */

/**
 * One WebSocket to a table. Sequence numbers are gapless: a gap is refilled by a new connection. A command that was not
 * acknowledged is sent again with the same key, so it is never done twice and never lost. A network can vanish without a
 * word, so whoever does not answer in time is called anew.
 *
 * Calls back: `frame` (snapshot, event or presence), `online` (true or false), `gone` (the table cannot be reached),
 * `refuse` (nothing is shown, and why).
 */
export class Link {
  /** @type {Map<string, {command: Keyed, done: (seq: number) => void, failed: (why: Refusal) => void}>} */
  #waiting = new Map();
  #tries = 0;
  #seq = -1;
  /** @type {WebSocket|null} */
  #socket = null;
  #timer = 0; // to the next try
  #quiet = 0;
  #shown = {}; // the picture that changes are told from
  follow = false; // go to the new table as soon as there is one

  /**
   * @param {string} table
   * @param {string} language
   * @param {boolean} watch only what everybody may see
   * @param {{frame: (message: Frame) => void, online: (yes: boolean) => void, gone: () => void, refuse: (message: string) => void}} calls
   */
  constructor(table, language, watch, calls) {
    this.table = table;
    this.watch = watch;
    this.language = language;
    this.calls = calls;
    addEventListener("online", () => this.now());
    addEventListener("offline", () => this.#lost());
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    this.#open();
  }

  /**
   * Sends a command; resolves with the acknowledged seq, fails with a Refusal.
   * @param {Command} command
   * @returns {Promise<number>}
   */
  send(command) {
    const key =
      command.key ??
      crypto.randomUUID?.() ??
      Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("-");
    return new Promise((done, failed) => {
      const keyed = { ...command, key };
      this.#waiting.set(key, { command: keyed, done, failed });
      this.#write(keyed);
    });
  }

  /** Is anybody still there? A device that slept may have lost its connection without noticing. */
  #check() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.send({ do: "ping" });
    else this.now();
  }

  /** Tries to connect at once instead of waiting for the next turn. */
  now() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    this.#open();
  }

  /** Everything anew: used after this device took a seat. */
  restart() {
    this.#seq = -1;
    this.#socket?.close();
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    const address = new URL(`/api/v1/tables/${this.table}/stream`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const asked = {
      since: String(this.#seq),
      lang: this.language,
      changes: "true",
      ...(this.watch && { watch: "true" }),
    };
    address.search = String(new URLSearchParams(asked));
    const socket = new WebSocket(address);
    this.#socket = socket;
    setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.#lost(socket), PATIENCE);
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => {
      for (const message of [JSON.parse(data)].flat()) if (socket === this.#socket) this.#heard(message);
    };
    socket.onclose = ({ code }) => socket === this.#socket && this.#closed(code);
  }

  #opened() {
    this.#tries = 0;
    this.calls.online(true);
    for (const { command } of this.#waiting.values()) this.#write(command);
  }

  /** @param {number} [code] */
  #closed(code = 0) {
    this.#socket = null;
    if (GONE.includes(code)) {
      this.calls.gone();
      return;
    }
    this.calls.online(false);
    if (code === NO_ROOM) this.#tries = WAITS.length; // others are no sooner gone if we ask often
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)];
    this.#timer = setTimeout(() => this.#open(), wait * (0.7 + 0.6 * Math.random()));
  }

  /** Nothing comes through any more: the next try does not wait for the old connection to end. */
  #lost(socket = this.#socket) {
    if (!socket || socket !== this.#socket) return;
    socket.close();
    this.#closed();
  }

  /** @param {Keyed} command */
  #write(command) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(command));
    setTimeout(() => this.#waiting.has(command.key) && this.#lost(socket), PATIENCE);
  }

  /** @param {object} told */
  #heard(told) {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#check(), SILENCE);
    const message = whole(this.#shown, told);
    if (pictured(message)) this.#shown = { ...this.#shown, ...message };
    switch (message.type) {
      case "ack":
        this.#settle(message.key)?.done(message.seq);
        break;
      case "refused":
        if (message.key) this.#settle(message.key)?.failed(new Refusal(message.code, message.message, message.rule));
        else this.calls.refuse(message.message);
        break;
      case "event":
        if (message.seq <= this.#seq) break;
        if (message.seq > this.#seq + 1) {
          this.restart();
          break;
        }
        this.#seq = message.seq;
        if (pictured(message)) this.calls.frame(message);
        break;
      case "snapshot":
        this.#seq = message.seq;
        this.calls.frame(message);
        break;
      case "presence":
        this.calls.frame(message);
    }
  }

  /** @param {string} key */
  #settle(key) {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    return waiting;
  }
}

/**
 * What was missed has no picture of its own; a snapshot follows.
 * @param {Message} message
 * @returns {message is Frame}
 */
const pictured = (message) => "table" in message && message.table !== null;
