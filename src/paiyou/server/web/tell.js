// @ts-check
// Moves and events in words: for the bubbles beside players, the list of moves and the screen reader.

import { announce } from "./announce.js";
import { cardName, rankName, shortName } from "./cards.js";
import { comboKind } from "./combos.js";
import { t } from "./words.js";

/** @typedef {any} Table the `table` object of the server */
/** @typedef {{ seat: number, move: string, cards: string[], note: { code: string, by: string } | null }} Entry */

/** @param {Table} table @param {number} seat */
export function nameOf(table, seat) {
  const player = table.players[seat];
  if (player.kind === "bot") return t(`bot.${player.chair % 4}`);
  return player.name ?? t("table.free");
}

/** @param {string} move */
export const isCall = (move) => /^(decline|call|rob|bid \d)$/.test(move);
/** @param {string} move */
export const isExposure = (move) => move.startsWith("expose");

/**
 * What is said rather than played: a call, a pass, an exposure; null where cards speak.
 * @param {string} move
 * @param {Entry[]} before the moves made before it
 * @param {"do" | "said"} voice a button's words, or a player's
 */
export function spoken(move, before, voice = "said") {
  if (move === "pass" || move === "call" || move === "rob") return t(`${voice}.${move}`);
  if (move === "decline")
    return t(`${voice}.decline.${before.some((entry) => entry.move === "call") ? "rob" : "call"}`);
  if (move.startsWith("bid ")) return t(`${voice}.bid.${move.slice(4)}`);
  if (move === "expose none") return t(`${voice}.expose.none`);
  if (isExposure(move)) return t(`${voice}.expose`, { cards: move.split(" ").slice(1).map(shortName).join(" ") });
  return null;
}

/**
 * A move in few signs, for the list.
 * @param {Table} table
 * @param {number} n its place in the history
 */
export const brief = (table, n) => briefMove(table, n, table.history[n].move);

/**
 * Any move at a place of the game in few signs.
 * @param {Table} table
 * @param {number} n
 * @param {string} move
 */
export function briefMove(table, n, move) {
  const words = spoken(move, table.history.slice(0, n));
  if (words !== null) return words;
  return table.family === "trick" ? shortName(move) : [...move].map(rankName).join(" ");
}

/** A move as it is told. @param {Table} table @param {number} n */
export function sentence(table, n) {
  const { seat, move, cards } = table.history[n];
  const name = nameOf(table, seat);
  const words = spoken(move, table.history.slice(0, n));
  if (words !== null) return t("tell.say", { name, words });
  if (table.family === "trick") return t("tell.play", { name, cards: cardName(cards[0] ?? move) });
  const kind = comboKind(move, table.game_name);
  const ranks = [...move].map(rankName).join(" ");
  return kind
    ? t("tell.play.kind", { name, kind: t(`combo.${kind}`), cards: ranks })
    : t("tell.play", { name, cards: ranks });
}

/**
 * The last complete trick, where no new one has begun.
 * @param {Table} table
 * @returns {{ plays: { seat: number, card: string }[], taker: number } | null}
 */
export function lastTrick(table) {
  if (table.family !== "trick" || table.trick.length) return null;
  const seats = table.players.length;
  const played = table.history.filter((/** @type {Entry} */ entry) => !isExposure(entry.move));
  if (played.length < seats || played.length % seats) return null;
  const plays = played.slice(-seats).map((/** @type {Entry} */ entry) => ({ seat: entry.seat, card: entry.move }));
  const order = "23456789TJQKA";
  const best = plays
    .filter((/** @type {any} */ play) => play.card[0] === plays[0].card[0])
    .reduce((/** @type {any} */ one, /** @type {any} */ other) =>
      order.indexOf(other.card[1]) > order.indexOf(one.card[1]) ? other : one,
    );
  return { plays, taker: best.seat };
}

/**
 * Tell a screen reader what has happened between two looks at the table.
 * @param {Table | null} before
 * @param {Table} now
 */
export function tellChanges(before, now) {
  const same = before && before.room === now.room && before.game === now.game && before.redeals === now.redeals;
  if (before && before.redeals < now.redeals) announce(t("table.redeals"));
  if (!same && now.you?.cards.length && now.phase !== "over") {
    const cards =
      now.family === "trick" ? now.you.cards.map(cardName).join(", ") : [...now.you.hand].map(rankName).join(" ");
    announce(t("tell.dealt", { number: now.game + 1, cards }));
  }
  const known = same ? before.history.length : now.history.length;
  for (let n = known; n < now.history.length; n++) {
    announce(sentence(now, n));
    if (now.history[n].note) announce(t("table.replaced"));
    const left = now.players[now.history[n].seat].cards_left;
    if (
      now.family === "climbing" &&
      left > 0 &&
      left <= 2 &&
      now.history[n].cards.length &&
      n === now.history.length - 1
    ) {
      announce(t("tell.left", { name: nameOf(now, now.history[n].seat), count: left }));
    }
  }
  if (same && before.landlord === null && now.landlord !== null && now.bottom) {
    announce(t("tell.landlord", { name: nameOf(now, now.landlord), cards: now.bottom.map(cardName).join(", ") }));
  }
  const trick = lastTrick(now);
  if (trick && known < now.history.length) announce(t("tell.takes", { name: nameOf(now, trick.taker) }));
  const mine = now.you && now.turn === now.you.seat;
  const wasMine = same && before.you && before.turn === before.you.seat && before.index === now.index;
  if (mine && !wasMine) announce(t("tell.turn"));
}
