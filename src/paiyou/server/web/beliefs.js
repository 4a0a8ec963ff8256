// @ts-check
// Who holds what, as bars: for every hidden card how many of it each of the others has on average.

import { cardName, rankName, shortName } from "./cards.js";
import { h } from "./dom.js";
import { nameOf } from "./tell.js";
import { t } from "./words.js";

/** @typedef {{ card: string, chances: number[][] }} Holding */

/** How many on average. @param {number[]} chances */
const mean = (chances) => chances.reduce((sum, chance, number) => sum + number * chance, 0);

/** @param {number} value @param {number} most */
const figure = (value, most) => (most === 1 ? `${Math.round(100 * value)}%` : String(Math.round(10 * value) / 10));

/**
 * @param {{ seat: number, holdings: Holding[], deals: number, exact: boolean, effective: number }} belief
 * @param {any} table
 */
export function beliefBars({ seat, holdings, deals, exact, effective }, table) {
  const others = table.players.map((/** @type {any} */ _, /** @type {number} */ at) => at).filter((/** @type {number} */ at) => at !== seat);
  const pile = table.players.length;
  const piled = holdings.some(({ chances }) => mean(chances[pile]) > 0.001);
  /** @type {number[]} */
  const holders = piled ? [...others, pile] : others;
  const ranks = table.shape.ranks;
  // The highest first, as in a hand; suit by suit where hands are held so.
  const order = (/** @type {Holding} */ { card }) => (table.shape.sort === "suits" ? 100 * "SHCD".indexOf(card[0]) : 0) - ranks.indexOf(card[card.length - 1]);
  const sorted = ranks ? [...holdings].sort((one, other) => order(one) - order(other)) : holdings;
  const name = (/** @type {number} */ at) => (at === pile ? t("lab.belief.pile") : nameOf(table, at));
  return h(
    "figure",
    { class: "beliefs", "data-testid": "beliefs" },
    h("figcaption", { class: "faint" }, t(exact ? "lab.belief.all" : "lab.belief.drawn", { deals, effective: Math.round(effective) })),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("lab.belief.card")), holders.map((at) => h("th", { scope: "col" }, name(at))))),
      h(
        "tbody",
        {},
        sorted.map(({ card, chances }) => {
          const most = chances[0].length - 1;
          return h(
            "tr",
            { "data-card": card },
            h(
              "th",
              { scope: "row", "aria-label": card.length > 1 ? cardName(card) : rankName(card), class: `suit-${card.length > 1 ? card[0] : ""}` },
              card.length > 1 ? shortName(card) : rankName(card),
              most > 1 && h("small", {}, ` ×${most}`),
            ),
            holders.map((at) => {
              const expected = mean(chances[at]);
              const filled = h("span", {});
              filled.style.width = `${(100 * expected) / most}%`;
              return h(
                "td",
                { title: chances[at].map((chance, number) => `${number}: ${Math.round(100 * chance)}%`).join(", ") },
                h("span", { class: "meter", "aria-hidden": "true" }, filled),
                h("b", {}, figure(expected, most)),
              );
            }),
          );
        }),
      ),
    ),
  );
}
