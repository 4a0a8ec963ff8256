// @ts-check
// The end of a game: its result lies over the table until the player closes it, even if somebody else has dealt the next
// game meanwhile.

import { announce } from "./announce.js";
import { fill, rememberFocus } from "./dom.js";
import { moment } from "./moment.js";
import { resultPanel, verdict } from "./result.js";
import { reviewAddress } from "./review.js";
import { animated, settings } from "./settings.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */
/** @typedef {{ room: string, table: Table | null, parts: Record<string, HTMLElement>, next: () => void, lookAtTable: (game: number) => void, fillOver: (table: Table) => void }} View */

/** Milliseconds for a look at the last move. */
const RESULT_AFTER = 1100;

export class Ending {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** The game whose end the player has put aside; -1: none. */
    this.aside = -1;
    /** The end that the player has not closed yet. @type {Table | null} */
    this.ended = null;
    /** The game after which the player himself asked for the next. */
    this.goneOn = -1;
    /** Gives the focus back when the result closes. @type {(() => void) | null} */
    this.back = null;
    this.from = 0;
    this.timer = 0;
  }

  /** @param {Table | null} before @param {Table} table */
  note(before, table) {
    if (before && before.phase !== "over" && table.phase === "over")
      this.from = performance.now() + (animated() ? RESULT_AFTER : 0);
    if (table.phase === "over" && table.result) this.ended = table;
  }

  /** @param {Table} table */
  fill(table) {
    clearTimeout(this.timer);
    const { view } = this;
    const begun = this.ended !== null && this.ended.game !== table.game;
    if (begun && (this.ended?.game === this.goneOn || this.ended?.game === this.aside)) this.ended = null;
    const ended = this.ended?.game === this.aside ? null : this.ended;
    const wait = this.from - performance.now();
    if (ended && wait > 0) {
      this.timer = window.setTimeout(() => view.table && view.fillOver(view.table), wait);
      return;
    }
    if (ended) this.back ??= rememberFocus();
    const { over } = view.parts;
    const facts = ended && [ended.game, ended.result, ended.players.map((player) => [player.name, player.score])];
    const fresh = fill(over, [settings.language, begun, facts], () =>
      ended
        ? resultPanel(ended, {
            moment: ended.you ? moment(view.room, ended) : null,
            begun,
            next: () => view.next(),
            look: () => this.close(),
            lobby: () => (location.hash = ""),
            review: () => (location.hash = reviewAddress(view.room, ended.game)),
          })
        : [],
    );
    if (ended && fresh) {
      announce(verdict(ended).text);
      if (begun) announce(t("result.begun"));
      /** @type {HTMLElement | null} */ (over.querySelector(".primary") ?? over.querySelector("button"))?.focus();
    } else if (!ended) {
      this.back?.();
      this.back = null;
    }
  }

  /** Whether the result lies over the table. */
  get shown() {
    return this.view.parts.over.childElementCount > 0;
  }

  close() {
    if (this.ended) this.view.lookAtTable(this.ended.game);
  }

  /** @param {number} game */
  putAside(game) {
    this.aside = game;
  }

  /** Who asks for the next game has seen the end of this one. @param {number} game */
  goOn(game) {
    this.goneOn = game;
  }

  stop() {
    clearTimeout(this.timer);
  }
}
