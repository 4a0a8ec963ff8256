// @ts-check
// The bid explorer: what hands have won as landlord and as peasant, by what is in them, and what calls a hand is worth.

import { cardRow, isJoker, rankOf } from "./cards.js";
import { api } from "./connection.js";
import { button, h, rememberFocus } from "./dom.js";
import { gameOf, gamesTried, inWords } from "./games.js";
import { showLoadedPage } from "./loaded_page.js";
import { settings } from "./settings.js";
import { spoken } from "./tell.js";
import { inPoints, t, troubleText } from "./words.js";

/**
 * @typedef {object} HandClass hands that have something in common
 * @property {string} kind
 * @property {number} value
 * @property {number} hands
 * @property {number} landlord_wins
 * @property {number} landlord_points
 * @property {number} peasant_points
 */
/** @typedef {{ auctions: string[], hands: number, fillings: number, hand_size: number, deck: string[], classes: HandClass[] }} Told */

const FILE = "bids.json";
/** Classes of fewer hands say nothing. */
const FEWEST = 50;

/**
 * What a hand has of everything that classes are made of; others only the playouts know.
 * @type {Record<string, (ranks: string[]) => number>}
 */
const COUNTS = {
  jokers: (ranks) => ranks.filter(isJoker).length,
  twos: (ranks) => ranks.filter((rank) => rank === "2").length,
  aces: (ranks) => ranks.filter((rank) => rank === "A").length,
  bombs: (ranks) =>
    [...new Set(ranks)].filter((rank) => ranks.filter((other) => other === rank).length === 4).length +
    (ranks.filter(isJoker).length === 2 ? 1 : 0),
};

export class BidExplorer {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Told | null} */
    this.told = null;
    /** @type {any} */
    this.trouble = null;
    /** @type {string[]} */
    this.hand = [];
    this.auction = "";
    /** What the bidder thinks of the calls. @type {{ move: string, value: number }[] | null} */
    this.calls = null;
    /** @type {any} */
    this.refusal = null;
    this.left = false;
    this.refresh();
    this.load();
  }

  leave() {
    this.left = true;
  }

  async load() {
    this.trouble = null;
    try {
      [this.told] = await Promise.all([api(FILE), gamesTried()]);
      this.auction ||= this.told?.auctions[0] ?? "";
      this.deal();
    } catch (error) {
      this.trouble = error;
      this.show();
    }
  }

  /** A hand at random. */
  deal() {
    const told = /** @type {Told} */ (this.told);
    const cards = [...told.deck];
    for (let place = cards.length - 1; place > 0; place -= 1) {
      const other = Math.floor(Math.random() * (place + 1));
      [cards[place], cards[other]] = [cards[other], cards[place]];
    }
    this.hand = cards.slice(0, told.hand_size).sort((one, other) => told.deck.indexOf(other) - told.deck.indexOf(one));
    this.ask();
  }

  async ask() {
    const { hand, auction } = this;
    this.calls = null;
    this.refusal = null;
    this.show();
    const body = { game: auction, seat: 0, hand: hand.map(rankOf).join("") };
    try {
      const { moves } = await api("/api/advise", body);
      // An older answer is of no use any more.
      if (hand !== this.hand || auction !== this.auction) return;
      this.calls = moves;
    } catch (error) {
      if (hand === this.hand && auction === this.auction) this.refusal = error;
    }
    this.show();
  }

  show() {
    if (this.left) return;
    const restore = rememberFocus();
    this.refresh();
    restore();
  }

  refresh() {
    const { told } = this;
    const content = told && [this.yours(told), ...this.tables(told), h("p", { class: "faint" }, source(told))];
    showLoadedPage(this.root, "bids", content, this.trouble, () => this.load());
  }

  /** @param {Told} told */
  yours(told) {
    const titles = new Map(gameOf(this.auction)?.variants.map((variant) => [variant.name, inWords(variant.title)]));
    const select = h(
      "select",
      {
        "data-testid": "auction",
        onchange: (/** @type {Event} */ event) => {
          this.auction = /** @type {HTMLSelectElement} */ (event.target).value;
          this.ask();
        },
      },
      told.auctions.map((name) =>
        h("option", { value: name, selected: name === this.auction }, titles.get(name) ?? name),
      ),
    );
    return h(
      "section",
      { class: "panel yours" },
      h("h2", {}, t("bids.yours")),
      h("div", { class: "drawn" }, cardRow(this.hand)),
      h(
        "div",
        { class: "asked" },
        h("label", {}, h("span", {}, inWords(gameOf(this.auction)?.variants_title)), select),
        button(t("bids.deal"), () => this.deal(), "primary", { "data-testid": "deal" }),
      ),
      h("p", { class: "faint" }, t("bids.first")),
      h(
        "ul",
        { class: "calls", "aria-live": "polite", "data-testid": "calls" },
        this.refusal && h("li", {}, troubleText(this.refusal, String)),
        !this.refusal && !this.calls && h("li", { class: "faint" }, t("say.hint.thinking")),
        this.calls?.map(({ move, value }, place) =>
          h(
            "li",
            { class: place ? "" : "best" },
            h("b", {}, spoken(move, [], "do") ?? move),
            h("span", {}, t("bids.points", { points: inPoints(value) })),
          ),
        ),
      ),
    );
  }

  /** @param {Told} told */
  tables(told) {
    const ranks = this.hand.map(rankOf);
    return [...new Set(told.classes.map(({ kind }) => kind))].map((kind) => {
      const own = COUNTS[kind]?.(ranks);
      const rows = told.classes.filter((each) => each.kind === kind && each.hands >= FEWEST);
      return h(
        "section",
        { class: "panel" },
        h("h2", {}, t(`bids.kind.${kind}`)),
        h(
          "table",
          { "data-testid": `classes-${kind}` },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["number", "chance", "landlord", "peasant", "share"].map((name) =>
                h("th", { scope: "col", class: name }, t(`bids.${name}`)),
              ),
            ),
          ),
          h("tbody", {}, rows.map((each) => row(each, each.hands / told.hands, each.value === own))),
        ),
      );
    });
  }
}

/**
 * @param {HandClass} each
 * @param {number} share of all hands
 * @param {boolean} own whether the hand shown is one of them
 */
function row(each, share, own) {
  const bar = h("span", {});
  bar.style.width = `${100 * each.landlord_wins}%`;
  return h(
    "tr",
    { class: own ? "own" : "", "aria-current": own ? "true" : null },
    h("th", { scope: "row" }, each.value),
    h(
      "td",
      { class: "chance" },
      h("span", { class: "meter", "aria-hidden": "true" }, bar),
      h("span", {}, `${(100 * each.landlord_wins).toFixed(0)}%`),
    ),
    h("td", {}, inPoints(each.landlord_points)),
    h("td", {}, inPoints(each.peasant_points)),
    h("td", { class: "share" }, percent(share)),
  );
}

/** @param {number} share */
const percent = (share) => (share < 0.01 ? `${(100 * share).toFixed(1)}%` : `${(100 * share).toFixed(0)}%`);

/** @param {Told} told */
const source = ({ hands, fillings }) =>
  t("bids.source", {
    hands: hands.toLocaleString(settings.language === "zh" ? "zh-CN" : "en"),
    fillings,
  });
