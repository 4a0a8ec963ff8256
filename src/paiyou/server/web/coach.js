// @ts-check
// The coach: what a suggested move is worth, how sure that is, and one sentence why, from what the player can see.

import { rankOf } from "./cards.js";
import { nameOf } from "./tell.js";
import { inPoints, t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */
/** @typedef {{ move: string, value: number }} Advised */

/**
 * What is said of a suggestion behind its name.
 * @param {Table} table
 * @param {Advised[]} moves best first
 * @param {number} at which of them
 * @param {string} unit
 * @param {number | null} close smaller differences mean nothing; null: nobody knows
 */
export function adviceText(table, moves, at, unit, close) {
  return [worth(moves, at, unit), margin(moves, at, unit, close), reason(table, moves[at].move)]
    .filter(Boolean)
    .join(t("coach.and"));
}

/** @param {Advised[]} moves @param {number} at @param {string} unit */
const worth = (moves, at, unit) => (unit === "result" ? t("coach.chance", { percent: percent(moves[at].value) }) : "");

/** A result between -1 and 1 as a chance. @param {number} value */
export const percent = (value) => Math.round(50 + 50 * value);

/**
 * How far it is ahead of the next best, or behind the best.
 * @param {Advised[]} moves
 * @param {number} at
 * @param {string} unit
 * @param {number | null} close
 */
function margin(moves, at, unit, close) {
  if (unit === "order" || moves.length < 2) return "";
  const other = moves[at === 0 ? 1 : 0];
  const difference = Math.abs(moves[at].value - other.value);
  const much = unit === "result" ? `${Math.round(50 * difference)}%` : inPoints(difference).replace("+", "");
  if (close !== null && difference < close) return t(at === 0 ? "coach.close" : "coach.close.best");
  return t(at === 0 ? (close === null ? "coach.ahead" : "coach.ahead.sure") : "coach.behind", { much });
}

/**
 * One sentence why, the weightiest fact first; empty where nothing plain can be said.
 * @param {Table} table
 * @param {string} move
 */
export function reason(table, move) {
  if (!table.you || table.phase !== "play") return "";
  const facts = table.shape.select === "many" ? factsOfCombo(table, move) : table.shape.select === "one" ? factsOfCard(table, move) : [];
  return facts.find(Boolean) || "";
}

/**
 * @param {Table} table
 * @param {string} move
 * @returns {(string | false | null | undefined)[]}
 */
function factsOfCombo(table, move) {
  const { players, last, counter, shape } = table;
  const you = /** @type {NonNullable<Table["you"]>} */ (table.you);
  const others = players.map((player, seat) => ({ ...player, seat })).filter(({ seat }) => seat !== you.seat);
  const partners = others.filter(({ team }) => team === players[you.seat].team);
  const enemies = others.filter(({ team }) => team !== players[you.seat].team);
  const nearly = enemies.find(({ cards_left: left }) => left === 1);
  const by = last && partners.find(({ seat }) => seat === last.seat);
  const held = counts(you.cards.map(rankOf));
  const used = counts(move === "pass" ? [] : [...move]);
  // What a bomb is says the game: four alike are none everywhere.
  const isBomb = (/** @type {string} */ name) => name === "bomb" || name === "rocket";
  const combo = you.combos[move];
  const keeps = Object.entries(you.combos).some(
    ([other, name]) => isBomb(name) && ![...other].some((rank) => used.has(rank)),
  );
  const higher = (/** @type {string} */ rank) =>
    [...shape.ranks.slice(shape.ranks.indexOf(rank) + 1)].reduce((sum, one) => sum + Number(counter?.[one] ?? 0), 0);
  if (move === "pass")
    return [
      by && by.cards_left <= 2 && t("coach.partner.out", { name: nameOf(table, by.seat), count: by.cards_left }),
      by && t("coach.partner.leads", { name: nameOf(table, by.seat) }),
      keeps && t("coach.keeps"),
      t("coach.saves"),
    ];
  const partner = partners.find(({ cards_left: left }) => left === 1);
  return [
    move.length === you.cards.length && t("coach.out"),
    isBomb(combo) && t("coach.bomb"),
    !last && move.length === 1 && partner && t("coach.partner.single", { name: nameOf(table, partner.seat) }),
    nearly && move.length > 1 && !last && t("coach.enemy.group", { name: nameOf(table, nearly.seat) }),
    nearly && move.length === 1 && t("coach.enemy.high", { name: nameOf(table, nearly.seat) }),
    counter && move.length === 1 && higher(move) === 0 && t("coach.highest"),
    you.cards.length - move.length === 1 && t("coach.leaves.one"),
    keeps && t("coach.keeps"),
    move.length >= 5 && t("coach.sheds", { count: move.length }),
    [...held.keys()].every((rank) => shape.ranks.indexOf(rank) >= shape.ranks.indexOf(move[0])) && t("coach.lowest"),
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
  return [
    led && !follows && shape.scoring.includes(card) && t("coach.trick.gives"),
    led && !follows && ofSuit.length === 1 && t("coach.trick.void", { suit: t(`suit.${card[0]}`) }),
    follows && strength(card) < Number(best) && worth > 0 && t("coach.trick.under.points"),
    follows && strength(card) < Number(best) && t("coach.trick.under"),
    follows && last && worth === 0 && !shape.scoring.includes(card) && t("coach.trick.free"),
    !led && ofSuit.every((one) => strength(one) >= strength(card)) && t("coach.trick.low", { suit: t(`suit.${card[0]}`) }),
  ];
}

/** @param {string[]} ranks */
function counts(ranks) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const rank of ranks) found.set(rank, (found.get(rank) ?? 0) + 1);
  return found;
}
