// @ts-check
// All hands of a game as rows: who, what he holds, and what he has on the table or is about to play. For reviews, the
// lab and games of bots.

import { cardBack, cardName, cardRow, face, inOrder, inRows, sortHand } from "./cards.js";
import { fill, h, icon } from "./dom.js";
import { fillPlate, standing } from "./felt.js";
import { settings } from "./settings.js";
import { nameOf, spoken } from "./tell.js";
import { signed, t } from "./words.js";

/**
 * A step of a game as a table: all hands lie open, and the `whole` history is there.
 * @typedef {import("./tell.js").Table & { you: import("./tell.js").You, whole: import("./tell.js").Entry[], hands: string[][] }} Table
 */

export class OpenBoard {
  constructor() {
    this.element = h("div", { class: "board", role: "group", "aria-label": t("review.board"), "data-testid": "board" });
    /** @type {{ row: HTMLElement, plate: HTMLElement, held: HTMLElement, zone: HTMLElement }[]} by seat */
    this.rows = [];
  }

  /**
   * @param {Table} table before a move
   * @param {number} place of that move in the whole history
   * @param {{ mark?: () => HTMLElement | null, closed?: (seat: number) => boolean }} [more] what stands beside the
   * move, and whose cards are not shown
   */
  show(table, place, { mark, closed } = {}) {
    const count = table.players.length;
    const first = table.you.seat < 0 ? 0 : (table.you.seat + 1) % count;
    fill(this.element, [settings.language, "rows", count, first], () => {
      this.rows = table.players.map(() => {
        const [plate, held, zone] = ["plate", "held fit", "zone fit"].map((name) => h("div", { class: name }));
        return { row: h("div", { class: "row" }, plate, held, zone), plate, held, zone };
      });
      // The own seat, where there is one, is the lowest.
      return this.rows.map((_, n) => this.rows[(first + n) % count].row);
    });
    this.rows.forEach(({ row, plate, held, zone }, seat) => {
      const next = table.whole[place];
      const moves = next?.seat === seat;
      row.classList.toggle("moves-now", moves);
      row.dataset.testid = `row-${seat}`;
      fillPlate(plate, table, seat);
      const up = moves ? next.cards : [];
      const hidden = closed?.(seat) ? table.players[seat].cards_left : 0;
      fill(held, [settings.language, table.hands[seat], up, table.phase === "over", hidden], () => [
        hidden
          ? backs(hidden)
          : openHand(sortHand(table.hands[seat], table.shape), up, t("review.hand", { name: nameOf(table, seat) })),
        table.phase === "over" && h("b", { class: "payoff" }, signed(table.result?.payoffs[seat] ?? 0)),
      ]);
      const entry = moves ? { ...next, n: place } : playOf(table, seat);
      const beside = moves ? mark?.() : null;
      fill(zone, [settings.language, entry, beside?.outerHTML], () => (entry ? [play(table, entry), beside] : []));
    });
  }
}

/**
 * An open hand with the cards raised that are about to be played.
 * @param {string[]} cards
 * @param {string[]} up
 * @param {string} words
 */
function openHand(cards, up, words) {
  const row = h(
    "span",
    { class: "played", role: "img", "aria-label": words + (cards.map(cardName).join(", ") || t("result.out")) },
    cards.map((card) =>
      h("span", { class: `card ${up.includes(card) ? "up" : ""}`, "data-card": card }, face(card, true)),
    ),
  );
  return inRows(row, cards.length);
}

/** A closed hand. @param {number} count */
function backs(count) {
  const row = h(
    "span",
    { class: "played", role: "img", "aria-label": t("table.cards", { count }) },
    Array.from({ length: count }, cardBack),
  );
  return inRows(row, count);
}

/**
 * What a seat has on the table before a move.
 * @param {Table} table
 * @param {number} seat
 */
function playOf(table, seat) {
  if (table.shape.tricks && table.phase !== "exposing") {
    const played = table.trick.find((one) => one.seat === seat);
    return played ? { move: played.card, cards: [played.card], n: 0 } : null;
  }
  const one = standing(table).get(seat);
  return one ? { ...one.entry, n: one.n } : null;
}

/** @param {Table} table @param {any} entry */
function play(table, entry) {
  const words = spoken(entry.move, table.whole.slice(0, entry.n));
  return words === null && entry.cards.length
    ? cardRow(inOrder(entry.cards))
    : h("span", { class: "bubble quiet" }, words ?? entry.move);
}

/**
 * The buttons that go through the moves of a game.
 * @param {number} place
 * @param {number} last
 * @param {(place: number) => void} go
 * @param {string} [end] what stands there behind the last move
 */
export function stepButtons(place, last, go, end = t("review.end")) {
  const arrow = (/** @type {string} */ name, /** @type {number} */ to, /** @type {string} */ key) =>
    h(
      "button",
      {
        type: "button",
        class: "tool",
        "data-testid": `to-${name}`,
        "aria-label": t(`review.${name}`),
        title: `${t(`review.${name}`)} (${key})`,
        "aria-disabled": to === place ? "true" : false,
        onclick: () => go(to),
      },
      icon(ARROWS[name]),
    );
  return [
    arrow("first", 0, "Home"),
    arrow("previous", Math.max(0, place - 1), "←"),
    h("span", { class: "place" }, place < last ? t("review.place", { number: place + 1, of: last }) : end),
    arrow("next", Math.min(last, place + 1), "→"),
    arrow("last", last, "End"),
  ];
}

/** @type {Record<string, string>} */
const ARROWS = {
  first: "M18 6l-8 6 8 6zM6 6v12",
  previous: "M15 6l-8 6 8 6z",
  next: "M9 6l8 6-8 6z",
  last: "M6 6l8 6-8 6zM18 6v12",
};

/**
 * Where a key leads in a game; undefined where it means something else.
 * @param {KeyboardEvent} event
 * @param {number} place
 * @param {number} last
 */
export function stepOfKey(event, place, last) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  if (document.querySelector("dialog[open]") || target.matches("input, select, textarea")) return undefined;
  return /** @type {Record<string, number>} */ ({
    ArrowLeft: Math.max(0, place - 1),
    ArrowRight: Math.min(last, place + 1),
    Home: 0,
    End: last,
  })[event.key];
}
