// @ts-check
// Which puzzles this browser has seen solved: at the first go, or with a hint, a take-back or another look.

import { load, save } from "./settings.js";

const KEY = "paiyou.puzzles";

/** @typedef {"alone" | "helped"} How */

/** @returns {Record<string, How>} by the puzzle's number */
function all() {
  const kept = load(KEY, {});
  return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
}

/**
 * @param {number} id
 * @returns {How | null}
 */
export function howSolved(id) {
  const how = all()[id];
  return how === "alone" || how === "helped" ? how : null;
}

/**
 * The first time counts: who has needed help cannot solve it alone any more.
 * @param {number} id
 * @param {How} how
 */
export function keepSolved(id, how) {
  if (!howSolved(id)) save(KEY, { ...all(), [id]: how });
}

/** @param {{ id: number }[]} puzzles */
export const countSolved = (puzzles) => puzzles.filter(({ id }) => howSolved(id)).length;
