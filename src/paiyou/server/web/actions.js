// @ts-check
// The buttons below the table: what the player can do now.

import { button } from "./dom.js";
import { callKey } from "./keys.js";
import { nameOf, spoken } from "./tell.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

/**
 * @typedef {object} Now
 * @property {boolean} mine it is the player's turn, and no move is on its way
 * @property {boolean} ready the chosen cards make a legal move
 * @property {boolean} onlyPass
 * @property {boolean} canPass
 * @property {string | null | undefined} advised the move of the hint that is shown
 * @property {number | null} absentee the seat of one who is to move and away
 * @property {boolean} looking the result is closed, and the table looked at
 * @property {boolean} chosen some cards are
 */

/**
 * @typedef {object} Does what the buttons do
 * @property {(chair: number) => void} seatBot
 * @property {(game: number) => void} lookAtTable
 * @property {() => void} next
 * @property {() => void} hint
 * @property {(move: string) => void} send
 * @property {() => void} play
 * @property {() => void} pass
 * @property {() => void} clear
 */

/**
 * @param {Table} table
 * @param {Now} now
 * @param {Does} does
 */
export function actionButtons(table, now, does) {
  const { phase, you, shape, history } = table;
  const { mine, ready, onlyPass, canPass, advised, absentee, looking, chosen } = now;
  if (!you || phase === "waiting") return [];
  if (absentee !== null) {
    const words = t("do.standIn", { name: nameOf(table, absentee) });
    return [button(words, () => does.seatBot(table.players[absentee].chair), "", { "data-testid": "stand-in" })];
  }
  if (phase === "over") {
    return looking
      ? [
          button(t("do.result"), () => does.lookAtTable(-1), "", { "data-testid": "show-result" }),
          button(t("do.next"), () => does.next(), "primary", { "data-testid": "next" }),
        ]
      : [];
  }
  const hint = table.hints && button(t("do.hint"), () => does.hint(), "", { "data-testid": "hint", "aria-disabled": !mine });
  if (phase === "auction" || (phase === "play" && shape.select === "list")) {
    if (!mine) return [];
    const calls = you.moves.map((/** @type {string} */ call, /** @type {number} */ n) =>
      button(
        spoken(call, history, "do") ?? call,
        () => does.send(call),
        `${phase === "auction" && n > 0 ? "primary" : ""} ${advised === call ? "advised" : ""}`,
        {
          "data-testid": `call-${call.replace(" ", "-")}`,
          "aria-keyshortcuts": phase === "auction" ? callKey(call) : null,
        },
      ),
    );
    return [...calls, hint];
  }
  if (phase === "exposing") {
    if (!mine) return [];
    const some = you.moves.length > 1;
    return [
      button(
        t("do.expose.none"),
        () => does.send("expose none"),
        `${some ? "" : "primary"} ${advised === "expose none" ? "advised" : ""}`,
        { "data-testid": "expose-none" },
      ),
      some &&
        button(t("do.expose"), () => does.play(), `primary ${ready ? "" : "unready"}`, {
          "data-testid": "play",
        }),
      some && hint,
    ];
  }
  return [
    shape.select === "many" &&
      button(
        t("do.pass"),
        () => does.pass(),
        `${onlyPass ? "primary" : ""} ${canPass ? "" : "unready"} ${advised === "pass" ? "advised" : ""}`,
        { "data-testid": "pass", "aria-disabled": !mine },
      ),
    hint,
    button(t("do.clear"), () => does.clear(), "", {
      "data-testid": "clear",
      "aria-disabled": !chosen,
    }),
    button(t("do.play"), () => does.play(), `primary ${ready ? "" : "unready"}`, {
      "data-testid": "play",
      "aria-disabled": !mine,
    }),
  ];
}
