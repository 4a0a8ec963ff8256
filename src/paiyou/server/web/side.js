// @ts-check
// Beside the table: the score sheet and the list of moves. On small screens both are in a dialog.

import { fill, h } from "./dom.js";
import { reviewAddress } from "./review.js";
import { settings } from "./settings.js";
import { brief, nameOf } from "./tell.js";
import { signed, t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

/** @param {Table} table */
export function scoreSheet(table) {
  const chairs = [...table.players]
    .map((player, seat) => ({ ...player, seat }))
    .sort((one, other) => one.chair - other.chair);
  const own = table.you?.chair;
  return h(
    "section",
    { class: "sheet", "data-testid": "score-sheet" },
    h("h2", {}, t("table.sheet")),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("table.gameNumber")),
            chairs.map((chair) =>
              h("th", { scope: "col", class: chair.chair === own ? "own" : "" }, nameOf(table, chair.seat)),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          table.games.map((game) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                h(
                  "a",
                  {
                    href: reviewAddress(table.room, game.game),
                    "aria-label": t("review.open", { number: game.game + 1 }),
                    title: t("review.open", { number: game.game + 1 }),
                  },
                  game.game + 1,
                ),
              ),
              game.payoffs_by_chair.map((/** @type {number} */ payoff) =>
                h("td", { class: payoff < 0 ? "minus" : "" }, signed(payoff)),
              ),
            ),
          ),
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, t("table.total")),
            chairs.map((chair) => h("td", {}, signed(chair.score))),
          ),
        ),
      ),
    ),
  );
}

/** @param {Table} table */
export function moveList(table) {
  const rows = table.history.map((entry, n) =>
    h(
      "li",
      { class: entry.seat === table.you?.seat ? "own" : "" },
      h("span", { class: "by" }, nameOf(table, entry.seat)),
      h("span", { class: "what" }, brief(table, n), entry.note && h("small", {}, t("table.replaced"))),
    ),
  );
  return h(
    "section",
    { class: "moves" },
    h("h2", {}, t("table.moves")),
    rows.length
      ? h("ol", { tabindex: 0, "aria-label": t("table.moves") }, rows)
      : h("p", { class: "faint" }, t("table.nomoves")),
  );
}

/**
 * Fill the side anew where something has changed, and show the newest move.
 * @param {Element} side
 * @param {unknown[]} facts
 * @param {() => any} make
 */
export function fillSide(side, facts, make) {
  if (!fill(side, [settings.language, ...facts], make)) return;
  const list = side.querySelector("ol");
  if (list) list.scrollTop = list.scrollHeight;
}
