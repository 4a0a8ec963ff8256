// @ts-check
// Puzzles without a network: how each goes on after the moves that win is fetched beforehand and kept by the service worker.

import { ApiError, api } from "./connection.js";

/** @typedef {import("./puzzle_try.js").Position} Position */

/** Between two books that are fetched beforehand: nobody waits for them. */
const PAUSE = 250;

/** @param {number} id */
const bookOf = (id) => `/api/puzzles/${id}/book`;

/**
 * A puzzle after some moves: from the server, or without it from the book.
 * @param {number} id
 * @param {string[]} moves
 * @returns {Promise<Position>}
 */
export async function playPuzzle(id, moves) {
  try {
    return await api(`/api/puzzles/${id}/play`, { moves });
  } catch (error) {
    if (/** @type {ApiError} */ (error).code !== "offline") throw error;
    // Straight from what is kept: a service worker that the browser has just ended, or has not started yet, is not needed.
    const kept = await globalThis.caches?.match(bookOf(id));
    if (!kept) throw error;
    const { positions } = await kept.json();
    const found = positions.find((/** @type {Position} */ one) => one.asked.join(" ") === moves.join(" "));
    if (found) return found;
    throw error;
  }
}

/**
 * Fetch the books of puzzles that are not kept yet, one after the other, for as long as somebody looks at puzzles.
 * @param {number[]} ids
 * @param {() => boolean} left
 */
export async function keepBooks(ids, left) {
  if (!navigator.serviceWorker?.controller) return;
  for (const id of ids) {
    if (left()) return;
    if (await caches.match(bookOf(id))) continue;
    await api(bookOf(id)).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
