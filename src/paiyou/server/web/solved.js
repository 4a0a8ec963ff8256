// @ts-check
// Which puzzles this browser has seen solved: at the first go, or with a hint, a slip or a look at the solution.

import { load, save } from "./settings.js";

const SOLVED = "paiyou.puzzles";
const HELPED = "paiyou.puzzles.helped";

/** @typedef {"alone" | "helped"} How */

/**
 * @param {string} key
 * @returns {Record<string, any>} by the puzzle's number
 */
function all(key) {
  const kept = load(key, {});
  return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
}

/**
 * @param {number} id
 * @returns {How | null}
 */
export function howSolved(id) {
  const how = all(SOLVED)[id];
  return how === "alone" || how === "helped" ? how : null;
}

/** Whether there was help before. @param {number} id */
export const wasHelped = (id) => Boolean(all(HELPED)[id]);

/**
 * A hint, a slip or the solution is kept as soon as it is seen: leaving the puzzle does not undo it.
 * @param {number} id
 */
export function keepHelped(id) {
  if (!howSolved(id)) save(HELPED, { ...all(HELPED), [id]: true });
}

/**
 * The first time counts: who has needed help cannot solve it alone any more.
 * @param {number} id
 */
export function keepSolved(id) {
  if (!howSolved(id)) save(SOLVED, { ...all(SOLVED), [id]: all(HELPED)[id] ? "helped" : "alone" });
}

/** @param {{ id: number }[]} puzzles */
export const countSolved = (puzzles) => puzzles.filter(({ id }) => howSolved(id)).length;
