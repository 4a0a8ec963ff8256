// @ts-check
// Others' moves one after another at a pace that people can follow, however fast they arrive.

import { settings } from "./settings.js";
import { lastTrick } from "./tell.js";

/** Milliseconds a move and a completed trick stay before the next change. */
const STAY = { calm: [350, 1400], quick: [120, 700], instant: [0, 0] };
/** A pass that is the only move is seen before it is made. */
export const AUTO_PASS_AFTER = 700;
/** With more than this waiting, somebody has been away: he sees the newest at once. */
const MOST_WAITING = 8;

/** @template {import("./tell.js").Table} Table */
export class Pace {
  /** @param {(table: Table) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Table[]} */
    this.waiting = [];
    /** @type {Table | null} */
    this.shown = null;
    this.free = 0;
    this.timer = 0;
  }

  /** @param {Table} table @param {boolean} [atOnce] */
  add(table, atOnce = false) {
    this.waiting.push(table);
    if (atOnce || !this.shown || document.hidden || this.waiting.length > MOST_WAITING) this.skip();
    else this.next();
  }

  /** Show the newest and forget what led to it, but for the end of a game: its result is to be seen. */
  skip() {
    const newest = this.waiting.at(-1);
    this.waiting = this.waiting.filter((table) => table === newest || table.result);
    this.free = 0;
    this.next();
  }

  next() {
    clearTimeout(this.timer);
    const table = this.waiting[0];
    if (!table) return;
    const now = performance.now();
    // Who comes or goes is shown at once; only moves wait for each other.
    const moved = this.shown && (table.index !== this.shown.index || table.game !== this.shown.game);
    if (moved && now < this.free) {
      this.timer = window.setTimeout(() => this.next(), this.free - now);
      return;
    }
    this.waiting.shift();
    this.shown = table;
    const [move, trick] = STAY[settings.pace];
    if (moved) this.free = now + (lastTrick(table) ? trick : move);
    this.show(table);
    this.next();
  }

  stop() {
    clearTimeout(this.timer);
    this.waiting = [];
  }
}
