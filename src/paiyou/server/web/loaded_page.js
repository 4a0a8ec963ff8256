// @ts-check
// A page beside the lobby that is loaded first: its title and line, then what came; until then a word, or another try.

import { button, h } from "./dom.js";
import { t, troubleText } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {string} name of the page, as in the words: `name` is its title, `name.line` the line below
 * @param {any} content null until it is there
 * @param {{ code: string, detail?: any } | null} trouble why it did not come
 * @param {() => void} load tries again
 */
export function showLoadedPage(root, name, content, trouble, load) {
  document.title = `${t(name)} – ${t("site")}`;
  const title = document.getElementById("title");
  if (title) title.textContent = "";
  root.replaceChildren(
    h(
      "div",
      { class: `lobby ${name}` },
      h("div", { class: "hero" }, h("h1", {}, t(name)), h("p", {}, t(`${name}.line`))),
      content ??
        h(
          "div",
          { class: "panel" },
          h("p", { role: "status" }, trouble ? troubleText(trouble, String) : t("lobby.loading")),
          trouble && button(t("lobby.retry"), load, "", { "data-testid": "retry" }),
        ),
    ),
  );
}
