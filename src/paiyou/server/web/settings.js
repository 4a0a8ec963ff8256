// @ts-check
// What a person has chosen for this browser: kept in localStorage, told to whoever listens.

/**
 * @typedef {object} Settings
 * @property {"en" | "zh"} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {"calm" | "quick" | "instant"} pace how fast others' moves are shown one after another
 * @property {boolean} fourColours
 * @property {boolean} counter
 * @property {boolean} autoPass
 * @property {boolean} letterKeys whether single letters do something
 * @property {string} name
 */

const KEY = "paiyou.settings";

/** @returns {Settings} */
function usual() {
  const languages = navigator.languages?.length ? navigator.languages : [navigator.language || "en"];
  const known = languages.map((language) => language.slice(0, 2)).find((language) => ["zh", "en"].includes(language));
  return {
    language: known === "zh" ? "zh" : "en",
    theme: "auto",
    animation: true,
    sound: true,
    pace: "calm",
    fourColours: false,
    counter: true,
    autoPass: false,
    letterKeys: true,
    name: "",
  };
}

/** What the browser would not store, so that at least this page remembers it. @type {Map<string, unknown>} */
const unstored = new Map();

/**
 * Read JSON from localStorage; what is missing, broken or forbidden is `otherwise`.
 * @param {string} key
 * @param {any} otherwise
 */
export function load(key, otherwise) {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unstored.delete(key);
  } catch {
    // A browser that stores nothing still plays; it only forgets with the page.
    unstored.set(key, value);
  }
}

/** @type {Settings} */
export const settings = { ...usual(), ...load(KEY, {}) };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export function whenChanged(listener) {
  listeners.add(listener);
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  // Only what was chosen is stored: a language that was never touched keeps following the browser.
  save(KEY, { ...load(KEY, {}), ...changes });
  apply();
  for (const listener of listeners) listener();
}

/** Whether cards may move on the screen. */
export function animated() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Tell the style sheets. */
export function apply() {
  const root = document.documentElement;
  root.lang = settings.language === "zh" ? "zh-CN" : "en";
  root.dataset.theme = settings.theme;
  root.dataset.suits = settings.fourColours ? "four" : "two";
  root.classList.toggle("still", !animated());
}
