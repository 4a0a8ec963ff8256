// @ts-check
// Fields of the lab and of games of bots: with a label, a game to choose, an agent to name.

import { h } from "./dom.js";
import { inWords } from "./games.js";
import { t } from "./words.js";

/** @param {string} words @param {HTMLElement} field */
export const labelled = (words, field) => h("label", {}, h("span", {}, words), field);

/**
 * Where an agent is named: any that clients may ask for, with options.
 * @param {string} words
 * @param {string} value
 * @param {string} list the id of the `agentNames` to choose from
 * @param {Record<string, any>} more attributes
 */
export const agentField = (words, value, list, more) =>
  labelled(words, h("input", { type: "text", value, list, maxlength: 200, spellcheck: "false", autocapitalize: "none", ...more }));

/** @param {string} id @param {string[]} names */
export const agentNames = (id, names) =>
  h(
    "datalist",
    { id },
    names.map((name) => h("option", { value: name })),
  );

/**
 * All ways to play all games, to choose from.
 * @param {import("./games.js").Game[]} games
 * @param {string} chosen
 * @param {(name: string) => void} onchange
 */
export function gameSelect(games, chosen, onchange) {
  return h(
    "select",
    {
      "data-testid": "lab-game",
      "aria-label": t("lobby.game"),
      onchange: (/** @type {Event} */ event) => onchange(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    games.flatMap((game) =>
      game.variants.map((variant) =>
        h(
          "option",
          { value: variant.name, selected: variant.name === chosen },
          game.variants.length > 1 ? `${inWords(game.title)} · ${inWords(variant.title)}` : inWords(game.title),
        ),
      ),
    ),
  );
}
