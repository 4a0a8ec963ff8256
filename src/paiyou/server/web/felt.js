// @ts-check
// What lies on the felt: players, their last plays, the trick, bottom cards, stake and card counter.

import { cardBack, cardElement, cardRow, inOrder, isJoker, rankName, rankText, shortName, sortHand } from "./cards.js";
import { fill, h } from "./dom.js";
import { comboCaption, comboEffect, roleWords } from "./games.js";
import { settings } from "./settings.js";
import { comboOf, isCall, isExposure, lastTrick, nameOf, spoken } from "./tell.js";
import { signed, t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */
/** @typedef {import("./tell.js").Entry} Entry */

/**
 * Where a seat is drawn: "self" below, the next player to the right, the one before to the left.
 * @param {Table} table
 * @param {number} seat
 */
export function placeOf(table, seat) {
  const count = table.players.length;
  const own = table.you ? table.you.seat : (count - (table.game % count)) % count;
  const after = (seat - own + count) % count;
  if (after === 0) return "self";
  if (count === 2 || (count === 4 && after === 2)) return "top";
  return after === 1 ? "right" : "left";
}

/**
 * A player's plate: who, what role, how many cards, what score, and whether he is to move.
 * @param {Element} region
 * @param {Table} table
 * @param {number} seat
 */
export function fillPlate(region, table, seat) {
  const player = table.players[seat];
  const turn = table.turn === seat;
  const own = table.you?.seat === seat;
  const { exposed, points } = player;
  const taken = trophies(table, player.taken);
  // Where roles say who plays with whom, nobody needs to be told again; before there is a landlord nobody knows.
  const mine = table.you ? table.players[table.you.seat] : undefined;
  const sides = !table.shape.landlord || table.landlord !== null;
  const partner = sides && !player.role && !own && mine?.team === player.team;
  const facts = [settings.language, player, turn, own, partner, table.phase];
  region.classList.toggle("turn", turn);
  region.classList.toggle("away", player.kind === "person" && !player.connected);
  fill(region, facts, () => {
    const name = nameOf(table, seat);
    const status = statusOf(player, turn, own, table.phase);
    const level = own ? t("lobby.you") : player.level ? t(`level.${player.level}`) : (player.agent ?? "");
    const begun = table.phase !== "waiting";
    return [
      h(
        "span",
        { class: `avatar ${player.kind}`, "aria-hidden": "true" },
        player.kind === "open" ? "?" : initial(name),
      ),
      h(
        "span",
        { class: "who" },
        h("span", { class: "name" }, name),
        h(
          "span",
          { class: "about" },
          h("span", { class: "level" }, level),
          status && h("span", { class: "status" }, status),
        ),
      ),
      h(
        "span",
        { class: "marks" },
        player.role && h("span", { class: `role ${player.role}` }, roleWords(table.game_name, player.role)),
        partner && h("span", { class: "role partner" }, t("table.partner")),
        begun &&
          table.phase !== "over" &&
          h(
            "span",
            { class: "count", role: "img", "data-testid": "count", "aria-label": cardsText(player.cards_left) },
            cardBack(),
            h("b", { "aria-hidden": "true" }, player.cards_left),
          ),
        table.shape.points &&
          begun &&
          h(
            "span",
            {
              class: "points",
              role: "img",
              title: t("table.points", { points: points ?? 0 }),
              "aria-label": t("table.points", { points: points ?? 0 }),
            },
            h("small", {}, t("result.game")),
            " ",
            signed(points ?? 0),
          ),
        begun &&
          h(
            "span",
            {
              class: "score",
              role: "img",
              "aria-label": `${t("table.score")} ${player.score}`,
              title: t("table.score"),
            },
            h("small", {}, t("table.score")),
            " ",
            h("b", {}, signed(player.score)),
          ),
      ),
      begun && !own && h("span", { class: "backs", "aria-hidden": "true" }, Array.from({ length: player.cards_left }, cardBack)),
      (exposed?.length > 0 || taken.length > 0) &&
        h(
          "span",
          { class: "won" },
          exposed?.length > 0 &&
            h("span", { class: "exposed" }, t("table.exposed", { cards: exposed.map(shortName).join(" ") })),
          taken.length > 0 && h("span", { class: "taken" }, t("table.taken", { cards: taken.join(" ") })),
        ),
    ];
  });
}

/**
 * What a player is doing, where it needs a word.
 * @param {{ kind: string, connected: boolean, stand_in: boolean }} player
 * @param {boolean} turn
 * @param {boolean} own
 * @param {string} phase
 */
function statusOf(player, turn, own, phase) {
  if (player.kind === "person" && !player.connected) return t(player.stand_in ? "table.standIn" : "table.away");
  if (turn) return own ? t(`table.turn.${phase}`) : t("table.thinking");
  return "";
}

/** @param {string} name */
const initial = (name) => [...name.trim()].at(/[\u4e00-\u9fff]/.test(name) ? -1 : 0)?.toUpperCase() ?? "?";

/**
 * What the auction made of the stake: the bid, or doubled for every rob.
 * @param {Table} table
 */
export const bidText = (table) =>
  t(table.history.some((/** @type {Entry} */ { move }) => move === "rob") ? "table.robs" : "table.bid", {
    bid: table.stake?.bid ?? 0,
  });

/** @param {number} count */
const cardsText = (count) => (count === 1 ? t("table.card") : t("table.cards", { count }));

/** Of a suit with more cards that count than this, only their number is told. */
const MOST_BY_NAME = 3;

/**
 * The cards that count among those taken, in few signs.
 * @param {Table} table
 * @param {string[] | null} taken
 */
function trophies({ shape }, taken) {
  /** @type {Map<string, string[]>} */
  const suits = new Map();
  for (const card of shape.scoring) suits.set(card[0], [...(suits.get(card[0]) ?? []), card]);
  const many = [...suits].filter(([, cards]) => cards.length > MOST_BY_NAME).map(([suit]) => suit);
  const worth = (taken ?? []).filter((card) => shape.scoring.includes(card));
  const few = worth.filter((card) => !many.includes(card[0])).map(shortName);
  const numbers = many.map((suit) => ({ suit, count: worth.filter((card) => card[0] === suit).length }));
  return [
    ...few,
    ...numbers.filter(({ count }) => count > 0).map(({ suit, count }) => `${shortName(`${suit}A`)[0]}×${count}`),
  ];
}

/**
 * What each seat has said or played last, where it still stands: the actions since its turn came round.
 * @param {Table} table
 * @returns {Map<number, { entry: Entry, n: number }>}
 */
export function standing(table) {
  const seats = table.players.length;
  const all = table.history.map((/** @type {Entry} */ entry, /** @type {number} */ n) => ({ entry, n }));
  const talking = table.phase === "auction" || table.phase === "exposing";
  const played = all.filter(
    (/** @type {any} */ { entry }) => talking || !(isCall(entry.move) || isExposure(entry.move)),
  );
  // A table that was set up may begin with something to beat that nobody has played at it.
  const { last } = table;
  if (last && !table.shape.tricks && !played.some(({ entry }) => entry.seat === last.seat && entry.move === last.move))
    played.unshift({ entry: { ...last, note: null }, n: 0 });
  const recent = talking ? played : played.slice(table.phase === "over" ? -seats : 1 - seats);
  return new Map(recent.map((/** @type {any} */ one) => [one.entry.seat, one]));
}

/**
 * A player's last play beside him.
 * @param {Element} region
 * @param {Table} table
 * @param {number} seat
 */
export function fillZone(region, table, seat) {
  const trickPlay = table.shape.tricks > 0 && table.phase !== "exposing";
  const one = trickPlay ? undefined : standing(table).get(seat);
  const finished = table.phase === "over" ? (table.result?.hands[seat] ?? []) : [];
  fill(region, [settings.language, table.game, table.redeals, one?.n, finished.length], () => {
    if (!one) return [];
    const { move, cards, note } = one.entry;
    const words = spoken(move, table.history.slice(0, one.n));
    const combo = words === null ? comboOf(one.entry) : null;
    const caption = combo && comboCaption(table.game_name, combo);
    return [
      words === null && cards.length
        ? cardRow(inOrder(cards))
        : h(
            "span",
            { class: `bubble ${move === "pass" || /decline|bid 0|none/.test(move) ? "quiet" : ""}` },
            words ?? move,
          ),
      caption &&
        h("span", { class: "caption", "data-combo": combo, "data-effect": comboEffect(table.game_name, combo) }, caption),
      note && h("span", { class: "note" }, t("table.replaced")),
    ];
  });
}

/**
 * The cards of the trick in the middle, each towards its player.
 * @param {Element} region
 * @param {Table} table
 */
export function fillTrick(region, table) {
  const done = lastTrick(table);
  const plays = done ? done.plays : table.trick;
  const notes = table.history
    .slice(-plays.length)
    .filter((/** @type {Entry} */ entry) => entry.note && !isExposure(entry.move));
  region.classList.toggle("done", Boolean(done));
  const facts = [settings.language, table.game, table.tricks_played, plays, table.phase === "exposing", done?.taker];
  const before = [...region.querySelectorAll(".card")].map((card) => card.getAttribute("data-card"));
  fill(region, facts, () => {
    if (table.phase === "exposing" || !plays.length) return [];
    return [
      ...plays.map((play) => {
        const card = cardElement(play.card);
        card.classList.add("at", placeOf(table, play.seat));
        card.classList.toggle("old", before.includes(play.card));
        card.classList.toggle("taker", done?.taker === play.seat);
        return card;
      }),
      done && h("span", { class: "caption takes" }, t("tell.takes", { name: nameOf(table, done.taker) })),
      notes.length > 0 && h("span", { class: "note" }, t("table.replaced")),
    ];
  });
}

/**
 * What stands above the buttons.
 * @param {Element} region
 * @param {{ text: string, kind: string }} said
 */
export function fillMessage(region, { text, kind }) {
  region.className = `message ${kind}`;
  if (region.textContent !== text) region.textContent = text;
}

/**
 * Bottom cards, stake and what else is known of the deal.
 * @param {Element} region
 * @param {Table} table
 */
export function fillInfo(region, table) {
  const { bottom, stake, phase, redeals } = table;
  const of = table.shape.tricks;
  fill(
    region,
    [settings.language, bottom, stake, phase === "waiting", redeals, table.tricks_played, table.you === null],
    () => {
      if (phase === "waiting") return [];
      const times = stake ? 2 ** stake.bombs : 1;
      return [
        table.shape.bottom > 0 &&
          bottom?.length !== 0 &&
          h(
            "div",
            {
              class: "bottom",
              role: "group",
              "aria-label": bottom ? t("table.bottom") : t("table.bottom.hidden"),
              "data-testid": "bottom",
            },
            h("span", { class: "label" }, t("table.bottom")),
            h(
              "span",
              { class: "row" },
              bottom
                ? bottom.map((/** @type {string} */ card) => cardElement(card, true))
                : Array.from({ length: table.shape.bottom }, cardBack),
            ),
          ),
        table.shape.landlord &&
          stake &&
          h(
            "div",
            { class: "stake", "data-testid": "stake" },
            h("span", { class: "label" }, t("table.stake")),
            h("b", { class: "value" }, stake.value),
            h(
              "span",
              { class: "factors" },
              stake.bid > 1 && h("span", { class: "chip" }, bidText(table)),
              times > 1 && h("span", { class: "chip" }, t("table.bombs", { times })),
              stake.spring && h("span", { class: "chip" }, t("table.spring")),
            ),
          ),
        of > 0 &&
          phase === "play" &&
          h("span", { class: "label" }, t("table.tricks", { number: Math.min(table.tricks_played + 1, of), of })),
        redeals > 0 &&
          h(
            "span",
            { class: "chip" },
            redeals === 1 ? t("table.redeals") : t("table.redeals.times", { count: redeals }),
          ),
        table.you === null && h("span", { class: "chip watching" }, t("table.watching")),
      ];
    },
  );
}

/**
 * How many cards of each rank, or which of each suit, the others still hold.
 * @param {HTMLElement} region
 * @param {Table} table
 */
export function fillCounter(region, table) {
  const open = settings.counter && table.counter && table.phase !== "waiting" && table.phase !== "over";
  region.hidden = !open;
  fill(region, [settings.language, open, table.counter], () => {
    if (!open) return [];
    return table.shape.counter === "suits" ? suitCounter(table) : rankCounter(table);
  });
}

/** @param {Table} table */
function rankCounter({ counter, shape }) {
  const left = new Map(Object.entries(counter ?? {}).map(([rank, count]) => [rank, Number(count)]));
  const ranks = [...shape.ranks].filter((rank) => left.has(rank)).reverse();
  return h(
    "ul",
    { class: "ranks", "aria-label": t("table.counter.label") },
    ranks.map((rank) =>
      h(
        "li",
        {
          class: left.get(rank) ? "" : "gone",
          "aria-label": t("table.counter.rank", { rank: rankName(rank), count: left.get(rank) ?? 0 }),
        },
        h("span", { "aria-hidden": "true" }, isJoker(rank) ? t(`joker.short.${rank}`) : rankText(rank)),
        h("b", { "aria-hidden": "true" }, left.get(rank)),
      ),
    ),
  );
}

/** @param {Table} table */
function suitCounter({ counter, shape }) {
  return h(
    "ul",
    { class: "suits", "aria-label": t("table.counter.label") },
    [..."SHCD"].map((suit) => {
      const left = counter?.[suit];
      const cards = sortHand(Array.isArray(left) ? left : [], shape);
      return h(
        "li",
        { class: `suit-${suit}` },
        h("span", { class: "sign", role: "img", "aria-label": t(`suit.${suit}`) }, shortName(`${suit}A`)[0]),
        h("span", {}, cards.length ? cards.map((card) => h("i", {}, rankText(card[1]))) : t("table.none")),
      );
    }),
  );
}
