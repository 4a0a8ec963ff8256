// @ts-check
// The own hand: cards that are selected by click, by swiping over them and by keyboard.

import { cardName, face, ranksOf, sortHand } from "./cards.js";
import { h } from "./dom.js";
import { meant, withMates } from "./gather.js";
import { animated } from "./settings.js";

/** Narrower than this a card shows one large sign instead of pips. */
const BARE_BELOW = 76;
/** So much of a card must stay free of the next one, to be read and hit; a screen that is higher than wide has room for two rows. */
const FREE_STRIP = 26;
const FREE_STRIP_UPRIGHT = 32;
const LIFT = 16;
/** How much of a row lies under the row below it. */
const ROW_STEP = 0.64;
/** The share of the screen's height that a hand may take. */
const SHARE = 0.25;

export class Hand {
  /**
   * @param {string} label
   * @param {() => void} changed called when the selection changes by the player's doing
   */
  constructor(label, changed) {
    this.changed = changed;
    /** @type {Set<string>} */
    this.selected = new Set();
    /** @type {string[]} */
    this.cards = [];
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    /** Only one card at a time. */
    this.single = false;
    /** The cards are only to be seen: moves are chosen elsewhere. */
    this.shown = false;
    /** @type {string[] | null} the cards that can be chosen now; null: all */
    this.allowed = null;
    /** Moves of several cards that may be made now: they say which cards go together. @type {string[]} */
    this.moves = [];
    /** @type {import("./tell.js").Shape | null} */
    this.shape = null;
    this.rows = 1;
    this.bare = false;
    this.element = h("div", { class: "hand", role: "group", "aria-label": label, "data-testid": "hand" });
    this.element.addEventListener("pointerdown", (event) => this.begin(event));
    this.element.addEventListener("click", (event) => this.click(event));
    this.observer = new ResizeObserver(() => this.layout());
    this.observer.observe(this.element);
    // A screen that only becomes lower leaves the hand as wide as it was.
    this.resized = () => this.layout();
    addEventListener("resize", this.resized);
  }

  /**
   * @param {string[]} cards
   * @param {{ shape: import("./tell.js").Shape, single: boolean, allowed: string[] | null, moves: string[], dealt: boolean }} how
   */
  update(cards, { shape, single, allowed, moves, dealt }) {
    this.shape = shape;
    this.moves = shape.select === "many" ? moves : [];
    const sorted = apart(sortHand(cards, shape));
    this.shown = shape.select === "list";
    const focused = this.cards.findIndex((card) => this.buttons.get(card) === document.activeElement);
    const gone = this.cards.filter((card) => !sorted.includes(card));
    if (single && !this.single) this.clear();
    this.single = single;
    this.allowed = allowed;
    for (const card of gone) {
      this.selected.delete(card);
      this.buttons.get(card)?.remove();
      this.buttons.delete(card);
    }
    sorted.forEach((card, place) => {
      const button = this.buttons.get(card) ?? this.button(card, dealt ? place : -1);
      // What is in its place stays untouched: moving it would drop the focus and start its animation again.
      const there = this.element.children[place] ?? null;
      if (there !== button) this.element.insertBefore(button, there);
    });
    this.cards = sorted;
    this.layout();
    this.show();
    if (focused >= 0 && sorted.length) this.focus(Math.min(focused, sorted.length - 1));
  }

  /** @param {string} card @param {number} place in the deal; -1 for no animation */
  button(card, place) {
    const button = h(
      "button",
      { type: "button", class: "card", "data-card": card, "aria-label": cardName(nameIn(card)) },
      face(nameIn(card), this.bare),
    );
    if (place >= 0 && animated()) {
      button.classList.add("dealt");
      button.style.setProperty("--delay", `${place * 28}ms`);
    }
    this.buttons.set(card, button);
    return button;
  }

  layout() {
    const width = this.element.clientWidth;
    const count = this.cards.length;
    if (!width || !count) {
      this.element.style.height = "";
      return;
    }
    const fits = (/** @type {number} */ rows) =>
      Math.max(44, Math.min((innerHeight * SHARE - LIFT) / (1.4 * (1 + ROW_STEP * (rows - 1))), width / 4.6, 190));
    const strip = innerHeight > innerWidth ? FREE_STRIP_UPRIGHT : FREE_STRIP;
    this.rows = count > 1 && (width - Math.min(fits(1), 76)) / (count - 1) < strip ? 2 : 1;
    const perRow = Math.ceil(count / this.rows);
    const card = Math.max(44, Math.min(fits(this.rows), width - strip * (perRow - 1)));
    const height = card * 1.4;
    const step = perRow > 1 ? Math.min(card * 0.74, (width - card) / (perRow - 1)) : 0;
    const rowStep = height * ROW_STEP;
    const bare = card < BARE_BELOW;
    this.cards.forEach((name, n) => {
      const button = this.buttons.get(name);
      const row = Math.floor(n / perRow);
      const inRow = Math.min(perRow, count - row * perRow);
      const left = (width - card - step * (inRow - 1)) / 2;
      button?.style.setProperty("--x", `${left + step * (n - row * perRow)}px`);
      button?.style.setProperty("--y", `${LIFT + row * rowStep}px`);
      if (bare !== this.bare) button?.replaceChildren(face(nameIn(name), bare));
    });
    this.bare = bare;
    this.element.style.setProperty("--card", `${card}px`);
    this.element.style.height = `${LIFT + height + (this.rows - 1) * rowStep}px`;
  }

  /** Bring the buttons up to date with the selection. */
  show() {
    const focus = this.focusable();
    for (const [card, button] of this.buttons) {
      const barred = this.allowed !== null && !this.allowed.includes(card);
      button.setAttribute("aria-pressed", String(this.selected.has(card)));
      button.setAttribute("aria-disabled", String(barred));
      button.tabIndex = card === focus ? 0 : -1;
    }
  }

  /** One card is in the order of Tab; the arrows reach the rest. */
  focusable() {
    const focused = this.cards.find((card) => this.buttons.get(card) === document.activeElement);
    return focused ?? this.cards.find((card) => this.buttons.get(card)?.tabIndex === 0) ?? this.cards[0];
  }

  /** @param {number} place */
  focus(place) {
    const button = this.buttons.get(this.cards[place]);
    for (const other of this.buttons.values()) other.tabIndex = -1;
    if (!button) return;
    button.tabIndex = 0;
    button.focus();
  }

  /** @param {number} by */
  moveFocus(by) {
    if (!this.cards.length) return;
    const now = this.cards.findIndex((card) => this.buttons.get(card) === document.activeElement);
    const start = now < 0 ? this.cards.indexOf(this.focusable() ?? "") - by : now;
    this.focus(Math.max(0, Math.min(this.cards.length - 1, start + by)));
  }

  /** @param {boolean} last */
  focusEnd(last) {
    if (this.cards.length) this.focus(last ? this.cards.length - 1 : 0);
  }

  clear() {
    this.selected.clear();
    this.show();
  }

  /** @param {string[]} cards */
  select(cards) {
    this.selected = new Set(cards);
    this.show();
  }

  /**
   * Select cards of these ranks: what a hint says.
   * @param {string} ranks
   */
  selectRanks(ranks) {
    const free = [...this.cards];
    const found = [];
    for (const rank of ranks) {
      const place = free.findIndex((card) => card[card.length - 1] === rank);
      if (place >= 0) found.push(...free.splice(place, 1));
    }
    this.select(found);
  }

  /** @param {string} card @param {boolean} on */
  set(card, on) {
    if (on && this.single) this.selected.clear();
    if (on) this.selected.add(card);
    else this.selected.delete(card);
  }

  /** @param {MouseEvent} event */
  click(event) {
    // Pointers are followed from their first touch; a click without one comes from a keyboard or a screen reader.
    if (event.detail !== 0) return;
    const card = cardAt(event.target);
    if (card) this.toggle(card);
  }

  /** @param {string} card */
  toggle(card) {
    if (this.shown) return;
    this.set(card, !this.selected.has(card));
    this.show();
    this.changed();
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const first = cardAt(event.target);
    if (!first || event.button !== 0 || this.shown) return;
    event.preventDefault();
    this.buttons.get(first)?.focus({ preventScroll: true });
    const on = !this.selected.has(first);
    const before = new Set(this.selected);
    const touched = new Set([first]);
    // Who adds to what is chosen already knows what he wants.
    const free = on && before.size === 0 && this.shape !== null;
    let latest = first;
    const apply = () => {
      this.selected = new Set(before);
      const together = !free
        ? touched
        : touched.size === 1
          ? withMates(first, this.cards, this.moves)
          : meant([...touched], this.moves, /** @type {import("./tell.js").Shape} */ (this.shape));
      for (const card of together) this.set(card, on);
      this.show();
      this.changed();
    };
    const move = (/** @type {PointerEvent} */ moved) => {
      const card = cardAt(document.elementFromPoint(moved.clientX, moved.clientY));
      if (!card || card === latest || !this.buttons.has(card)) return;
      for (const between of this.between(latest, card)) touched.add(between);
      latest = card;
      apply();
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    apply();
  }

  /**
   * The cards a fast finger has passed over, in one row.
   * @param {string} from
   * @param {string} to
   */
  between(from, to) {
    const perRow = Math.ceil(this.cards.length / this.rows);
    const [a, b] = [this.cards.indexOf(from), this.cards.indexOf(to)];
    if (Math.floor(a / perRow) !== Math.floor(b / perRow)) return [to];
    return this.cards.slice(Math.min(a, b), Math.max(a, b) + 1);
  }

  leave() {
    this.observer.disconnect();
    removeEventListener("resize", this.resized);
  }
}

/**
 * Cards of which a hand has several are told apart by a number behind "#".
 * @param {string[]} cards
 */
function apart(cards) {
  return cards.map((card, n) => {
    const before = cards.slice(0, n).filter((other) => other === card).length;
    return before ? `${card}#${before + 1}` : card;
  });
}

/** What such a card is called. @param {string} card */
const nameIn = (card) => card.split("#")[0];

/** @param {EventTarget | null} target */
function cardAt(target) {
  const card = target instanceof Element ? target.closest(".hand .card") : null;
  return card?.getAttribute("data-card") ?? null;
}

/**
 * The category of the combo that the selected cards make, where it may be played and needs a name.
 * @param {import("./tell.js").Table} table
 * @param {Hand} hand
 * @returns {string | undefined}
 */
export function chosenCombo({ you, shape }, { selected }) {
  const move = ranksOf([...selected], shape);
  return selected.size > 1 && you?.moves.includes(move) ? you.combos[move] : undefined;
}
