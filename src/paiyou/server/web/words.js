// @ts-check
// Words in the language of the page. `t("key", { name })` puts names in the place of {name}. Those of games: games.js.

import { settings } from "./settings.js";
import { en } from "./words_en.js";
import { zh } from "./words_zh.js";

/** @type {Record<"en" | "zh", Record<string, string>>} */
export const WORDS = { en, zh };

/**
 * A text in the chosen language; a key that is not there is shown as it is, so that it is seen and mended.
 * @param {string} key
 * @param {Record<string, string | number>} [parts]
 */
export function t(key, parts = {}) {
  const text = WORDS[settings.language][key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
}

/** @param {string} key */
export const known = (key) => key in WORDS.en;

/**
 * What went wrong, by the code of an error.
 * @param {{ code: string, detail?: any }} trouble
 * @param {(card: string) => string} cardName
 */
export function troubleText(trouble, cardName) {
  const key = known(`error.${trouble.code}`) ? `error.${trouble.code}` : "error.unknown";
  const { card, suit } = trouble.detail ?? {};
  return t(key, { card: card ? cardName(card) : "", suit: suit ? t(`suit.${suit}`) : "" });
}

/**
 * A number with its sign, with a true minus.
 * @param {number} number
 */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/**
 * Points with their sign: whole ones, but for tenths where there are few.
 * @param {number} value
 */
export const inPoints = (value) => signed((Math.abs(value) < 10 ? Math.round(10 * value) / 10 : Math.round(value)) + 0);
