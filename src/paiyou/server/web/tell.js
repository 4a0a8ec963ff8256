// @ts-check
// Moves and events in words: for the bubbles beside players, the list of moves and the screen reader.

import { announce } from "./announce.js";
import { cardName, inOrder, rankName, shortName } from "./cards.js";
import { comboWords } from "./games.js";
import { known, t } from "./words.js";

/**
 * @typedef {object} Player who sits at a seat, and all that everybody knows of it
 * @property {number} chair
 * @property {string | null} name
 * @property {"person" | "bot" | "open"} kind
 * @property {string | null} level
 * @property {string | null} agent
 * @property {boolean} connected
 * @property {boolean} stand_in
 * @property {number} cards_left
 * @property {string | null} role a key of the game's words
 * @property {number} team
 * @property {number} score
 * @property {number | null} payoff
 * @property {number | null} points
 * @property {string[] | null} taken
 * @property {string[]} exposed
 */
/**
 * @typedef {object} You what is yours alone
 * @property {number} seat
 * @property {number} chair
 * @property {string | null} name
 * @property {string[]} cards with suits
 * @property {string | string[]} hand as the game writes it
 * @property {string[]} moves legal ones, on your turn
 * @property {Record<string, string>} combos what those moves are called that are combos
 */
/**
 * @typedef {object} Table the `table` object of the server, docs/table.md
 * @property {string} room
 * @property {string} game_name
 * @property {string} title
 * @property {Shape} shape
 * @property {number} game
 * @property {number} index
 * @property {"waiting" | "auction" | "exposing" | "play" | "over"} phase
 * @property {number | null} turn
 * @property {You | null} you null for a spectator
 * @property {string | null} invite
 * @property {Player[]} players by seat
 * @property {number | null} landlord
 * @property {string[] | null} bottom
 * @property {{ bid: number, bombs: number, spring: boolean, value: number } | null} stake
 * @property {Omit<Entry, "note"> | null} last what is to be beaten
 * @property {Entry[]} history
 * @property {{ seat: number, card: string }[]} trick
 * @property {number} tricks_played
 * @property {Record<string, number | string[]> | null} counter cards that are not seen yet
 * @property {{ winner: number | null, winners: number[], payoffs: number[], hands: string[][], redeals: number } | null} result
 * @property {{ game: number, payoffs_by_chair: number[] }[]} games
 * @property {number} redeals
 * @property {boolean} hints whether there are any: not in rated games between people
 */
/** @typedef {{ seat: number, move: string, cards: string[], combo: string | null, note: { code: string, by: string } | null }} Entry */
/**
 * @typedef {object} Shape how a game is handled, as the server says it in `table.shape`
 * @property {"many" | "one" | "list"} select how a move is made: of any cards, of one, or chosen from a list
 * @property {"ranks" | "suits" | "given"} sort how a hand is held
 * @property {string} ranks from low to high
 * @property {"ranks" | "suits" | null} counter what the counter of unseen cards counts
 * @property {number} tricks of a whole game; 0: nothing lies in the middle
 * @property {boolean} landlord whether there is one, or will be
 * @property {number} bottom cards that the landlord takes face up
 * @property {boolean} points whether players have points while they play
 * @property {string[]} scoring cards that count for whoever takes them
 * @property {string[]} exposable cards that may be exposed before the first trick
 * @property {string[]} bombs categories of combos that beat every other kind
 */

/** What a bot is called. @param {number} chair */
export const botName = (chair) => t(`bot.${chair % 4}`);

/** @param {Table} table @param {number} seat */
export function nameOf(table, seat) {
  const player = table.players[seat];
  if (player.kind === "bot") return botName(player.chair);
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
  if (move.startsWith("bid ")) return known(`${voice}.bid.${move.slice(4)}`) ? t(`${voice}.bid.${move.slice(4)}`) : move;
  if (move === "expose none") return t(`${voice}.expose.none`);
  if (isExposure(move)) return t(`${voice}.expose.cards`, { cards: move.split(" ").slice(1).map(shortName).join(" ") });
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
  return written(table, move, shortName);
}

/**
 * A move of cards as it is written, with their names.
 * @param {Table} table
 * @param {string} move
 * @param {(card: string) => string} name
 */
function written({ shape }, move, name) {
  if (shape.select === "list") return move;
  return shape.select === "one" ? name(move) : inOrder([...move]).map(rankName).join(" ");
}

/**
 * The category of an entry's combo where it needs a name: a single card speaks for itself.
 * @param {Entry} entry
 */
export const comboOf = ({ combo, cards }) => (cards.length > 1 ? combo : null);

/** A move as it is told. @param {Table} table @param {number} n */
export function sentence(table, n) {
  const { seat, move } = table.history[n];
  const name = nameOf(table, seat);
  const words = spoken(move, table.history.slice(0, n));
  if (words !== null) return t("tell.say", { name, words });
  const combo = comboOf(table.history[n]);
  const cards = written(table, move, cardName);
  return combo
    ? t("tell.play.kind", { name, kind: comboWords(table.game_name, combo), cards })
    : t("tell.play", { name, cards });
}

/**
 * The last complete trick, where no new one has begun.
 * @param {Table} table
 * @returns {{ plays: { seat: number, card: string }[], taker: number } | null}
 */
export function lastTrick(table) {
  if (!table.shape.tricks || table.trick.length) return null;
  const seats = table.players.length;
  const played = table.history.filter((/** @type {Entry} */ entry) => !isExposure(entry.move));
  if (played.length < seats || played.length % seats) return null;
  const plays = played.slice(-seats).map((/** @type {Entry} */ entry) => ({ seat: entry.seat, card: entry.move }));
  const { ranks } = table.shape;
  const best = plays
    .filter((play) => play.card[0] === plays[0].card[0])
    .reduce((one, other) =>
      ranks.indexOf(other.card[1]) > ranks.indexOf(one.card[1]) ? other : one,
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
    const { cards: held, hand } = now.you;
    const cards = now.shape.select === "many" ? [...hand].map(rankName).join(" ") : held.map(cardName).join(", ");
    announce(t("tell.dealt", { number: now.game + 1, cards }));
  }
  const known = same ? before.history.length : now.history.length;
  for (let n = known; n < now.history.length; n++) {
    announce(sentence(now, n));
    if (now.history[n].note) announce(t("table.replaced"));
    const left = now.players[now.history[n].seat].cards_left;
    if (
      now.shape.select === "many" &&
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
