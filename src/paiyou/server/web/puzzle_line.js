// @ts-check
// A line of moves in a puzzle: the solution, or how the peasants stop what was tried.

import { cardRow } from "./cards.js";
import { dialog, h } from "./dom.js";
import { briefMove, nameOf, spoken } from "./tell.js";
import { t } from "./words.js";

/** @typedef {import("./puzzle_table.js").PuzzleTable} Table */
/** @typedef {import("./tell.js").Entry} Entry */

/** So many moves of the line that refutes a wrong one are told at once. */
const REFUTED = 3;

/**
 * That a move does not win, and what stops it: the beginning of the line that refutes it.
 * @param {Table} table
 * @param {[number, string][]} line
 */
export function refutation(table, line) {
  if (!line.length) return t("puzzle.wrong");
  const said = line.slice(0, REFUTED).map(([seat, move]) => `${nameOf(table, seat)} ${briefMove(table, table.history.length, move)}`);
  return t("puzzle.wrong.line", { line: said.join(" · ") });
}

/**
 * A whole line with its cards, in a dialog.
 * @param {Table} table
 * @param {Entry[]} line
 * @param {string} title
 * @param {string} words
 * @param {string} testId
 */
export function showLine(table, line, title, words, testId) {
  const rows = line.map(({ seat, move, cards }) => {
    const said = spoken(move, []);
    return h(
      "li",
      { class: seat === 0 ? "own" : "" },
      h("span", { class: "by" }, nameOf(table, seat)),
      said === null ? cardRow(cards) : h("span", { class: "said" }, said),
    );
  });
  dialog(title, t("close"), [h("p", {}, words), h("ol", { class: "solution" }, rows)], { "data-testid": testId });
}
