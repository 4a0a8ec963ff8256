// @ts-check
// What happened between two tables, as it is heard and felt. Which combos are felt says the game.

import { feel } from "./effects.js";
import { comboEffect } from "./games.js";
import { verdict } from "./result.js";
import { sound } from "./sounds.js";
import { isCall, isExposure } from "./tell.js";

/** @typedef {import("./tell.js").Table} Table */

/**
 * @param {Table | null} before
 * @param {Table} now
 * @param {Element | null} felt
 */
export function liven(before, now, felt) {
  // Who has just come is not greeted by what was before him.
  if (!before || now.phase === "waiting") return;
  const same = before.game === now.game && before.redeals === now.redeals;
  if (!same || before.phase === "waiting") {
    sound("deal");
    return;
  }
  const entry = now.history.length > before.history.length ? now.history.at(-1) : undefined;
  if (entry) {
    const effect = comboEffect(now.game_name, entry.combo);
    if (effect) feel(felt, effect);
    else sound(entry.move === "pass" ? "pass" : isCall(entry.move) || isExposure(entry.move) ? "call" : "card");
  }
  if (now.result && !before.result) {
    const { mood } = verdict(now);
    // A spring is felt by whom it favours; who has lost is left in peace.
    if (mood === "good") feel(felt, now.stake?.spring ? "spring" : "win");
    else if (now.you) sound("lose");
    return;
  }
  const mine = (/** @type {Table} */ table) => Boolean(table.you) && table.turn === table.you?.seat;
  if (mine(now) && !(mine(before) && before.index === now.index)) sound("turn");
}
