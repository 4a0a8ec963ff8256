// @ts-check
// Dialogs that explain and adjust: rules and keys of a game, and the settings.

import { cardRow, inOrder } from "./cards.js";
import { dialog, h } from "./dom.js";
import { comboCaption, comboWords, gameOf, gameTitle, inWords } from "./games.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

const KEYS = ["arrows", "space", "enter", "pass", "hint", "bid", "call", "escape"];

/** The cards of a move, with suits that decide nothing; or cards as they are written. @param {string} move */
function dressed(move) {
  if (/^[SHCD][2-9TJQKA]( |$)/.test(move)) return move.split(" ");
  /** @type {Record<string, number>} */
  const given = {};
  return inOrder([...move]).map((rank) => {
    given[rank] = (given[rank] ?? -1) + 1;
    return "BR".includes(rank) ? rank : "SHCD"[given[rank] % 4] + rank;
  });
}

/** @param {string} game its name, options or not; none: only the keys are told */
export function showHelp(game) {
  const rules = inWords(gameOf(game)?.rules)
    .split("\n")
    .filter(Boolean)
    .map((line) => h("p", {}, line));
  const pictures = Object.entries(gameOf(game)?.examples ?? {}).map(([combo, move]) =>
    h("figure", {}, cardRow(dressed(move)), h("figcaption", {}, comboCaption(game, combo) || comboWords(game, combo))),
  );
  const keys = KEYS.map((key) =>
    h("div", {}, h("dt", {}, h("kbd", {}, t(`keys.${key}`))), h("dd", {}, t(`keys.${key}.do`))),
  );
  dialog(game ? gameTitle(game) : t("help"), t("close"), [
    // What the game is about, what there is to play, and then the rest.
    rules[0],
    pictures.length > 0 && h("div", { class: "pictures", "data-testid": "pictures" }, pictures),
    ...rules.slice(1),
    h("div", { class: "keys-part" }, h("h3", {}, t("keys")), h("dl", { class: "keys" }, keys)),
  ]);
}

export function showSettings() {
  return dialog(
    t("settings"),
    t("close"),
    [
      choice(t("settings.language"), "language", [
        ["en", "English"],
        ["zh", "中文"],
      ]),
      choice(
        t("settings.theme"),
        "theme",
        ["auto", "light", "dark"].map((theme) => [theme, t(`theme.${theme}`)]),
      ),
      choice(
        t("settings.pace"),
        "pace",
        ["calm", "quick", "instant"].map((pace) => [pace, t(`pace.${pace}`)]),
      ),
      toggle("sound"),
      toggle("animation"),
      toggle("counter"),
      toggle("fourColours"),
      toggle("autoPass"),
      toggle("letterKeys", "keys-part"),
    ],
    { "data-testid": "settings" },
  );
}

/**
 * @param {string} label
 * @param {"language" | "theme" | "pace"} name
 * @param {string[][]} options values with their words
 */
function choice(label, name, options) {
  const select = h(
    "select",
    {
      onchange: (/** @type {Event} */ event) => {
        change({ [name]: /** @type {HTMLSelectElement} */ (event.target).value });
        if (name !== "language") return;
        // The dialog itself speaks the old language.
        document.querySelectorAll("dialog").forEach((open) => open.close());
        /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=open-settings]"))?.focus();
        showSettings().querySelector("select")?.focus();
      },
    },
    options.map(([value, words]) => h("option", { value, selected: settings[name] === value }, words)),
  );
  return h("label", { class: "setting" }, h("span", {}, label), select);
}

/** @param {"sound" | "animation" | "counter" | "fourColours" | "autoPass" | "letterKeys"} name @param {string} [kind] */
function toggle(name, kind = "") {
  const box = h("input", {
    type: "checkbox",
    checked: settings[name],
    onchange: () => change({ [name]: !settings[name] }),
  });
  return h("label", { class: `setting ${kind}` }, h("span", {}, t(`settings.${name}`)), box);
}
