// @ts-check
// What a player is to do at the table, in a sentence.

import { comboWords } from "./games.js";
import { chosenCombo } from "./hand.js";
import { nameOf } from "./tell.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

/** Whether the person to move cannot but pass. @param {Table} table */
export const onlyPass = ({ you }) => you?.moves.length === 1 && you.moves[0] === "pass";

/**
 * @param {Table} table
 * @param {import("./hand.js").Hand} hand
 * @returns {import("./hand_view.js").Message}
 */
export function turnMessage(table, hand) {
  if (table.phase === "waiting" || table.phase === "over") return { text: "", kind: "" };
  if (!table.you || table.turn !== table.you.seat)
    return { text: table.turn === null ? "" : t("tell.turn.to", { name: nameOf(table, table.turn) }), kind: "faint" };
  const { phase, shape, you, last } = table;
  if (phase === "auction") return { text: t("say.turn.auction"), kind: "turn" };
  if (phase === "exposing")
    return { text: you && you.moves.length > 1 ? t("say.turn.expose") : t("say.turn.expose.nothing"), kind: "turn" };
  if (shape.select === "list") return { text: t("say.turn.choose"), kind: "turn" };
  if (shape.select === "one") {
    const led = table.trick[0]?.card;
    const follows = led && you?.cards.some((card) => card[0] === led[0]);
    const key = !led ? "say.turn.lead.trick" : follows ? "say.turn.follow.trick" : "say.turn.void";
    return { text: t(key, { suit: led ? t(`suit.${led[0]}`) : "" }), kind: "turn" };
  }
  const combo = chosenCombo(table, hand);
  if (combo) return { text: t("say.selected", { kind: comboWords(table.game_name, combo) }), kind: "turn" };
  if (!last) return { text: t("say.turn.lead"), kind: "turn" };
  return onlyPass(table)
    ? { text: t("say.cannot"), kind: "turn" }
    : { text: t("say.turn.follow"), kind: "turn" };
}
