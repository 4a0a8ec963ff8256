// @ts-check
// How far a person has come in the lessons; kept in this browser.

import { load, save } from "./settings.js";

const KEY = "paiyou.lessons";

/** @param {string} game @param {number} step counted from 0 */
export const lessonAddress = (game, step = 0) => `#learn=${encodeURIComponent(game)}${step ? `&step=${step + 1}` : ""}`;

/** @returns {Record<string, number>} steps done without a gap, by game */
const all = () => {
  const kept = load(KEY, {});
  return kept && typeof kept === "object" ? kept : {};
};

/** How many steps of a game's lesson are done. @param {string} game */
export const lessonsDone = (game) => Number(all()[game]) || 0;

/** Whether any lesson was begun. */
export const anyLesson = () => Object.keys(all()).length > 0;

/**
 * @param {string} game
 * @param {number} step counted from 1
 * @param {number} of
 */
export function keepLesson(game, step, of) {
  save(KEY, { ...all(), [game]: Math.min(of, Math.max(lessonsDone(game), step)) });
}
