// @ts-check
// The buttons in the corner of the table: greetings, the card counter, scores and moves.

import { dialog, fill, h, icon } from "./dom.js";
import { canGreet, chooseGreeting } from "./greetings.js";
import { change, settings } from "./settings.js";
import { moveList, scoreSheet } from "./side.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

const EYE = "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z";
const LIST = "M8 6h12M8 12h12M8 18h12M3.5 6h.5M3.5 12h.5M3.5 18h.5";
const BUBBLE = "M4 5h16v11H11l-4 4v-4H4zM8.5 10.5h.1M12 10.5h.1M15.5 10.5h.1";

/**
 * @param {Element} region
 * @param {Table} table
 * @param {{ greet: (greeting: string) => void, open: () => void }} does what the buttons do
 */
export function fillTableTools(region, table, { greet, open }) {
  const counting = Boolean(table.counter) && table.phase !== "waiting" && table.phase !== "over";
  const greets = canGreet(table);
  fill(region, [settings.language, counting, settings.counter, greets], () => [
    greets && tool(t("greetings"), BUBBLE, { "data-testid": "greet", onclick: () => chooseGreeting(greet) }),
    counting &&
      tool(t("table.counter"), EYE, {
        "aria-pressed": String(settings.counter),
        title: settings.counter ? t("table.counter.hide") : t("table.counter.show"),
        "data-testid": "toggle-counter",
        onclick: () => change({ counter: !settings.counter }),
      }),
    tool(t("table.panel"), LIST, { class: "tool narrow-only", "data-testid": "panel", onclick: open }, t("table.sheet")),
  ]);
}

/**
 * @param {string} label
 * @param {string} path
 * @param {Record<string, any>} more
 * @param {string} [words]
 */
const tool = (label, path, more, words = label) =>
  h("button", { type: "button", class: "tool", "aria-label": label, title: label, ...more }, icon(path), h("span", {}, words));

/** Scores and moves, where they do not fit beside the table. @param {Table} table */
export function openPanel(table) {
  dialog(t("table.panel"), t("close"), [scoreSheet(table), moveList(table)], { class: "panel-dialog" });
}
