// @ts-check
// The seats this browser holds: the key of a chair is a token that never leaves localStorage but for its server.

import { load, save } from "./settings.js";

const KEY = "paiyou.seats";
const MOST = 12;

/** @typedef {{ room: string, token: string, chair: number, game: string, since: number }} Seat */

/** @returns {Seat[]} newest first */
export function seats() {
  const all = load(KEY, []);
  return Array.isArray(all) ? all : [];
}

/** @param {string} room */
export function seatIn(room) {
  return seats().find((seat) => seat.room === room) ?? null;
}

/** @param {Omit<Seat, "since">} seat */
export function keep(seat) {
  const others = seats().filter((other) => other.room !== seat.room);
  save(KEY, [{ ...seat, since: Date.now() }, ...others].slice(0, MOST));
}

/** @param {string} room */
export function forget(room) {
  save(KEY, seats().filter((seat) => seat.room !== room));
}
