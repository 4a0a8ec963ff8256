// @ts-check
// The best and the costliest move of a game that has just ended, by the judge of its review.

import { api } from "./connection.js";
import { costliest } from "./curve.js";
import { h } from "./dom.js";
import { gameOf } from "./games.js";
import { reviewAddress } from "./review.js";
import { briefMove } from "./tell.js";
import { inPoints, t } from "./words.js";

/** The least that a review calls inaccurate where values are results. */
const INACCURATE = 0.1;

/** What was asked for, by its address: the result may be drawn anew. @type {Map<string, Promise<any>>} */
const asked = new Map();

/**
 * The own move that was hardest to do without: the judge's choice, by the largest distance to its next.
 * @param {any} review
 * @param {number} seat
 */
export function finest(review, seat) {
  // Where even the next best would have been fine there was no art in it.
  const telling = { result: INACCURATE, points: gameOf(review.game_name)?.mistakes?.[0] ?? Infinity };
  return review.decisions
    .map((/** @type {any} */ one, /** @type {number} */ place) => ({ ...one, place, ahead: aheadBy(one) }))
    .filter((/** @type {any} */ one) => one.seat === seat && one.ahead >= telling[/** @type {"result" | "points"} */ (one.unit)] && !review.history[one.place].note)
    .sort((/** @type {any} */ one, /** @type {any} */ other) => other.ahead - one.ahead)
    .at(0);
}

/** How much better a move was than any other, where it was the judge's choice. @param {any} decision */
function aheadBy({ verdict, unit, told }) {
  if (verdict !== "best" || unit === "order" || told.length < 2) return 0;
  return told[0].value - told[1].value;
}

/**
 * What a difference is worth in words.
 * @param {"best" | "worst"} kind
 * @param {string} unit
 * @param {number} value
 */
const worth = (kind, unit, value) =>
  unit === "result"
    ? t(`moment.${kind}.chance`, { chance: Math.round(50 * value) })
    : t(`moment.${kind}.points`, { points: inPoints(value).replace("+", "") });

/**
 * A region of the result that fills itself when the judge has answered; empty where there is nothing to tell.
 * @param {string} room
 * @param {import("./tell.js").Table} table
 */
export function moment(room, table) {
  const region = h("div", { class: "moment", role: "status", "data-testid": "moment" }, h("p", { class: "faint" }, t("moment.wait")));
  const seat = table.you?.seat;
  const address = `/api/rooms/${encodeURIComponent(room)}/games/${table.game}/review`;
  const told = asked.get(address) ?? api(address);
  asked.set(address, told);
  told
    .then((review) => {
      const best = finest(review, seat ?? -1);
      const [worst] = costliest(review, seat ?? -1);
      const row = (/** @type {any} */ one, /** @type {"best" | "worst"} */ kind, /** @type {number} */ value) =>
        one &&
        h(
          "a",
          { class: kind, href: `${reviewAddress(room, table.game)}&move=${one.place}`, "data-testid": `moment-${kind}` },
          h("b", {}, t(`moment.${kind}`)),
          h("span", {}, briefMove(review, one.place, one.move)),
          h("small", {}, worth(kind, one.unit, value)),
        );
      region.replaceChildren(
        ...[row(best, "best", best?.ahead), row(worst, "worst", worst?.loss)].filter(Boolean),
        ...(best || worst ? [] : [h("p", { class: "faint" }, t("moment.none"))]),
      );
    })
    .catch(() => region.remove());
  return region;
}
