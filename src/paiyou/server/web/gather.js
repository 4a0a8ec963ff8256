// @ts-check
// Which cards go together: what a touch or a swipe over the hand means, by the moves that may be made.

import { rankOf, ranksOf } from "./cards.js";

/** @typedef {import("./tell.js").Shape} Shape */

/**
 * How many of each rank.
 * @param {Iterable<string>} ranks
 */
function counted(ranks) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return counts;
}

/**
 * A card with its mates: as many of its rank as every move has that has any of it. Of a single card, where one may be
 * played, that is the card alone; against a pair it is the pair.
 * @param {string} card
 * @param {string[]} hand
 * @param {string[]} moves that may be made
 */
export function withMates(card, hand, moves) {
  const rank = rankOf(nameIn(card));
  const used = moves.map((move) => counted(isCards(move) ? move : "").get(rank) ?? 0).filter((count) => count > 0);
  const wanted = used.length ? Math.min(...used) : 1;
  const place = hand.indexOf(card);
  const mates = hand
    .map((other, n) => ({ other, far: Math.abs(n - place) }))
    .filter(({ other }) => other !== card && rankOf(nameIn(other)) === rank)
    .sort((one, two) => one.far - two.far);
  return [card, ...mates.slice(0, wanted - 1).map(({ other }) => other)];
}

/**
 * What a swipe was meant for: the move with the most cards among those that were crossed; all of them where they are no
 * move and hold none of several cards.
 * @param {string[]} crossed
 * @param {string[]} moves
 * @param {Shape} shape
 */
export function meant(crossed, moves, shape) {
  const there = counted(crossed.map((card) => rankOf(nameIn(card))));
  const fits = (/** @type {string} */ move) =>
    isCards(move) && [...counted(move)].every(([rank, count]) => count <= (there.get(rank) ?? 0));
  const best = moves.filter(fits).reduce((one, other) => (other.length > one.length ? other : one), "");
  if (best.length < 2 || ranksOf(crossed.map(nameIn), shape) === best) return crossed;
  const free = [...crossed];
  return [...best].map((rank) => free.splice(free.findIndex((card) => rankOf(nameIn(card)) === rank), 1)[0]);
}

/** @param {string} move */
const isCards = (move) => move !== "pass" && !move.includes(" ");

/** Cards of which a hand has several have a number behind "#". @param {string} card */
const nameIn = (card) => card.split("#")[0];
