// @ts-check
// A puzzle as a table, so that it is drawn and told like any other: the person is the landlord, two bots the peasants.

import { ranksOf, sortHand } from "./cards.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Entry} Entry */
/** @typedef {import("./tell.js").Table} Table */
/** @typedef {import("./tell.js").Shape} Shape */
/** @typedef {Table & { you: import("./tell.js").You, hands: string[][] }} PuzzleTable where all hands lie open */
/** @typedef {{ id: number, game: string, level: "easy" | "medium" | "hard", difficulty: number, hands: string[], last: [number, string] | null }} Puzzle */
/** @typedef {{ hands: string[][], before: Entry[] }} Dealt the cards of a puzzle, and what lies on the table already */
/** @typedef {{ shape: Shape, combos: Record<string, string> }} Told how the puzzle's game is handled, and what its moves are called */

const SUITS = "SHCD";

/**
 * Suits for the ranks of a puzzle, always the same ones; they decide nothing.
 * @param {Puzzle} puzzle
 * @param {Told} told
 * @returns {Dealt}
 */
export function deal({ hands, last }, told) {
  /** @type {Record<string, number>} */
  const given = {};
  const card = (/** @type {string} */ rank) => {
    given[rank] = (given[rank] ?? 0) + 1;
    return "BR".includes(rank) ? rank : SUITS[(given[rank] + rank.charCodeAt(0)) % 4] + rank;
  };
  const dealt = hands.map((hand) => [...hand].map(card));
  /** @type {Entry[]} */
  const before = [];
  if (last) {
    const [seat, move] = last;
    before.push(entryOf(seat, move, [...move].map(card), told));
    for (let next = seat + 1; next < hands.length; next++) before.push(entryOf(next, "pass", [], told));
  }
  return { hands: dealt, before };
}

/**
 * A move as the server would tell of it at a table.
 * @param {number} seat
 * @param {string} move
 * @param {string[]} cards
 * @param {Told} told
 * @returns {Entry}
 */
export const entryOf = (seat, move, cards, { combos }) => ({ seat, move, cards, combo: combos[move] ?? null, note: null });

/**
 * Cards of a hand that make a move.
 * @param {string[]} hand
 * @param {string} move
 * @param {Shape} shape
 */
export function cardsFor(hand, move, shape) {
  if (move === "pass") return [];
  const free = sortHand(hand, shape);
  return [...move].map((rank) => free.splice(free.findIndex((card) => card.at(-1) === rank), 1)[0]);
}

/**
 * What a seat holds after some moves.
 * @param {Dealt} dealt
 * @param {Entry[]} entries
 * @param {number} seat
 */
export function handAfter(dealt, entries, seat) {
  const gone = entries.flatMap((entry) => entry.cards);
  return dealt.hands[seat].filter((card) => !gone.includes(card));
}

/**
 * The table after some moves, as the server would tell the landlord of it.
 * @param {Puzzle} puzzle
 * @param {Dealt} dealt
 * @param {Entry[]} entries
 * @param {string[]} legal the landlord's moves, where he is to move
 * @param {Told} told
 * @returns {PuzzleTable}
 */
export function tableAfter(puzzle, dealt, entries, legal, { shape, combos }) {
  const hands = dealt.hands.map((_, seat) => handAfter(dealt, entries, seat));
  const over = hands.some((hand) => !hand.length);
  const turn = over ? null : entries.length ? ((entries.at(-1)?.seat ?? 0) + 1) % hands.length : 0;
  const history = [...dealt.before, ...entries];
  const recent = history.slice(1 - hands.length).filter((entry) => entry.move !== "pass");
  return {
    room: "puzzle",
    game_name: puzzle.game,
    title: "",
    shape,
    game: puzzle.id,
    index: entries.length,
    phase: over ? "over" : "play",
    turn,
    you: {
      seat: 0,
      chair: 0,
      name: null,
      cards: hands[0],
      hand: ranksOf(hands[0], shape),
      moves: turn === 0 ? legal : [],
      combos,
    },
    invite: null,
    players: hands.map((hand, seat) => ({
      chair: seat,
      // Asked for anew each time: the language may change while a table is shown.
      get name() {
        return t("lobby.you");
      },
      kind: seat === 0 ? "person" : "bot",
      level: null,
      agent: null,
      connected: true,
      stand_in: false,
      cards_left: hand.length,
      role: seat === 0 ? "landlord" : "peasant",
      team: seat === 0 ? 0 : 1,
      score: 0,
      payoff: null,
      points: null,
      taken: null,
      exposed: [],
    })),
    hands,
    landlord: 0,
    bottom: null,
    stake: null,
    last: recent.at(-1) ?? null,
    history,
    trick: [],
    tricks_played: 0,
    counter: null,
    result: null,
    games: [],
    redeals: 0,
    hints: true,
  };
}

/**
 * The table as it is told to a screen reader: sentences have a third person, so the person is the landlord there.
 * @param {Table} table
 * @returns {Table}
 */
export function asTold(table) {
  const [landlord, ...peasants] = table.players;
  return { ...table, players: [{ ...landlord, name: t("puzzle.landlord") }, ...peasants] };
}
