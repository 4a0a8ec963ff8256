// @ts-check
// Cards: their order, their names in words and how they are drawn. "D3", "ST"; the jokers are "B" and "R". What a game
// from elsewhere calls a card and is neither is shown as it is written.

import { h, svg } from "./dom.js";
import { known, t } from "./words.js";

/** @typedef {import("./tell.js").Shape} Shape */

/** Colours alternate, so that neighbouring suits in a hand are told apart. */
const SUITS = "SHCD";
const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", C: "♣", D: "♦" });

/** @param {string} card */
export const rankOf = (card) => card[card.length - 1];
/** @param {string} card */
export const isJoker = (card) => card === "B" || card === "R";
/** @param {string} card */
const hasSuit = (card) => card.length === 2 && card[0] in SIGNS;
/** @param {string} rank */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

/**
 * The name of a rank where it stands alone: "10", or the joker in words.
 * @param {string} rank
 */
export const rankName = (rank) => (rank === "B" || rank === "R" ? t(`joker.${rank}`) : rankText(rank));

/**
 * A card in few signs: "♠10".
 * @param {string} card
 */
export function shortName(card) {
  if (isJoker(card)) return t(`joker.${card}`);
  return hasSuit(card) ? SIGNS[card[0]] + rankText(card[1]) : card;
}

/**
 * A card in words: "ten of spades", "黑桃10".
 * @param {string} card
 */
export function cardName(card) {
  if (isJoker(card)) return t(`joker.${card}`);
  if (!hasSuit(card)) return card;
  const rank = known(`rank.${card[1]}`) ? t(`rank.${card[1]}`) : card[1];
  return t("card", { suit: t(`suit.${card[0]}`), rank });
}

/**
 * The hand as it is held: high cards left, or suit by suit.
 * @param {string[]} cards
 * @param {Shape} shape
 */
export function sortHand(cards, { sort, ranks }) {
  if (sort === "given") return [...cards];
  const suit = (/** @type {string} */ card) => SUITS.indexOf(card[0]);
  const rank = (/** @type {string} */ card) => -ranks.indexOf(rankOf(card));
  const [first, second] = sort === "suits" ? [suit, rank] : [rank, suit];
  return [...cards].sort((one, other) => first(one) - first(other) || second(one) - second(other));
}

/**
 * Cards as a move of any cards is written: their ranks from low to high.
 * @param {string[]} cards
 * @param {Shape} shape
 */
export function ranksOf(cards, { ranks }) {
  return cards
    .map(rankOf)
    .sort((one, other) => ranks.indexOf(one) - ranks.indexOf(other))
    .join("");
}

/**
 * Cards of a move with what it is made of first: threes before what goes along.
 * @param {string[]} cards or only their ranks
 */
export function inOrder(cards) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const card of cards) counts[rankOf(card)] = (counts[rankOf(card)] ?? 0) + 1;
  const main = (/** @type {string} */ card) => Math.min(counts[rankOf(card)], cards.length >= 8 ? 3 : 4);
  return cards
    .map((card, n) => ({ card, n }))
    .sort((one, other) => main(other.card) - main(one.card) || one.n - other.n)
    .map(({ card }) => card);
}

/**
 * @param {string} card
 * @param {boolean} [bare] one large sign instead of pips and figures, for small cards
 * @returns {SVGElement}
 */
export function face(card, bare = false) {
  const drawing = svg("svg", {
    viewBox: "0 0 100 140",
    class: `face ${isJoker(card) ? `joker-${card}` : `suit-${hasSuit(card) ? card[0] : "S"}`}`,
    "aria-hidden": "true",
  });
  if (isJoker(card)) drawing.append(...joker(bare));
  else if (!hasSuit(card)) drawing.append(...plain(card));
  else if (bare) drawing.append(index(card, 24, 43, 46), pip(card[0], 24, 65, 30), pip(card[0], 65, 104, 52));
  else drawing.append(...middle(card), ...corners(card));
  return drawing;
}

/**
 * A card that only shows: the drawing in its frame.
 * @param {string} card
 * @param {boolean} [bare]
 */
export function cardElement(card, bare = false) {
  return h("span", { class: "card", role: "img", "aria-label": cardName(card), "data-card": card }, face(card, bare));
}

/**
 * Cards that lie half over each other; a screen reader hears them as one thing.
 * @param {string[]} cards
 * @param {string} [words] what is said before their names
 */
export function cardRow(cards, words = "") {
  const label = words + cards.map(cardName).join(", ");
  const shown = cards.map((card) => h("span", { class: "card", "data-card": card }, face(card, true)));
  return inRows(h("span", { class: "played", role: "img", "aria-label": label }, shown), cards.length);
}

/**
 * Tell the style sheet how many of these cards are side by side in one, two and three rows.
 * @param {HTMLElement} row
 * @param {number} count
 */
export function inRows(row, count) {
  for (const rows of [1, 2, 3]) row.style.setProperty(`--in-${rows}`, String(Math.max(1, Math.ceil(count / rows))));
  return row;
}

/** The back of a card. */
export function cardBack() {
  const drawing = svg(
    "svg",
    { viewBox: "0 0 100 140", class: "face", "aria-hidden": "true" },
    use("card-back", 0, 0, 100, 140),
  );
  return h("span", { class: "card back" }, drawing);
}

/** @param {string} id @param {number} x @param {number} y @param {number} width @param {number} height */
function use(id, x, y, width, height) {
  return svg("use", { href: `#${id}`, x, y, width, height });
}

/** @param {string} suit @param {number} x centre @param {number} y @param {number} size */
function pip(suit, x, y, size) {
  const mark = use(`suit-${suit}`, x - size / 2, y - size / 2, size, size);
  mark.setAttribute("class", "pip");
  return mark;
}

/** @param {string} card @param {number} x centre @param {number} y base line @param {number} size */
function index(card, x, y, size) {
  const drawn = use(`rank-${card[1]}`, x - size / 2, y - 0.78 * size, size, size);
  drawn.setAttribute("class", "index");
  return drawn;
}

/**
 * A card that is none of the pack: what it is called, in the corner that others leave free, and large.
 * @param {string} card
 */
function plain(card) {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ anchor) => {
    const text = svg("text", { x, y, "font-size": size, "text-anchor": anchor, class: "index" });
    text.textContent = card;
    return text;
  };
  return [at(8, 32, Math.min(28, 56 / card.length), "start"), at(50, 95, Math.min(56, 140 / card.length), "middle")];
}

/** @param {string} card */
function corners(card) {
  const corner = () => svg("g", {}, index(card, 15, 29, 28), pip(card[0], 15, 43, 17));
  const turned = corner();
  turned.setAttribute("transform", "rotate(180 50 70)");
  return [corner(), turned];
}

const LEFT = 35;
const RIGHT = 65;
const FOUR = [
  [LEFT, 28],
  [RIGHT, 28],
  [LEFT, 112],
  [RIGHT, 112],
];
const SIX = [...FOUR, [LEFT, 70], [RIGHT, 70]];
const EIGHT = [28, 56, 84, 112].flatMap((y) => [
  [LEFT, y],
  [RIGHT, y],
]);
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: [
    [50, 28],
    [50, 112],
  ],
  3: [
    [50, 28],
    [50, 70],
    [50, 112],
  ],
  4: FOUR,
  5: [...FOUR, [50, 70]],
  6: SIX,
  7: [...SIX, [50, 49]],
  8: [...SIX, [50, 49], [50, 91]],
  9: [...EIGHT, [50, 70]],
  T: [...EIGHT, [50, 42], [50, 98]],
};

/** @param {string} card */
function middle(card) {
  const [suit, rank] = card;
  if (rank === "A") return [pip(suit, 50, 70, 50)];
  if (rank in PIPS) {
    return PIPS[rank].map(([x, y]) => {
      const mark = pip(suit, x, y, 19);
      if (y > 70) mark.setAttribute("transform", `rotate(180 ${x} ${y})`);
      return mark;
    });
  }
  const figure = () => svg("g", {}, use(`court-${rank}`, 0, 0, 100, 140), pip(suit, 34, 27, 11));
  const turned = figure();
  turned.setAttribute("transform", "rotate(180 50 70)");
  return [
    svg("rect", { x: 25, y: 15, width: 50, height: 110, rx: 3, class: "court-field" }),
    figure(),
    turned,
    svg("rect", { x: 25, y: 15, width: 50, height: 110, rx: 3, class: "court-frame" }),
  ];
}

/** @param {boolean} bare */
function joker(bare) {
  const size = bare ? 23 : 19;
  const letters = use("joker-word", (bare ? 18 : 15) - size * 0.52, 25 - size * 0.87, size * 1.04, size * 5.04);
  letters.setAttribute("class", "index");
  // A filled star against a hollow one: the colour is not the only difference between the two.
  const star = use("star", bare ? 60 : 42, bare ? 106 : 108, 24, 24);
  star.setAttribute("class", "star");
  return [use("jester", bare ? 36 : 28, bare ? 34 : 34, bare ? 58 : 62, bare ? 58 : 62), star, letters];
}
