// @ts-check
// The seats this browser holds: the key of a chair is a token that never leaves localStorage but for its server.
// A seat goes only when its holder says so: a server that answers wrongly once must not cost a running game.

import { load, save } from "./settings.js";

const KEY = "paiyou.seats";
const MOST = 200;

/**
 * @typedef {object} Seat
 * @property {string} room
 * @property {string} token
 * @property {number} chair
 * @property {string} game empty until the table was seen
 * @property {number} since
 * @property {boolean} [over] whether its game was over when it was last looked at
 * @property {"no_room" | "bad_token" | null} [trouble] what the server said when the seat was last asked for
 */

/** @returns {Seat[]} newest first */
export function seats() {
  const all = load(KEY, []);
  return Array.isArray(all) ? all : [];
}

/** @param {string} room */
export function seatIn(room) {
  return seats().find((seat) => seat.room === room) ?? null;
}

/** Whether no further seat can be kept: one says so before a chair is taken, rather than drop the oldest. */
export const full = () => seats().length >= MOST;

/** @param {Omit<Seat, "since">} seat */
export function keep(seat) {
  const others = seats().filter((other) => other.room !== seat.room);
  save(KEY, [{ ...seat, since: Date.now() }, ...others]);
}

/**
 * Write down what was learnt about a seat, where it is still held.
 * @param {string} room
 * @param {Partial<Pick<Seat, "game" | "trouble" | "over">>} facts
 */
export function learn(room, facts) {
  const seat = seatIn(room);
  if (!seat || Object.entries(facts).every(([name, fact]) => /** @type {any} */ (seat)[name] === fact)) return;
  save(
    KEY,
    seats().map((other) => (other.room === room ? { ...other, ...facts } : other)),
  );
}

/** @param {string} room */
export function forget(room) {
  save(
    KEY,
    seats().filter((seat) => seat.room !== room),
  );
}
