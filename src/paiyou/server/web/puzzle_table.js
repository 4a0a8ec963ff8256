// @ts-check
// A puzzle as a table, so that it is drawn and told like any other: the person is the landlord, two bots the peasants.

import { ranksOf, sortHand } from "./cards.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Entry} Entry */
/** @typedef {import("./tell.js").Table} Table */
/** @typedef {{ id: number, level: "easy" | "medium" | "hard", difficulty: number, hands: string[], last: [number, string] | null }} Puzzle */
/** @typedef {{ hands: string[][], before: Entry[] }} Dealt the cards of a puzzle, and what lies on the table already */

const SUITS = "SHCD";

/**
 * Suits for the ranks of a puzzle, always the same ones; they decide nothing.
 * @param {Puzzle} puzzle
 * @returns {Dealt}
 */
export function deal({ hands, last }) {
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
    before.push({ seat, move, cards: [...move].map(card), note: null });
    for (let next = seat + 1; next < hands.length; next++)
      before.push({ seat: next, move: "pass", cards: [], note: null });
  }
  return { hands: dealt, before };
}

/**
 * Cards of a hand that make a move.
 * @param {string[]} hand
 * @param {string} move
 */
export function cardsFor(hand, move) {
  if (move === "pass") return [];
  const free = sortHand(hand, "climbing");
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
 * @returns {Table}
 */
export function tableAfter(puzzle, dealt, entries, legal) {
  const hands = dealt.hands.map((_, seat) => handAfter(dealt, entries, seat));
  const over = hands.some((hand) => !hand.length);
  const turn = over ? null : entries.length ? ((entries.at(-1)?.seat ?? 0) + 1) % hands.length : 0;
  const history = [...dealt.before, ...entries];
  const recent = history.slice(1 - hands.length).filter((entry) => entry.move !== "pass");
  return {
    room: "puzzle",
    game_name: "doudizhu",
    family: "climbing",
    game: puzzle.id,
    index: entries.length,
    phase: over ? "over" : "play",
    turn,
    you: { seat: 0, cards: hands[0], hand: ranksOf(hands[0]), moves: turn === 0 ? legal : [] },
    players: hands.map((hand, seat) => ({
      chair: seat,
      // Asked for anew each time: the language may change while a table is shown.
      get name() {
        return t("lobby.you");
      },
      kind: seat === 0 ? "person" : "bot",
      connected: true,
      cards_left: hand.length,
      role: seat === 0 ? "landlord" : "peasant",
      score: 0,
    })),
    hands,
    landlord: 0,
    last: recent.at(-1) ?? null,
    history,
    trick: [],
    redeals: 0,
    result: null,
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
