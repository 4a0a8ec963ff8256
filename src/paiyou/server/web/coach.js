// @ts-check
// The coach: what a suggested move is worth, how sure that is, and one sentence why, from what the player can see.

import { rankName, rankOf, shortName } from "./cards.js";
import { comboWords } from "./games.js";
import { nameOf, spoken } from "./tell.js";
import { inPoints, t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */
/** @typedef {{ move: string, value: number, points?: number | null, plays_left?: number | null }} Advised a move, its value, its points (less the others' average) where values are results, and in how few plays the rest can go */
/** @typedef {{ close: number | null, close_points?: number | null }} Margins differences that mean nothing, of values and of points; null: nobody knows */

/** So few plays to the end are worth a word. */
const FEW = 3;

/**
 * A suggestion as it is said: which it is, its worth, and why.
 * @param {Table} table
 * @param {{ moves: Advised[], at: number, unit: string } & Margins} hints
 */
export function hintText(table, { moves, at, unit, ...margins }) {
  const { move } = moves[at];
  const words = spoken(move, table.history, "do");
  const place = { n: at + 1, of: moves.length };
  const said = table.shape.select === "list" ? (words ?? move) : words;
  const named = said === null ? t("say.hint", place) : t("say.hint.say", { ...place, words: said });
  const why = adviceText(table, moves, at, unit, margins);
  return why ? t("coach.said", { named, why: why[0].toUpperCase() + why.slice(1) }) : named;
}

/**
 * What is said of a suggestion behind its name.
 * @param {Table} table
 * @param {Advised[]} moves best first
 * @param {number} at which of them
 * @param {string} unit
 * @param {Margins} margins
 */
export function adviceText(table, moves, at, unit, margins) {
  return [...worth(moves, at, unit, margins), reason(table, moves[at])].filter(Boolean).join(t("coach.and"));
}

/**
 * A result from which on a game is as good as won, or below its negative lost: then it says nothing to compare chances.
 */
export const DECIDED = 0.94;

/**
 * Whether it makes no difference for winning which of the moves is made, and how the game stands then.
 * @param {Advised[]} moves best first
 * @param {number} at
 * @param {string} unit
 * @returns {"lost" | "won" | null}
 */
export function decided(moves, at, unit) {
  if (unit !== "result") return null;
  const others = [moves[at], moves[at === 0 ? Math.min(1, moves.length - 1) : 0]].map(({ value }) => value);
  if (Math.max(...moves.map(({ value }) => value)) <= -DECIDED) return "lost";
  return Math.min(...others) >= DECIDED ? "won" : null;
}

/**
 * What a move is worth, and how far that is from the others: chances while they differ, and points where they count.
 * @param {Advised[]} moves
 * @param {number} at
 * @param {string} unit
 * @param {Margins} margins
 */
function worth(moves, at, unit, { close, close_points: closePoints = null }) {
  if (unit === "order") return [];
  const { value, points = null } = moves[at];
  if (unit === "points") return [t("coach.points", { points: inPoints(value) }), margin(moves, at, unit, close)];
  const settled = decided(moves, at, unit);
  const expected = points === null ? "" : against(points);
  if (!settled) return [t("coach.chance", { percent: percent(value) }), expected, margin(moves, at, unit, close)];
  if (points === null) return [t(`coach.${settled}`)];
  const counted = moves.map((one) => ({ ...one, value: one.points ?? points }));
  return [t(`coach.${settled}.points`), expected, margin(counted, at, "points", closePoints)];
}

/** A result between -1 and 1 as a chance. @param {number} value */
export const percent = (value) => Math.round(50 + 50 * value);

/** Own points less what the others have on average. @param {number} points */
const against = (points) => t(points < 0 ? "coach.below" : "coach.above", { points: inPoints(Math.abs(points)).replace("+", "") });

/**
 * How far it is ahead of the next best, or behind the best.
 * @param {Advised[]} moves
 * @param {number} at
 * @param {string} unit
 * @param {number | null} close
 */
function margin(moves, at, unit, close) {
  if (moves.length < 2) return "";
  const other = moves[at === 0 ? 1 : 0];
  const difference = Math.abs(moves[at].value - other.value);
  const much = unit === "result" ? `${Math.round(50 * difference)}%` : t("coach.much", { points: inPoints(difference).replace("+", "") });
  if (close !== null && difference < close) return t(at === 0 ? "coach.close" : "coach.close.best");
  return t(at === 0 ? (close === null ? "coach.ahead" : "coach.ahead.sure") : "coach.behind", { much });
}

/**
 * One sentence why, the weightiest fact first; empty where nothing plain can be said.
 * @param {Table} table
 * @param {Advised} advised
 */
export function reason(table, { move, plays_left: plays }) {
  if (!table.you) return "";
  const { select } = table.shape;
  if (table.phase === "auction") return factOfCall(table);
  if (table.phase === "exposing") return factOfExposure(table, move);
  if (table.phase !== "play") return "";
  const facts = select === "many" ? factsOfCombo(table, move, plays ?? null) : select === "one" ? factsOfCard(table, move) : [];
  return facts.find(Boolean) || "";
}

/** Of so many ranks the cards are named that speak for or against a call. */
const HIGH_RANKS = 3;

/** What a call stands on, whichever it is: the highest cards in the hand. @param {Table} table */
function factOfCall({ you, shape }) {
  const high = [...shape.ranks].reverse().slice(0, HIGH_RANKS);
  if (!high.length) return "";
  const held = high.flatMap((rank) => (you?.cards ?? []).map(rankOf).filter((one) => one === rank));
  const names = (/** @type {string[]} */ ranks) => ranks.map(rankName).join(t("coach.comma"));
  return held.length ? t("coach.high", { cards: names(held) }) : t("coach.high.none", { cards: names(high) });
}

/**
 * What guards a card that may be exposed: the others of its suit.
 * @param {Table} table
 * @param {string} move
 */
function factOfExposure({ you }, move) {
  const cards = [move, ...(you?.moves ?? [])].flatMap((one) => one.split(" ").slice(1)).filter((one) => one !== "none");
  if (!cards.length) return "";
  const beside = (you?.cards ?? []).filter((one) => one[0] === cards[0][0] && one !== cards[0]).length;
  return t("coach.guards", { card: shortName(cards[0]), suit: t(`suit.${cards[0][0]}`), count: beside });
}

/**
 * @param {Table} table
 * @param {string} move
 * @param {number | null} plays in how few plays the rest can go
 * @returns {(string | false | null | undefined)[]}
 */
function factsOfCombo(table, move, plays) {
  const { players, last, counter, shape } = table;
  const you = /** @type {NonNullable<Table["you"]>} */ (table.you);
  const others = players.map((player, seat) => ({ ...player, seat })).filter(({ seat }) => seat !== you.seat);
  const partners = others.filter(({ team }) => team === players[you.seat].team);
  const enemies = others.filter(({ team }) => team !== players[you.seat].team);
  const nearly = enemies.find(({ cards_left: left }) => left === 1);
  const by = last && partners.find(({ seat }) => seat === last.seat);
  const held = counts(you.cards.map(rankOf));
  const used = counts(move === "pass" ? [] : [...move]);
  // What a bomb is, and what it is called, says the game: four alike are none everywhere.
  const isBomb = (/** @type {string | undefined} */ combo) => combo !== undefined && shape.bombs.includes(combo);
  const combo = you.combos[move];
  const called = (/** @type {string} */ name) => comboWords(table.game_name, name);
  const [, kept] = Object.entries(you.combos).find(([other, name]) => isBomb(name) && ![...other].some((rank) => used.has(rank))) ?? [];
  const keeps = kept && t("coach.keeps", { combo: called(kept) });
  const higher = (/** @type {string} */ rank, /** @type {number} */ copies) =>
    [...shape.ranks.slice(shape.ranks.indexOf(rank) + 1)].some((one) => Number(counter?.[one] ?? 0) >= copies);
  if (move === "pass")
    return [
      by && by.cards_left <= 2 && t("coach.partner.out", { name: nameOf(table, by.seat), count: by.cards_left }),
      by && t("coach.partner.leads", { name: nameOf(table, by.seat) }),
      keeps,
      t("coach.saves"),
    ];
  const partner = partners.find(({ cards_left: left }) => left === 1);
  return [
    move.length === you.cards.length && t("coach.out"),
    isBomb(combo) && t("coach.bomb", { combo: called(combo) }),
    !last && move.length === 1 && partner && t("coach.partner.single", { name: nameOf(table, partner.seat) }),
    nearly && move.length > 1 && !last && t("coach.enemy.group", { name: nameOf(table, nearly.seat) }),
    nearly && move.length === 1 && t("coach.enemy.high", { name: nameOf(table, nearly.seat) }),
    counter && used.size === 1 && !higher(move[0], move.length) && t("coach.highest"),
    plays === 1 && t("coach.leaves.one"),
    plays !== null && plays <= FEW && t("coach.leaves", { count: plays }),
    keeps,
    move.length >= 5 && t("coach.sheds", { count: move.length }),
    [...held.keys()].every((rank) => shape.ranks.indexOf(rank) >= shape.ranks.indexOf(move[0])) && t("coach.lowest"),
    plays !== null && t("coach.leaves", { count: plays }),
  ];
}

/**
 * @param {Table} table
 * @param {string} card
 * @returns {(string | false | null | undefined)[]}
 */
function factsOfCard(table, card) {
  const { shape, trick: lying, players } = table;
  const you = /** @type {NonNullable<Table["you"]>} */ (table.you);
  const led = lying[0]?.card;
  const worth = lying.filter((one) => shape.scoring.includes(one.card)).length;
  const strength = (/** @type {string} */ one) => shape.ranks.indexOf(rankOf(one));
  const best = led && Math.max(...lying.filter((one) => one.card[0] === led[0]).map((one) => strength(one.card)));
  const follows = led && card[0] === led[0];
  const last = lying.length === players.length - 1;
  const ofSuit = you.cards.filter((one) => one[0] === card[0]);
  const unseen = table.counter?.[card[0]];
  const higher = Array.isArray(unseen) ? unseen.filter((one) => strength(one) > strength(card)).length : null;
  const gone = higher === 0;
  const suit = t(`suit.${card[0]}`);
  return [
    led && !follows && shape.scoring.includes(card) && t("coach.trick.gives"),
    led && !follows && ofSuit.length === 1 && t("coach.trick.void", { suit }),
    follows && strength(card) < Number(best) && worth > 0 && t("coach.trick.under.points"),
    follows && strength(card) < Number(best) && t("coach.trick.under"),
    follows && last && worth === 0 && !shape.scoring.includes(card) && t("coach.trick.free"),
    follows && last && t("coach.trick.last"),
    (!led || follows) && gone && t("coach.trick.highest", { suit }),
    !led && ofSuit.every((one) => strength(one) >= strength(card)) && t("coach.trick.low", { suit }),
    (!led || follows) && higher !== null && t("coach.trick.higher", { suit, count: higher }),
    led && !follows && t("coach.trick.away"),
  ];
}

/** @param {string[]} ranks */
function counts(ranks) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const rank of ranks) found.set(rank, (found.get(rank) ?? 0) + 1);
  return found;
}
