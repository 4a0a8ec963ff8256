// @ts-check
// Moves with what somebody thinks of them: a judge, an agent, a bot at its own table.

import { h } from "./dom.js";
import { inPoints } from "./words.js";

/**
 * @param {string} caption
 * @param {string} unit of the values: `result`, `points`, or `order` where they say nothing
 * @param {{ what: HTMLElement, value: number, points?: number | null, rank: number, made?: boolean }[]} rows best first
 */
export function choiceList(caption, unit, rows) {
  return h(
    "figure",
    { class: "choices", "data-testid": "choices" },
    h("figcaption", {}, caption),
    h(
      "ol",
      {},
      rows.map(({ what, value, points = null, rank, made }) =>
        h(
          "li",
          { class: made ? "made" : "" },
          h("span", { class: "rank" }, rank),
          what,
          unit === "result" && points === null && bar(value),
          unit !== "order" && h("b", {}, valueText(value, unit, rows[0].value)),
          points !== null && h("b", { class: "expected" }, inPoints(points)),
        ),
      ),
    ),
  );
}

/**
 * A chance in per cent; of points only what is lost against the best, since the judge knows differences better than sums.
 * @param {number} value
 * @param {string} unit
 * @param {number} best
 */
const valueText = (value, unit, best) => (unit === "result" ? `${Math.round(share(value))}%` : inPoints(Math.min(0, value - best)));

/** @param {number} value */
function bar(value) {
  const filled = h("span", {});
  filled.style.width = `${share(value)}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, filled);
}

/** Per cent of a result between -1 and 1. @param {number} value */
const share = (value) => 50 + 50 * Math.min(1, Math.max(-1, value));
