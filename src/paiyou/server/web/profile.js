// @ts-check
// The key of one's record: random, made by the server, kept in this browser. Whoever has it has the record.

import { ApiError, api } from "./connection.js";
import { load, save } from "./settings.js";

const KEY = "paiyou.profile";
/** Lines that one request takes. */
const AT_ONCE = 100;

/** @type {Promise<string> | null} */
let opening = null;

/** @returns {string | null} */
export function profileKey() {
  const key = load(KEY, null);
  return typeof key === "string" && key ? key : null;
}

/** @param {string | null} key */
export const keepKey = (key) => save(KEY, key);

/** The key, made anew where there is none yet. */
async function ensured() {
  const key = profileKey();
  if (key) return key;
  opening ??= api("/api/profiles", {}).then((made) => made.key);
  try {
    keepKey(await opening);
  } finally {
    opening = null;
  }
  return /** @type {string} */ (profileKey());
}

/** The key for a table; null where it cannot be had now, since one can play without a record. */
export const keyForTable = () => ensured().catch(() => null);

/**
 * Ask about one's own record.
 * @param {string} path below `/api/profile`
 * @param {unknown} [body]
 */
export async function askProfile(path, body) {
  const key = await ensured();
  try {
    return await api(`/api/profile${path}`, body, { "Profile-Key": key });
  } catch (error) {
    if (/** @type {ApiError} */ (error).code !== "no_profile") throw error;
    // The server has another database than the one that gave the key: begin anew.
    keepKey(null);
    return api(`/api/profile${path}`, body, { "Profile-Key": await ensured() });
  }
}

/**
 * Have the first try at a puzzle rated; nothing depends on whether it is.
 * @param {number} puzzle
 * @param {string[]} moves
 * @param {boolean} helped
 * @returns {Promise<{ solved: boolean, rating: number, deviation: number } | null>}
 */
export const keepTry = (puzzle, moves, helped) => askProfile("/puzzles", { puzzle, moves, helped }).catch(() => null);

/**
 * Take in a record that was exported, some lines at a time.
 * @param {{ games?: any[], puzzles?: any[] }} lines
 * @returns {Promise<number>} how many are new
 */
export async function takeIn({ games = [], puzzles = [] }) {
  let taken = 0;
  for (let n = 0; n < Math.max(games.length, puzzles.length); n += AT_ONCE) {
    const part = { games: games.slice(n, n + AT_ONCE), puzzles: puzzles.slice(n, n + AT_ONCE) };
    taken += (await askProfile("/import", part)).new;
  }
  return taken;
}
