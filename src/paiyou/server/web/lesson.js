// @ts-check
// A lesson: the table itself with positions that are set up, a task in each, and others who play the lesson's line.

import { ApiError, api } from "./connection.js";
import { button, fill, h } from "./dom.js";
import { gameTitle, inWords } from "./games.js";
import { showHelp } from "./help.js";
import { keepLesson, lessonAddress, lessonsDone } from "./lessons_done.js";
import { settings } from "./settings.js";
import { fillSide } from "./side.js";
import { TableView } from "./table.js";
import { t } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */
/** @typedef {import("./games.js").Text} Text */
/** @typedef {{ steps: number, state: "open" | "wrong" | "done", task: Text, wrong: Text, done: Text, right: string[], tables: Table[] }} Position */

/** In the place of the socket: what the player says is asked of the lesson. */
class LessonLine {
  /**
   * @param {string} path
   * @param {import("./connection.js").Handlers} handlers
   * @param {(position: Position) => void} onPosition
   */
  constructor(path, handlers, onPosition) {
    this.path = path;
    this.handlers = handlers;
    this.onPosition = onPosition;
    /** The moves that the lesson has taken. @type {string[]} */
    this.moves = [];
    this.count = 0;
    this.closed = false;
    Promise.resolve().then(() => this.post([]));
  }

  /** @param {any} message */
  say({ type, move }) {
    if (type === "move") this.post([...this.moves, move]);
    return `lesson-${this.count++}`;
  }

  /** @param {object} _message */
  ask(_message) {
    return "";
  }

  /** @param {string[]} moves */
  async post(moves) {
    try {
      /** @type {Position} */
      const position = await api(this.path, { moves });
      if (this.closed) return;
      if (position.state !== "wrong") this.moves = moves;
      this.handlers.state("open");
      this.onPosition(position);
    } catch (error) {
      const { code, message, detail } = /** @type {ApiError} */ (error);
      if (!this.closed) this.handlers.error({ id: null, code, message, detail });
    }
  }

  close() {
    this.closed = true;
  }
}

export class LessonView extends TableView {
  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {number} step counted from 0
   */
  constructor(root, game, step) {
    super(root, `/api/lessons/${encodeURIComponent(game)}/${step}`, null);
    this.lesson = game;
    this.step = step;
    /** What the lesson said last. @type {Position | undefined} */
    this.position = undefined;
    /** How many of its tables have been handed on. */
    this.handed = 0;
  }

  /** @param {string} path @param {string | null} _token @param {import("./connection.js").Handlers} handlers */
  connect(path, _token, handlers) {
    return /** @type {any} */ (new LessonLine(path, handlers, (position) => this.follow(position)));
  }

  get kind() {
    return "lesson-page";
  }

  get gameName() {
    return this.lesson;
  }

  /** @param {Position} position */
  follow(position) {
    this.position = position;
    if (position.state === "done") keepLesson(this.lesson, this.step + 1, position.steps);
    if (position.state === "wrong") {
      this.sending = "";
      this.hand.clear();
      this.say(inWords(position.wrong), "error");
      if (this.table) this.fillActions(this.table);
      return;
    }
    const fresh = position.tables.slice(this.handed);
    this.handed = position.tables.length;
    this.ready.then(() => fresh.forEach((table) => this.add(named(table))));
  }

  /** Whether the task is done and everything has been shown. */
  get finished() {
    const { position, table } = this;
    return position?.state === "done" && table?.index === position.tables.at(-1)?.index;
  }

  get last() {
    return this.step + 1 >= (this.position?.steps ?? 0);
  }

  /** @param {Table} table */
  show(table) {
    super.show(table);
    // Here nothing is done for the person.
    clearTimeout(this.passTimer);
    if (this.finished) /** @type {HTMLElement | null} */ (this.parts.actions.querySelector("a.primary"))?.focus();
  }

  titleOf() {
    return t("lesson.title", { game: gameTitle(this.lesson), step: this.step + 1, of: this.position?.steps ?? "" });
  }

  /** @param {Element} region */
  fillTools(region) {
    const of = this.position?.steps ?? 0;
    fill(region, [settings.language, of], () => [
      h("span", { class: "chip", "data-testid": "lesson-step" }, `${this.step + 1} / ${of}`),
      button(t("lobby.rules"), () => showHelp(this.lesson), "tool", { "data-testid": "rules" }),
    ]);
  }

  usualMessage() {
    const { position } = this;
    if (!position || !this.table) return { text: t("lobby.loading"), kind: "faint" };
    if (this.finished) return { text: inWords(position.done), kind: "good" };
    return { text: inWords(position.task), kind: this.myTurn ? "turn" : "" };
  }

  /** @param {Table} table */
  fillActions(table) {
    if (!this.finished) return super.fillActions(table);
    fill(this.parts.actions, [settings.language, "done"], () => [
      button(t("puzzle.again"), () => this.again(), "", { "data-testid": "again" }),
      h("a", { class: "button primary", href: this.onward(), "data-testid": "next" }, t(this.last ? "lesson.play" : "lesson.next")),
    ]);
    return undefined;
  }

  /** Where the lesson goes on: its next step, or a table. */
  onward() {
    return this.last ? `#game=${encodeURIComponent(this.lesson)}` : lessonAddress(this.lesson, this.step + 1);
  }

  next() {
    location.hash = this.onward();
  }

  play() {
    return this.finished ? this.next() : super.play();
  }

  again() {
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  hint() {
    const move = this.position?.right[0];
    if (!this.table || !this.myTurn || !move) return;
    this.hints = { game: this.table.game, index: this.table.index, moves: [{ move, value: 0 }], unit: "", close: null, at: 0 };
    this.selectMove(move);
    this.say(inWords(this.position?.task), "hint");
    this.fillActions(this.table);
  }

  /** No result lies over a lesson. */
  fillOver() {}

  /** @param {Table} table */
  fillBeside(table) {
    const of = this.position?.steps ?? 0;
    const done = lessonsDone(this.lesson);
    fillSide(this.parts.side, [of, done, table.game_name], () =>
      h(
        "section",
        { class: "lesson-steps" },
        h("h2", {}, t("lesson")),
        h(
          "ul",
          {},
          Array.from({ length: of }, (_, n) =>
            h(
              "li",
              { class: n < done ? "done" : "", "aria-current": n === this.step ? "step" : null },
              h("a", { href: lessonAddress(this.lesson, n) }, t("lesson.step", { number: n + 1 }), n < done && " ✓"),
            ),
          ),
        ),
      ),
    );
  }
}

/** The person has the name that he has given himself. @param {Table} table @returns {Table} */
function named(table) {
  for (const player of table.players) {
    if (player.kind === "person")
      Object.defineProperty(player, "name", { enumerable: true, get: () => settings.name || t("lobby.guest") });
  }
  return table;
}
