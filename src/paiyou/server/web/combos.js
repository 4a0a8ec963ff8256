// @ts-check
// What a set of cards is called. For words only: the server alone decides what may be played.

import { RANKS } from "./cards.js";

/**
 * The kind of combo that a climbing move is, such as "straight" or "bomb"; null for a single card or what has no name.
 * @param {string} move ranks, such as "33344"
 * @param {string} game
 */
export function comboKind(move, game) {
  if (move === "BR" && !game.startsWith("mini")) return "rocket";
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const rank of move) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const bodies = [...counts].filter(([, count]) => count === most).map(([rank]) => RANKS.indexOf(rank));
  const uniform = bodies.length === counts.size;
  const length = longestRun([...counts].filter(([, count]) => count >= 3).map(([rank]) => RANKS.indexOf(rank)));
  if (most === 1) return move.length >= 5 ? "straight" : null;
  if (most === 2) return move.length === 2 ? "pair" : "pairs";
  if (length >= 2 && move.length >= 6) return "plane";
  if (most === 3) return uniform ? "trio" : move.length === 4 ? "trio1" : "trio2";
  if (uniform) return game.startsWith("mini") ? "quad" : "bomb";
  return "quad2";
}

/** @param {number[]} places in any order */
function longestRun(places) {
  const sorted = places.filter((place) => place < RANKS.indexOf("2")).sort((one, other) => one - other);
  let best = 0;
  let run = 0;
  sorted.forEach((place, n) => {
    run = n > 0 && place === sorted[n - 1] + 1 ? run + 1 : 1;
    best = Math.max(best, run);
  });
  return best;
}
