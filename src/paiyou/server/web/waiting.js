// @ts-check
// Before all chairs are taken: the invitation, and bots for friends who do not come.

import { announce } from "./announce.js";
import { button, h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

/** Addresses that nobody else can follow. */
const LOCAL = /^(localhost|127\..*|\[::1\])$/;

/**
 * How others come to the table, or that they need not.
 * @param {Table} table
 * @param {() => void} fillChairs lets bots take the open chairs
 */
export function waitingPanel(table, fillChairs) {
  if (!table.invite)
    return h("div", { class: "waiting" }, h("h2", {}, t("table.waiting")), h("p", {}, t("table.waiting.watch")));
  const link = `${location.origin}${location.pathname}#room=${table.room}&invite=${table.invite}`;
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      readonly: true,
      value: link,
      "aria-label": t("table.link"),
      "data-testid": "invitation",
      onfocus: () => field.select(),
    })
  );
  const copy = h(
    "button",
    { type: "button", class: "primary", onclick: () => copyText(field, copy) },
    t("table.copy"),
  );
  return h(
    "div",
    { class: "waiting" },
    h("h2", {}, t("table.waiting")),
    h("p", {}, t("table.waiting.line")),
    h("div", { class: "link" }, field, copy),
    LOCAL.test(location.hostname) &&
      h("p", { class: "faint" }, t("table.local"), " ", h("code", {}, "paiyou serve --host 0.0.0.0")),
    button(t("table.fill"), fillChairs, "", { "data-testid": "fill" }),
  );
}

/** Put a text into the clipboard. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https there is no clipboard, but the old way.
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", value: text, readonly: true }));
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} button says that it is done
 */
async function copyText(field, button) {
  await copied(field.value);
  button.textContent = t("table.copied");
  announce(t("table.copied"));
  setTimeout(() => (button.textContent = t("table.copy")), 2000);
}
