// @ts-check
// The line to the server: REST calls, and one WebSocket per table that comes back by itself.

/**
 * @typedef {{ code: string, message: string, detail?: any }} Trouble
 */

export class ApiError extends Error {
  /** @param {number} status @param {Trouble} trouble */
  constructor(status, trouble) {
    super(trouble.message);
    this.status = status;
    this.code = trouble.code;
    this.detail = trouble.detail;
  }
}

/**
 * @param {string} path such as "/api/games"
 * @param {unknown} [body] makes it a POST
 * @param {Record<string, string>} [more] headers
 */
export async function api(path, body, more = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? more : { "Content-Type": "application/json", ...more },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, { code: "offline", message: "the server cannot be reached" });
  }
  const told = await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new ApiError(answer.status, {
      code: told?.code ?? "unknown",
      message: told?.message ?? "",
      detail: told?.detail,
    });
  }
  return told;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const ANSWER_WITHIN = 10000;
/** After these the server will not change its mind. */
const FINAL = ["bad_token", "no_room", "old_rules", "damaged"];

/**
 * @typedef {object} Handlers
 * @property {(table: import("./tell.js").Table) => void} table
 * @property {(hint: any) => void} hint
 * @property {(said: { chair: number, greeting: string }) => void} [greeting]
 * @property {(trouble: Trouble & { id: string | null }) => void} error
 * @property {(state: "connecting" | "open" | "lost" | "ended") => void} state
 */

export class Connection {
  /**
   * @param {string} room
   * @param {string | null} token
   * @param {Handlers} handlers
   */
  constructor(room, token, handlers) {
    this.room = room;
    this.token = token;
    this.handlers = handlers;
    this.wait = FIRST_WAIT;
    this.ended = false;
    /** What was said and not yet acknowledged, by id; said again after a break, which changes nothing if it was heard. */
    this.unheard = new Map();
    this.count = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = 0;
    this.heartbeat = 0;
    this.deadline = 0;
    this.soon = () => {
      if (!this.socket && !this.ended) this.open();
    };
    this.dropped = () => this.lost();
    addEventListener("online", this.soon);
    addEventListener("offline", this.dropped);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.handlers.state("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.room)}/socket`);
    this.socket = socket;
    this.deadline = window.setTimeout(() => this.lost(), ANSWER_WITHIN);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token }));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  /** @param {any} message */
  receive(message) {
    clearTimeout(this.deadline);
    if (message.type === "table") {
      if (this.heartbeat === 0) this.greeted();
      this.handlers.table(message.table);
    } else if (message.type === "ack") {
      this.unheard.delete(message.id);
    } else if (message.type === "hint") {
      this.handlers.hint(message);
    } else if (message.type === "greeting") {
      this.handlers.greeting?.(message);
    } else if (message.type === "error") {
      this.unheard.delete(message.id);
      this.handlers.error(message);
      if (FINAL.includes(message.code)) this.close();
    }
  }

  greeted() {
    this.wait = FIRST_WAIT;
    this.handlers.state("open");
    this.heartbeat = window.setInterval(() => {
      this.post({ type: "ping" });
      clearTimeout(this.deadline);
      this.deadline = window.setTimeout(() => this.lost(), ANSWER_WITHIN);
    }, PING_EVERY);
    for (const message of this.unheard.values()) this.post(message);
  }

  lost() {
    clearTimeout(this.deadline);
    clearInterval(this.heartbeat);
    this.heartbeat = 0;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (this.ended) return;
    this.handlers.state("lost");
    // Not all tables of a server that was restarted come back in the same moment.
    clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** @param {object} message */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Say something that must be heard: a move, or that the next game may be dealt.
   * @param {object} message
   * @returns {string} its id
   */
  say(message) {
    const id = `${Date.now().toString(36)}-${this.count++}`;
    const whole = { ...message, id };
    this.unheard.set(id, whole);
    if (this.heartbeat) this.post(whole);
    return id;
  }

  /** @param {object} message a question that may be lost */
  ask(message) {
    const id = `ask-${this.count++}`;
    this.post({ ...message, id });
    return id;
  }

  close() {
    this.ended = true;
    removeEventListener("online", this.soon);
    removeEventListener("offline", this.dropped);
    clearTimeout(this.retry);
    this.handlers.state("ended");
    this.lost();
  }
}

/**
 * Be at a table without looking at it.
 * @param {string} room
 * @param {string} token
 */
export const attend = (room, token) =>
  new Connection(room, token, { table: () => {}, hint: () => {}, error: () => {}, state: () => {} });
