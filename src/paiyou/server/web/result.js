// @ts-check
// The end of a game: who won, what everybody still held, what it counted.

import { cardRow, sortHand } from "./cards.js";
import { h } from "./dom.js";
import { bidText } from "./felt.js";
import { roleWords } from "./games.js";
import { settings } from "./settings.js";
import { nameOf } from "./tell.js";
import { signed, t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

/**
 * The verdict in words, and whether it is good news.
 * @param {Table} table
 * @returns {{ text: string, mood: "good" | "bad" | "even" }}
 */
export function verdict(table) {
  const { result, landlord, you } = table;
  const winners = winningSide(table);
  if (you) {
    if (winners.includes(you.seat)) return { text: t("result.win"), mood: "good" };
    return !winners.length && result?.winners.includes(you.seat)
      ? { text: t("result.tie"), mood: "even" }
      : { text: t("result.lose"), mood: "bad" };
  }
  if (!winners.length) return { text: t("result.tie"), mood: "even" };
  if (landlord !== null) return { text: landlordText(table), mood: "even" };
  const names = winners.map((seat) => nameOf(table, seat)).join(settings.language === "zh" ? "、" : ", ");
  return { text: t("result.wins", { name: names }), mood: "even" };
}

/**
 * The seats of those who have won together; nobody where several sides share it.
 * @param {Table} table
 * @returns {number[]}
 */
function winningSide({ result, players }) {
  const winners = result?.winners ?? [];
  return new Set(winners.map((seat) => players[seat].team)).size === 1 ? winners : [];
}

/** Which side has won where there is a landlord. @param {Table} table */
const landlordText = (table) =>
  t(winningSide(table).some((seat) => seat === table.landlord) ? "result.landlord" : "result.peasants");

/**
 * What was played for, and what it was made of.
 * @param {number} value
 * @param {string[]} factors
 */
function stakeText(value, factors) {
  if (factors.length > 1) return t("result.stake.product", { factors: factors.join(" · "), value });
  return factors.length ? t("result.stake.one", { factor: factors[0], value }) : t("result.stake", { value });
}

/**
 * @param {Table} table
 * @param {{ moment: HTMLElement | null, begun: boolean, next: () => void, look: () => void, lobby: () => void, review: () => void }} actions `begun`: the next game has
 */
export function resultPanel(table, { moment, begun, next, look, lobby, review }) {
  const { text, mood } = verdict(table);
  const { landlord, stake, you } = table;
  const payoffs = table.result?.payoffs ?? table.players.map(() => 0);
  const side = landlord === null ? "" : landlordText(table);
  const order = table.players
    .map((_, seat) => seat)
    .sort((one, other) => payoffs[other] - payoffs[one]);
  const factors =
    landlord === null || !stake
      ? []
      : [
          stake.bid > 1 && bidText(table),
          stake.bombs > 0 && t("table.bombs", { times: 2 ** stake.bombs }),
          stake.spring && t("table.spring"),
        ].filter((one) => one !== false);
  return h(
    "section",
    {
      class: `result ${mood}`,
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": "verdict",
      "data-testid": "result",
      onkeydown: keepTab,
    },
    h("h2", { id: "verdict" }, text),
    h(
      "p",
      { class: "faint" },
      [you && side, stake && landlord !== null && stakeText(stake.value, factors)].filter(Boolean).join(" · "),
    ),
    h(
      "div",
      { class: "players" },
      order.map((/** @type {number} */ seat) => {
        const player = table.players[seat];
        const left = sortHand(table.result?.hands[seat] ?? [], table.shape);
        return h(
          "div",
          { class: `player ${seat === you?.seat ? "own" : ""}` },
          h(
            "span",
            { class: "name" },
            nameOf(table, seat),
            player.role && h("span", { class: `role ${player.role}` }, roleWords(table.game_name, player.role)),
          ),
          h(
            "span",
            { class: "numbers" },
            h("b", { class: payoffs[seat] < 0 ? "minus" : "plus" }, signed(payoffs[seat])),
            h("small", {}, `${t("result.total")} ${signed(player.score)}`),
          ),
          player.taken
            ? h("span", { class: "left" }, trophies(table, player.taken))
            : h(
                "span",
                { class: "left" },
                left.length ? cardRow(left, `${t("result.left")}: `) : h("span", { class: "faint" }, t("result.out")),
              ),
        );
      }),
    ),
    moment,
    begun && h("p", {}, t("result.begun")),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: lobby }, t("back")),
      h("button", { type: "button", onclick: review, "data-testid": "review" }, t("review")),
      begun
        ? h("button", { type: "button", class: "primary", onclick: look, "data-testid": "go-on" }, t("do.goOn"))
        : h("button", { type: "button", onclick: look, "data-testid": "look" }, t("do.look")),
      begun
        ? ""
        : you
          ? h("button", { type: "button", class: "primary", onclick: next, "data-testid": "next" }, t("do.next"))
          : h("p", { class: "faint" }, t("result.waiting")),
    ),
  );
}

/**
 * Tab goes round in the panel: what lies under it cannot be seen.
 * @param {KeyboardEvent} event
 */
function keepTab(event) {
  if (event.key !== "Tab") return;
  const buttons = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
  const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const to = event.shiftKey ? (now <= 0 ? buttons.length : now) - 1 : (now + 1) % buttons.length;
  buttons[to]?.focus();
  event.preventDefault();
}

/**
 * The cards that counted for whoever took them.
 * @param {Table} table
 * @param {string[]} taken
 */
function trophies({ shape }, taken) {
  const cards = sortHand(
    taken.filter((card) => shape.scoring.includes(card)),
    shape,
  );
  return cards.length
    ? cardRow(cards, t("table.taken", { cards: "" }))
    : h("span", { class: "faint" }, t("table.none"));
}
