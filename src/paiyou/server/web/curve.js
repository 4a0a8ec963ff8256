// @ts-check
// The chance to win over a game as a curve, or the points expected where a game is about points, and the costliest moves, by their size: where a reader of a review looks first.

import { percent } from "./coach.js";
import { h, svg } from "./dom.js";
import { briefMove, nameOf } from "./tell.js";
import { inPoints, t } from "./words.js";

const WIDTH = 300;
const HEIGHT = 84;
/** So many of the costliest moves are named. */
const MOST = 3;
const FAULTS = ["inaccuracy", "mistake", "blunder"];

/** @typedef {{ place: number, value: number, large: boolean, own: boolean, loss: number }} Point */
/** @typedef {{ unit: "result" | "points", points: Point[] }} Course */

/**
 * What the judge gave a side before each decision with a choice. Where values are results and there are two sides, the
 * others' decisions tell it, too, turned round; what points the others expect says nothing of one's own.
 * @param {any} review
 * @param {number} seat whose side it is
 * @returns {Course}
 */
export function course(review, seat) {
  const teams = review.players.map((/** @type {any} */ player) => player.team);
  const two = new Set(teams).size === 2;
  const judged = review.decisions
    .map((/** @type {any} */ one, /** @type {number} */ place) => ({ ...one, place }))
    .filter((/** @type {any} */ one) => one.told.length && one.value !== null && one.unit !== "order");
  const counted = judged.filter((/** @type {any} */ one) => one.unit === "points").length;
  const unit = 2 * counted > judged.length ? "points" : "result";
  return {
    unit,
    points: judged.flatMap((/** @type {any} */ one) => {
      const mine = teams[one.seat] === teams[seat];
      if (one.unit !== unit || !(mine || (two && unit === "result"))) return [];
      const value = one.told[0].value;
      return [{ place: one.place, value: mine ? value : -value, large: FAULTS.includes(one.verdict), own: one.seat === seat, loss: one.loss ?? 0 }];
    }),
  };
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
        one.seat === seat && FAULTS.includes(one.verdict) && !review.history[one.place].note,
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
  const { unit, points } = course(review, seat);
  const worst = costliest(review, seat);
  return [
    h("h2", {}, t(unit === "points" ? "review.curve.points" : "review.curve", { name: nameOf(review, seat) })),
    points.length > 1 && drawing({ unit, points }, review.history.length, place, go),
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
 * @param {Course} course
 * @param {number} moves of the whole game
 * @param {number} place
 * @param {(place: number) => void} go
 */
function drawing({ unit, points }, moves, place, go) {
  // Nobody's advantage is the line in the middle.
  const most = unit === "points" ? Math.max(1, ...points.map(({ value }) => Math.abs(value))) : 1;
  const largest = Math.max(...points.map(({ loss }) => loss));
  const x = (/** @type {number} */ at) => (WIDTH * at) / Math.max(1, moves);
  const y = (/** @type {number} */ value) => (HEIGHT / 2) * (1 - value / most);
  const said = (/** @type {number} */ value) => (unit === "points" ? inPoints(value) : percent(value));
  const line = points.map(({ place: at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const ends = { first: said(points[0].value), last: said(points[points.length - 1].value) };
  const figure = svg(
    "svg",
    {
      viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`,
      class: "curve",
      role: "img",
      "aria-label": t(unit === "points" ? "review.curve.points.label" : "review.curve.label", ends),
      "data-testid": "curve",
    },
    svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "half" }),
    svg("line", { x1: x(place), x2: x(place), y1: 0, y2: HEIGHT, class: "here" }),
    svg("polyline", { points: line, class: "chance" }),
    ...points
      .filter(({ own, large }) => own && large)
      .map(({ place: at, value, loss }) =>
        svg("circle", { cx: x(at), cy: y(value), r: 3 + (5 * loss) / largest, class: "error" }),
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
