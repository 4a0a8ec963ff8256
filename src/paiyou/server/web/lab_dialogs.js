// @ts-check
// Two questions of the lab: what to load, and against whom to play on.

import { api } from "./connection.js";
import { button, dialog, h } from "./dom.js";
import { gameOf } from "./games.js";
import { labelled } from "./lab_fields.js";
import { isSeen, readPositions } from "./lab_position.js";
import { full, keep } from "./seats.js";
import { settings } from "./settings.js";
import { nameOf } from "./tell.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./lab_position.js").Position} Position */

/**
 * Paste a position, a link or records, or open a file of them.
 * @param {(found: Position[]) => Promise<string>} take says what is wrong; empty where all is well
 */
export function loadDialog(take) {
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { rows: 6, "data-testid": "pasted", spellcheck: "false", "aria-label": t("lab.pasted") })
  );
  const problem = h("p", { class: "problem", role: "alert" });
  const read = async (/** @type {string} */ said) => {
    problem.replaceChildren();
    const wrong = await take(readPositions(said));
    if (wrong) problem.replaceChildren(t("lab.refused"), " ", h("code", {}, wrong));
    else box.close();
  };
  const file = h("input", {
    type: "file",
    class: "unseen",
    tabindex: "-1",
    "aria-label": t("lab.file"),
    accept: ".jsonl,.json,.txt",
    "data-testid": "file",
    onchange: async (/** @type {any} */ event) => {
      const [chosen] = event.target.files ?? [];
      if (chosen) await read(await chosen.text());
      event.target.value = ""; // the same file may be chosen again, mended
    },
  });
  const box = dialog(
    t("lab.load"),
    t("close"),
    [
      h("p", { class: "faint" }, t("lab.load.line")),
      text,
      problem,
      h("div", { class: "answers" }, button(t("lab.file"), () => file.click(), "", { "data-testid": "open-file" }), file, button(t("lab.lay"), () => read(text.value), "primary", { "data-testid": "take" })),
    ],
    { class: "lab-dialog" },
  );
}

/**
 * Open a table that begins with a position, with bots on the other chairs.
 * @param {Position} position
 * @param {any} table
 */
export function playOnDialog(position, table) {
  const game = gameOf(position.game);
  const levels = game?.levels.map(({ key }) => key) ?? [];
  const own = isSeen(position) ? position.seat : (table.turn ?? 0);
  const seat = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { "data-testid": "my-seat" },
      table.players.map((/** @type {any} */ _, /** @type {number} */ at) =>
        h("option", { value: at, selected: at === own }, `${at + 1} · ${nameOf(table, at)}`),
      ),
    )
  );
  const level = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { "data-testid": "level" },
      levels.map((key, n) => h("option", { value: key, selected: n === levels.length - 1 }, t(`level.${key}`))),
    )
  );
  const problem = h("p", { class: "problem", role: "alert" });
  const open = async () => {
    if (full()) return problem.replaceChildren(t("lobby.full"));
    const chairs = table.players.map((/** @type {any} */ _, /** @type {number} */ at) =>
      at === Number(seat.value) ? { kind: "you" } : { kind: "bot", level: level.value },
    );
    try {
      const name = settings.name || t("lobby.guest");
      const made = await api("/api/rooms", { game: position.game, chairs, name, position });
      keep({ room: made.room, token: made.token, chair: made.chair, game: position.game });
      box.close();
      location.hash = `room=${made.room}`;
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
      problem.replaceChildren(
        code === "invalid" ? t("lab.refused") : troubleText(/** @type {any} */ (error), String),
        ...(code === "invalid" ? [" ", h("code", {}, message)] : []),
      );
    }
    return undefined;
  };
  const box = dialog(
    t("lab.playOn"),
    t("close"),
    [
      h("p", { class: "faint" }, isSeen(position) ? t("lab.playOn.seen") : t("lab.playOn.line")),
      h("div", { class: "asked" }, labelled(t("lab.playOn.seat"), seat), labelled(t("lab.playOn.level"), level)),
      problem,
      h("div", { class: "answers" }, button(t("lab.playOn.go"), open, "primary", { "data-testid": "open-table" })),
    ],
    { class: "lab-dialog" },
  );
}
