// @ts-check
// Where a person writes his name.

import { h } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

const LONGEST_NAME = 24;

/** @param {boolean} [autofocus] */
export function nameField(autofocus = false) {
  return h("input", {
    type: "text",
    name: "name",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    placeholder: t("lobby.guest"),
    value: settings.name,
    autofocus,
  });
}
