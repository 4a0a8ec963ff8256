// @ts-check
// What the table and a puzzle have alike: a hand of one's own, and the line above the buttons that says what is to be done.

import { fillMessage } from "./felt.js";
import { Hand } from "./hand.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */
/** @typedef {{ text: string, kind: string }} Message */

export class HandView {
  constructor() {
    /** What is shown. @type {Table | null} */
    this.table = null;
    /** What is said to the player until he goes on: an error, a hint. @type {Message | null} */
    this.note = null;
    /** The regions of the page, by name. @type {Record<string, HTMLElement>} */
    this.parts = {};
  }

  newHand() {
    return new Hand(t("table.hand"), () => this.selectionChanged());
  }

  selectionChanged() {
    this.note = null;
    this.showMessage();
    if (this.table) this.fillActions(this.table);
  }

  /** What stands above the buttons: trouble or a hint, else what is to be done. */
  showMessage() {
    fillMessage(this.parts.message, this.note ?? this.usualMessage());
  }

  /** @param {string} text @param {string} kind */
  say(text, kind) {
    this.note = { text, kind };
    // The same trouble twice is to be noticed twice.
    this.parts.message.textContent = "";
    this.showMessage();
  }

  /** Nothing was chosen that could be played. Fingers are told of no keys. */
  askForCards() {
    const touch = matchMedia("(hover: none) and (pointer: coarse)").matches;
    this.say(t(touch ? "say.nothing.touch" : "say.nothing"), "error");
  }

  /** What is to be done. @returns {Message} */
  usualMessage() {
    throw new Error("every page has its own");
  }

  /** The buttons. @param {Table} _table */
  fillActions(_table) {
    throw new Error("every page has its own");
  }
}
