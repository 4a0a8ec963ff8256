// @ts-check
// The ways from the lobby to the pages beside it.

import { cardElement } from "./cards.js";
import { h } from "./dom.js";
import { progressText } from "./puzzles.js";
import { t } from "./words.js";

/** Each with cards that stand for it. */
const EMBLEMS = /** @type {Record<string, string[]>} */ ({
  puzzles: ["H5", "S5", "D2"],
  record: ["SJ", "HQ", "DK"],
  bids: ["B", "R", "S2"],
  lab: ["SQ", "DJ", "CT"],
  watch: ["SK", "HK", "CK"],
});

/** @param {import("./puzzle_table.js").Puzzle[]} puzzles those of the list, to say how many are solved */
export const pageCards = (puzzles) =>
  Object.entries(EMBLEMS).map(([name, emblem]) =>
    h(
      "a",
      { class: "panel tile", href: `#${name}`, "data-testid": `to-${name}` },
      h(
        "span",
        { class: "emblem", "aria-hidden": "true" },
        emblem.map((card) => cardElement(card, true)),
      ),
      h(
        "span",
        { class: "what" },
        h("b", {}, t(name)),
        h("span", { class: "faint" }, t(`${name}.line`)),
        name === "puzzles" && puzzles.length > 0 && h("small", {}, progressText(puzzles)),
      ),
    ),
  );
