// @ts-check
// Positions of the lab: as the server takes them, as a table at any of their steps, as links and from records.

import { isJoker, rankOf, ranksOf } from "./cards.js";

/** @typedef {import("./open_board.js").Table} Table */
/** @typedef {import("./tell.js").Shape} Shape */
/**
 * All hands from a seed or as given, and the moves since; or what one seat knows.
 * @typedef {{ game: string, seed?: number | string, hands?: (string | string[])[], turn?: number, last?: [number, string], bottom?: string | string[], exposed?: string[], moves: string[] }} AllHands
 */
/** @typedef {{ game: string, seat: number, hand: string | string[], history: [number, string][], bottom: string }} Seen */
/** @typedef {AllHands | Seen} Position */
/** @typedef {{ name: string | null, level: string | null, agent: string | null, score: number }} Sitter */

/** @param {Position} position @returns {position is Seen} */
export const isSeen = (position) => "seat" in position;

/**
 * A position at one of its steps as a table.
 * @param {any} look what the server says of it
 * @param {number} n
 * @param {Sitter[]} [sitting] seat by seat
 * @returns {Table}
 */
export function tableAt(look, n, sitting = []) {
  const step = look.steps[n];
  const whole = wholeOf(look);
  return {
    ...look,
    ...step,
    room: "lab",
    game: 0,
    index: n,
    you: { seat: look.seen_by ?? -1 },
    invite: null,
    whole,
    history: whole.slice(0, placeOf(look, n)),
    counter: null,
    games: [],
    redeals: 0,
    last: null,
    result: n === look.steps.length - 1 ? look.result : null,
    players: step.counts.map((/** @type {number} */ count, /** @type {number} */ seat) => ({
      chair: seat,
      kind: "bot",
      ...(sitting[seat] ?? { name: null, level: null, agent: null, score: 0 }),
      connected: true,
      stand_in: false,
      team: look.teams[seat],
      payoff: null,
      cards_left: count,
      role: step.role[seat],
      points: step.points[seat],
      taken: step.taken[seat],
      exposed: step.exposed[seat],
    })),
  };
}

/** All moves; what lay on the table when the position began is one of them. @param {any} look */
const wholeOf = ({ given, history, shape }) =>
  given && !shape.tricks ? [{ ...given, cards: [...given.move], note: null }, ...history] : history;

/**
 * The place of a step's move among all of them.
 * @param {any} look
 * @param {number} n
 */
export const placeOf = (look, n) => n + wholeOf(look).length - look.history.length;

/**
 * The position as it was before some of its moves.
 * @param {Position} position
 * @param {any} look
 * @param {number} n
 * @returns {Position}
 */
export function cutOff(position, look, n) {
  if (!isSeen(position)) return { ...position, moves: look.moves.slice(0, n) };
  const history = look.history.slice(0, n).map((/** @type {any} */ made) => [made.seat, made.move]);
  return { ...position, history, hand: written(look.steps[n].hands[position.seat], look.shape) };
}

/**
 * The position after one more move.
 * @param {Position} position
 * @param {any} look
 * @param {number} n
 * @param {string} move
 * @returns {Position}
 */
export function withMove(position, look, n, move) {
  const now = cutOff(position, look, n);
  if (!isSeen(now)) return { ...now, moves: [...now.moves, move] };
  const { turn, hands } = look.steps[n];
  const left = turn === now.seat ? without(hands[now.seat], move, look.shape) : hands[now.seat];
  return { ...now, history: [...now.history, [turn, move]], hand: written(left, look.shape) };
}

/** Cards as hands are written: ranks in one text where any cards make a move. @param {string[]} cards @param {Shape} shape */
const written = (cards, shape) => (shape.select === "many" ? ranksOf(cards, shape) : cards);

/** @param {string[]} cards @param {string} move @param {Shape} shape */
function without(cards, move, shape) {
  if (!/^[^a-z]+$/.test(move)) return cards; // a call, a pass, an exposure
  const left = [...cards];
  for (const card of shape.select === "many" ? [...move] : [move]) {
    const at = left.findIndex((one) => one === card || (shape.select === "many" && rankOf(one) === card));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * Where a position is.
 * @param {Position} position
 * @param {number} place
 */
export const labAddress = (position, place) => `#lab=${encodeURIComponent(JSON.stringify(position))}&move=${place}`;

const STARTS = ["game", "version", "seed", "hands", "turn", "last", "bottom", "exposed"];

/**
 * Positions from a text: a link, a position, or records, one on each line.
 * @param {string} text
 * @returns {Position[]} none where there is nothing of the kind
 */
export function readPositions(text) {
  const linked = /#lab=([^&\s]+)/.exec(text);
  const lines = linked ? [decoded(linked[1])] : text.split("\n");
  return lines.flatMap((line) => {
    const said = parsed(line);
    if (!said || typeof said !== "object" || typeof said.game !== "string") return [];
    if ("seat" in said && "hand" in said) return [{ history: [], bottom: "", ...said }];
    const start = Object.fromEntries(STARTS.filter((name) => said[name] != null).map((name) => [name, said[name]]));
    const moves = [said.auction, said.exposures, said.moves].flatMap((part) => (Array.isArray(part) ? part : []));
    // A record that names no version of the rules is of the first.
    const rules = "paiyou" in said ? { version: said.version ?? 1 } : {};
    return [/** @type {any} */ ({ ...start, ...rules, moves })];
  });
}

/** Seeds may be larger than a number here can tell: those are kept as they are written. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text.replace(/("seed":\s*)(\d{16,})/, '$1"$2"'));
  } catch {
    return null;
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** A card to show for one of a deck, which may be a rank alone. @param {string} card @param {number} n */
export const shownAs = (card, n) => (card.length > 1 || isJoker(card) ? card : "SHCD"[n % 4] + card);
