// @ts-check
// The chance to win over a game as a curve, and the costliest moves, by their size: where a reader of a review looks first.

import { percent } from "./coach.js";
import { h, svg } from "./dom.js";
import { briefMove, nameOf } from "./tell.js";
import { inPoints, t } from "./words.js";

const WIDTH = 300;
const HEIGHT = 84;
/** So many of the costliest moves are named. */
const MOST = 3;

/** @typedef {{ place: number, chance: number, loss: number, own: boolean }} Point */

/**
 * What the judge gave a side before each decision with a choice: its own decisions, and, where there are two sides, the
 * others' turned round.
 * @param {any} review
 * @param {number} seat whose side it is
 * @returns {Point[]}
 */
export function chances(review, seat) {
  const teams = review.players.map((/** @type {any} */ player) => player.team);
  const two = new Set(teams).size === 2;
  return review.decisions.flatMap((/** @type {any} */ one, /** @type {number} */ place) => {
    const mine = teams[one.seat] === teams[seat];
    if (one.unit !== "result" || !one.told.length || one.value === null || !(two || mine)) return [];
    const value = one.told[0].value;
    return [{ place, chance: percent(mine ? value : -value), loss: one.loss ?? 0, own: one.seat === seat }];
  });
}

/**
 * The moves of a seat that cost most, the costliest first.
 * @param {any} review
 * @param {number} seat
 */
export function costliest(review, seat) {
  return review.decisions
    .map((/** @type {any} */ one, /** @type {number} */ place) => ({ ...one, place }))
    .filter(
      (/** @type {any} */ one) =>
        one.seat === seat && ["inaccuracy", "mistake", "blunder"].includes(one.verdict) && !review.history[one.place].note,
    )
    .sort((/** @type {any} */ one, /** @type {any} */ other) => other.loss - one.loss)
    .slice(0, MOST);
}

/**
 * @param {any} review
 * @param {number} seat
 * @param {number} place where the reader is
 * @param {(place: number) => void} go
 */
export function curve(review, seat, place, go) {
  const points = chances(review, seat);
  const worst = costliest(review, seat);
  return [
    h("h2", {}, t("review.curve", { name: nameOf(review, seat) })),
    points.length > 1 && drawing(points, review.history.length, place, go),
    h(
      "p",
      { class: "costliest" },
      worst.length ? t("review.costliest") : t("review.noErrors"),
      worst.map((/** @type {any} */ one) =>
        h(
          "button",
          { type: "button", class: `mark ${one.verdict}`, "data-testid": `costliest-${one.place}`, onclick: () => go(one.place) },
          `${briefMove(review, one.place, one.move)} ${cost(one)}`,
        ),
      ),
    ),
  ];
}

/** @param {any} decision */
const cost = ({ unit, loss }) => (unit === "result" ? `−${Math.round(50 * loss)}%` : inPoints(-loss));

/**
 * @param {Point[]} points
 * @param {number} moves of the whole game
 * @param {number} place
 * @param {(place: number) => void} go
 */
function drawing(points, moves, place, go) {
  const x = (/** @type {number} */ at) => (WIDTH * at) / Math.max(1, moves);
  const y = (/** @type {number} */ chance) => HEIGHT - (HEIGHT * chance) / 100;
  const [first, last] = [points[0], points[points.length - 1]];
  const line = points.map(({ place: at, chance }) => `${x(at).toFixed(1)},${y(chance).toFixed(1)}`).join(" ");
  const figure = svg(
    "svg",
    {
      viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`,
      class: "curve",
      role: "img",
      "aria-label": t("review.curve.label", { first: first.chance, last: last.chance }),
      "data-testid": "curve",
    },
    svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "half" }),
    svg("line", { x1: x(place), x2: x(place), y1: 0, y2: HEIGHT, class: "here" }),
    svg("polyline", { points: line, class: "chance" }),
    ...points
      .filter(({ own, loss }) => own && loss >= 0.1)
      .map(({ place: at, chance, loss }) =>
        svg("circle", { cx: x(at), cy: y(chance), r: Math.min(8, 2 + 8 * loss), class: "error" }),
      ),
  );
  // The nearest decision: the list of moves and the buttons do the same by keyboard.
  figure.addEventListener("click", (event) => {
    const box = figure.getBoundingClientRect();
    const at = (moves * (event.clientX - box.left)) / box.width;
    const near = points.reduce((one, other) => (Math.abs(other.place - at) < Math.abs(one.place - at) ? other : one));
    go(near.place);
  });
  return figure;
}
