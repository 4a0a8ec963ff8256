// @ts-check
// What the server tells of its games: their words in both languages. The page itself knows none of them.

import { api } from "./connection.js";
import { settings } from "./settings.js";

/** @typedef {{ en: string, zh: string }} Text */
/**
 * @typedef {object} Game as `/api/games` lists it
 * @property {string} name
 * @property {Text} title
 * @property {Text} about
 * @property {number} seats
 * @property {{ key: string, name: string, title: Text }[]} variants
 * @property {Text | null} variants_title
 * @property {{ key: string, agent: string, rating: number | null }[]} levels
 * @property {string[]} emblem
 * @property {Record<string, string>} examples a move of every kind of combo
 * @property {number[] | null} mistakes in points, the least that an inaccuracy, a mistake and a blunder cost
 * @property {Record<string, string>} effects how combos are felt, by combo
 * @property {number} lesson how many steps its lesson has
 * @property {Text} rules
 * @property {Record<string, Text>} words what combos and roles are called
 */

/** @type {Game[] | null} */
let told = null;
/** @type {Promise<Game[]> | null} */
let asked = null;

/**
 * The games that people sit down to; asked for once, and again after it failed.
 * @returns {Promise<Game[]>}
 */
export async function loadGames() {
  asked ??= api("/api/games").then(({ games }) => games);
  try {
    told = await asked;
  } catch (error) {
    asked = null;
    throw error;
  }
  // Who gave a game no players cannot have meant it for the lobby.
  told = told.filter((game) => game.levels.length > 0);
  return told;
}

/** Whether the games are there. */
export const gamesKnown = () => told !== null;

/** Resolves when the games are there, or cannot be had now: a table is played without their words, too. */
export const gamesTried = () => loadGames().catch(() => null);

/**
 * A game's name without its options.
 * @param {string} name
 */
export const baseOf = (name) => name.split(":")[0];

/**
 * @param {string} name options or not
 * @returns {Game | undefined}
 */
export const gameOf = (name) => told?.find((game) => game.name === baseOf(name));

/**
 * A text in the chosen language.
 * @param {Text | null | undefined} text
 */
export const inWords = (text) => text?.[settings.language] ?? "";

/**
 * What a game is called.
 * @param {string} name options or not
 * @param {string} [otherwise] where the server does not list it
 */
export const gameTitle = (name, otherwise) => inWords(gameOf(name)?.title) || otherwise || baseOf(name);

/**
 * A word of a game's own; undefined where it has none.
 * @param {string} name
 * @param {string} key
 * @returns {string | undefined}
 */
const word = (name, key) => gameOf(name)?.words[key]?.[settings.language];

/**
 * A combo as part of a sentence: "a straight"; by its category where the game has no word for it.
 * @param {string} name
 * @param {string} combo its category
 */
export const comboWords = (name, combo) => word(name, `combo.${combo}`) ?? combo;

/**
 * A combo as it stands over its cards; what has a name and no caption needs none.
 * @param {string} name
 * @param {string} combo
 */
export const comboCaption = (name, combo) =>
  word(name, `caption.${combo}`) ?? (word(name, `combo.${combo}`) === undefined ? combo : "");

/**
 * How a combo is felt; undefined where it is not.
 * @param {string} name
 * @param {string | null} combo
 * @returns {string | undefined}
 */
export const comboEffect = (name, combo) => (combo === null ? undefined : gameOf(name)?.effects[combo]);

/**
 * @param {string} name
 * @param {string} role
 */
export const roleWords = (name, role) => word(name, `role.${role}`) ?? role;
