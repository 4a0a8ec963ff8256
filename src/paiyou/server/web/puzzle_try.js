// @ts-check
// A try at a puzzle: the moves so far with their cards, what the server said before each decision, and the way back.

import { cardsFor, deal, entryOf, handAfter, tableAfter } from "./puzzle_table.js";

/** @typedef {import("./puzzle_table.js").Puzzle} Puzzle */
/** @typedef {import("./tell.js").Entry} Entry */
/** @typedef {import("./puzzle_table.js").Told & { asked: string[], moves: [number, string][], turn: number | null, legal: string[], winner: number, winning: string[], line: [number, string][] }} Position */

export class PuzzleTry {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** @type {import("./puzzle_table.js").Dealt} */
    this.dealt = { hands: [], before: [] };
    /** @type {Entry[]} */
    this.entries = [];
    /** The newest last. @type {Position[]} */
    this.positions = [];
  }

  /** The position to decide in. */
  get position() {
    return this.positions.at(-1) ?? null;
  }

  /** Whether the win has been thrown away. */
  get spoilt() {
    return this.position !== null && this.position.winner !== 0;
  }

  /** Whether it was by the last move: it is said once, and after that the person knows. */
  get justSpoilt() {
    return this.spoilt && this.positions.at(-2)?.winner === 0;
  }

  /** Whether the person has moved. */
  get begun() {
    return this.positions.length > 1;
  }

  /**
   * The person's moves, and the replies to the last.
   * @param {Entry[]} played
   * @param {Position} position
   */
  follow(played, position) {
    if (!this.positions.length) this.dealt = deal(this.puzzle, position);
    this.entries = [...played, ...this.entriesOf(position.moves.slice(played.length), played, position)];
    this.positions.push(position);
  }

  /**
   * A line of moves with their cards.
   * @param {[number, string][]} line
   * @param {Entry[]} before the moves made so far
   * @param {Position} position
   */
  entriesOf(line, before, position) {
    const entries = [...before];
    for (const [seat, move] of line)
      entries.push(entryOf(seat, move, cardsFor(handAfter(this.dealt, entries, seat), move, position.shape), position));
    return entries.slice(before.length);
  }

  /** The table after some of the moves. @param {number} n */
  tableAfter(n) {
    const position = /** @type {Position} */ (this.position);
    const legal = n === this.entries.length ? position.legal : [];
    return tableAfter(this.puzzle, this.dealt, this.entries.slice(0, n), legal, position);
  }

  /** Back to an earlier decision. @param {number} decision counted from 1 */
  goBack(decision) {
    this.positions.splice(decision);
    this.entries = this.entries.slice(0, this.position?.moves.length ?? 0);
  }
}
