// @ts-check
// One puzzle: all hands open, the person plays the landlord, and the server answers with the peasants' best moves.

import { announce } from "./announce.js";
import { cardName, cardRow, rankName, ranksOf, sortHand } from "./cards.js";
import { ApiError, api } from "./connection.js";
import { button, fill, h } from "./dom.js";
import { feel } from "./effects.js";
import { fillPlate, fillZone, placeOf } from "./felt.js";
import { comboWords, gamesTried } from "./games.js";
import { chosenCombo } from "./hand.js";
import { HandView } from "./hand_view.js";
import { handKey, keyIsTaken } from "./keys.js";
import { liven } from "./life.js";
import { AUTO_PASS_AFTER, Pace } from "./pace.js";
import { asTold, cardsFor, entryOf } from "./puzzle_table.js";
import { keepTry } from "./profile.js";
import { keepBooks, playPuzzle } from "./puzzle_book.js";
import { refutation, showLine } from "./puzzle_line.js";
import { PuzzleTry } from "./puzzle_try.js";
import { LISTED, another, levelGrid, puzzleName, solvedMark } from "./puzzles.js";
import { settings } from "./settings.js";
import { fillSide, moveList } from "./side.js";
import { howSolved, keepHelped, keepSolved, wasHelped } from "./solved.js";
import { nameOf, tellChanges } from "./tell.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./puzzle_table.js").Puzzle} Puzzle */
/** @typedef {import("./tell.js").Entry} Entry */
/** @typedef {import("./puzzle_table.js").PuzzleTable} Table */
/** @typedef {import("./puzzle_try.js").Position} Position */

/** The code of the trouble that trying again does not mend. */
const MISSING = "no_puzzle";

export class PuzzleView extends HandView {
  /**
   * @param {HTMLElement} root
   * @param {number} id
   */
  constructor(root, id) {
    super();
    this.root = root;
    this.id = id;
    /** @type {Puzzle[]} */
    this.puzzles = [];
    /** From when the puzzle is there. @type {PuzzleTry | null} */
    this.try = null;
    /** It follows the entries at the pace of the settings. @type {Table | null} */
    this.table = null;
    this.busy = false;
    /** Why there is nothing to show. @type {{ code: string, detail?: any } | null} */
    this.trouble = null;
    this.advised = "";
    /** Whether this try was told to the record, and the rating after it. */
    this.rated = false;
    this.rating = 0;
    /** The number of the next one, where this is not listed. */
    this.onward = 0;
    this.left = false;
    this.passTimer = 0;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.pace = new Pace((/** @type {Table} */ table) => this.show(table));
    this.hand = this.newHand();
    this.parts = regions();
    /** @type {Record<string, { plate: HTMLElement, open: HTMLElement, zone: HTMLElement }>} the peasants, by where they sit */
    this.places = {};
    this.page = this.build();
    this.load();
  }

  leave() {
    this.left = true;
    removeEventListener("keydown", this.keys);
    clearTimeout(this.passTimer);
    this.pace.stop();
    this.hand.leave();
  }

  refresh() {
    const selected = this.hand.selected;
    // It was said in the language of before.
    this.note = null;
    this.hand.leave();
    this.hand = this.newHand();
    this.parts = regions();
    this.page = this.build();
    if (this.table) this.render(this.table);
    else this.showWaiting();
    this.hand.select([...selected]);
  }

  build() {
    const { heading, info, tools, message, actions, side, seats, ownZone } = this.parts;
    this.places = {};
    for (const place of ["left", "right"]) {
      const plate = h("div", { class: "plate" });
      const open = h("div", { class: "open-hand fit", "data-testid": `open-${place}` });
      const zone = h("div", { class: "zone" });
      this.places[place] = { plate, open, zone };
      seats.append(h("div", { class: `seat ${place}`, "data-testid": `seat-${place}` }, plate, open, zone));
    }
    seats.append(ownZone);
    const page = h(
      "div",
      { class: "table-page puzzle", "data-middle": "empty", "data-players": 3 },
      heading,
      h(
        "section",
        { class: "felt", "aria-label": t("table.label"), "data-testid": "table" },
        h("div", { class: "top-row" }, info, tools),
        seats,
        message,
        actions,
        this.hand.element,
      ),
      side,
    );
    this.root.replaceChildren(page);
    return page;
  }

  async load() {
    this.trouble = null;
    this.showWaiting();
    try {
      [this.puzzles] = await Promise.all([api("/api/puzzles").then(({ puzzles }) => puzzles), gamesTried()]);
      if (this.left) return;
      const puzzle = this.puzzles.find(({ id }) => id === this.id) ?? (await this.made());
      this.try = new PuzzleTry(puzzle);
      this.onward = another(puzzle.level);
      await this.ask([]);
      if (this.id <= LISTED) keepBooks([this.id], () => this.left);
    } catch (error) {
      if (this.left) return;
      this.trouble = /** @type {any} */ (error);
      this.showWaiting();
    }
  }

  /** A puzzle that is not listed: the server makes it when it is asked for. @returns {Promise<Puzzle>} */
  async made() {
    const missing = new ApiError(404, { code: MISSING, message: "" });
    if (this.id <= LISTED) throw missing;
    const { level, difficulty, hands, last } = await api(`/api/puzzles/${this.id}/play`, { moves: [] }).catch((error) => {
      throw error.status === 404 || error.status === 422 ? missing : error;
    });
    return { id: this.id, game: this.puzzles[0]?.game ?? "", level, difficulty, hands, last };
  }

  /** The first try is rated: at its end, or as soon as there was help or a slip. @param {boolean} helped */
  async tried(helped) {
    if (this.rated || howSolved(this.id) || wasHelped(this.id)) return;
    this.rated = true;
    const told = await keepTry(this.id, this.now.entries.map(({ move }) => move), helped);
    if (!told || this.left) return;
    this.rating = Math.round(told.rating);
    if (this.table) this.render(this.table);
  }

  /** Help that was taken, or a slip. */
  help() {
    this.tried(true);
    keepHelped(this.id);
  }

  /** While nothing is on the table: it is being fetched, or cannot be. */
  showWaiting() {
    const code = this.trouble?.code;
    this.showTitle();
    this.showMessage();
    fill(this.parts.actions, [settings.language, "waiting", code], () =>
      code === MISSING
        ? listLink("all-puzzles")
        : code && button(t("lobby.retry"), () => this.load(), "", { "data-testid": "retry" }),
    );
  }

  showTitle() {
    const number = puzzleName(this.id);
    const title = this.trouble?.code === MISSING ? t("puzzles") : `${t("puzzles")} · ${number}`;
    this.parts.heading.textContent = title;
    const shown = document.getElementById("title");
    if (shown) shown.textContent = t("puzzles");
    document.title = `${title} – ${t("site")}`;
  }

  /** The try, where there is one. */
  get now() {
    return /** @type {PuzzleTry} */ (this.try);
  }

  /** The position to decide in. */
  get position() {
    return this.try?.position ?? null;
  }

  /** Whether all replies have been shown. */
  get settled() {
    return !this.busy && this.table !== null && this.table.index === this.now.entries.length;
  }

  get myTurn() {
    return this.settled && this.table?.turn === 0;
  }

  /** Whether the person to move cannot but pass; who leads his last card has one move, too. */
  get onlyPass() {
    const moves = this.table?.you.moves;
    return this.myTurn && moves?.length === 1 && moves[0] === "pass";
  }

  get won() {
    return this.settled && this.table?.phase === "over" && this.position?.winner === 0;
  }

  get spoilt() {
    return this.try?.spoilt ?? false;
  }

  /**
   * Ask the server for the peasants' replies and who wins from there.
   * @param {Entry[]} own the person's move; empty at the beginning
   */
  async ask(own) {
    const played = [...this.now.entries, ...own];
    this.busy = true;
    this.showMessage();
    if (this.table) this.fillActions(this.table);
    try {
      /** @type {Position} */
      const position = await playPuzzle(this.id, played.map(({ move }) => move));
      this.busy = false;
      if (!this.left) this.follow(played, position);
    } catch (error) {
      this.busy = false;
      if (this.left) return;
      if (!this.table) throw error;
      const { code } = /** @type {any} */ (error);
      if (code === "offline" && own.length && !this.position?.winning.includes(own[0].move)) {
        // Which moves win is known without asking; what stops the others is not.
        keepHelped(this.id);
        this.say(t("puzzle.wrong"), "error");
        this.fillActions(this.table);
        return;
      }
      this.say(troubleText(/** @type {any} */ (error), cardName), "error");
      this.fillActions(this.table);
    }
  }

  /**
   * Show the person's move, and then the replies one after another.
   * @param {Entry[]} played
   * @param {Position} position
   */
  follow(played, position) {
    const { now } = this;
    const shown = now.entries.length;
    now.follow(played, position);
    const { entries } = now;
    this.hand.clear();
    if (this.spoilt) this.help();
    if (position.turn === null && position.winner === 0) {
      this.tried(false);
      keepSolved(this.id);
    }
    if (!entries.length) this.pace.add(now.tableAfter(0), true);
    for (let n = shown + 1; n <= entries.length; n++) this.pace.add(now.tableAfter(n), settings.pace === "instant");
  }

  /** @param {Table} table */
  show(table) {
    const before = this.table;
    this.table = table;
    this.note = null;
    this.advised = "";
    clearTimeout(this.passTimer);
    if (before) tellChanges(asTold(before), asTold(table));
    this.render(table);
    liven(before, table, this.page.querySelector(".felt"));
    if (this.won) feel(this.page.querySelector(".felt"), "win");
    if (this.won) this.focusNext();
    if (!before) for (const seat of [1, 2, 0]) announce(this.holds(table, seat));
    // Only after others' moves: what was taken back would be passed on again.
    const moved = before && table.index > before.index;
    if (moved && settings.autoPass && this.onlyPass)
      this.passTimer = window.setTimeout(() => this.send("pass"), AUTO_PASS_AFTER);
  }

  /** @param {Table} table @param {number} seat */
  holds(table, seat) {
    const cards = [...ranksOf(table.hands[seat], table.shape)].map(rankName).join(" ");
    return t("puzzle.holds", { name: nameOf(table, seat), cards });
  }

  /** @param {Table} table */
  render(table) {
    const { info, tools, side, ownZone } = this.parts;
    Object.assign(this.page.dataset, {
      phase: table.phase,
      turn: this.myTurn ? "you" : table.turn === null ? "nobody" : "other",
      index: table.index,
      number: this.id,
      state: !this.settled ? "moving" : this.won ? "won" : this.spoilt ? "spoilt" : "open",
    });
    this.showTitle();
    const { level } = this.now.puzzle;
    const how = howSolved(this.id);
    fill(info, [settings.language, how, this.rating], () => [
      h("b", { class: "number" }, puzzleName(this.id)),
      h("span", { class: `chip level-${level}`, "data-testid": "level" }, t(`puzzles.level.${level}`)),
      how && solvedMark(how, "chip done"),
      this.rating > 0 && h("span", { class: "chip", "data-testid": "puzzle-rating" }, t("puzzles.rating", { rating: this.rating })),
    ]);
    fill(tools, [settings.language], () => [
      button(t("puzzle.solution"), () => this.showSolution(), "tool", { "data-testid": "solution" }),
    ]);
    for (const seat of [1, 2]) {
      const { plate, open, zone } = this.places[placeOf(table, seat)];
      fillPlate(plate, table, seat);
      fillZone(zone, table, seat);
      const cards = sortHand(table.hands[seat], table.shape);
      fill(open, [settings.language, cards], () => (cards.length ? cardRow(cards, `${nameOf(table, seat)}: `) : []));
    }
    fillZone(ownZone, table, 0);
    this.hand.element.hidden = table.phase === "over" && !table.you.cards.length;
    this.hand.update(table.you.cards, {
      shape: table.shape,
      single: false,
      allowed: null,
      moves: table.you.moves,
      dealt: table.index === 0 && !this.hand.cards.length,
    });
    this.showMessage();
    this.fillActions(table);
    fillSide(side, [table.index, how], () => [levelGrid(this.puzzles, level, this.id), moveList(table)]);
  }

  usualMessage() {
    const table = this.table;
    if (this.trouble?.code === MISSING) return { text: t("puzzle.missing", { number: this.id }), kind: "error" };
    if (this.trouble) return { text: troubleText(this.trouble, cardName), kind: "error" };
    if (!table) return { text: t("lobby.loading"), kind: "faint" };
    if (!this.settled) {
      const { turn } = table;
      return { text: turn ? t("tell.turn.to", { name: nameOf(table, turn) }) : t("puzzle.thinking"), kind: "faint" };
    }
    if (table.phase === "over")
      return this.won ? { text: t("puzzle.solved"), kind: "good" } : { text: t("puzzle.lost"), kind: "error" };
    const combo = chosenCombo(table, this.hand);
    if (combo) return { text: t("say.selected", { kind: comboWords(table.game_name, combo) }), kind: "turn" };
    if (this.now.justSpoilt) return { text: refutation(table, this.position?.line ?? []), kind: "error" };
    if (this.onlyPass) return { text: t("say.cannot"), kind: "turn" };
    if (!table.index) return { text: t(table.last ? "puzzle.follow" : "puzzle.lead"), kind: "turn" };
    if (this.spoilt) return { text: t(table.last ? "say.turn.follow" : "say.turn.lead"), kind: "turn" };
    return { text: t("puzzle.right"), kind: "hint" };
  }

  /** @param {Table} table */
  fillActions(table) {
    const mine = this.myTurn;
    const over = this.settled && table.phase === "over";
    const moves = mine ? table.you.moves : [];
    const ready = moves.includes(ranksOf([...this.hand.selected], table.shape));
    const { onlyPass } = this;
    /** @type {{ id: number } | null} */
    const next = this.next();
    const { begun } = this.now;
    const facts = [settings.language, mine, over, ready, moves.includes("pass"), onlyPass, this.advised, begun];
    fill(this.parts.actions, [...facts, this.spoilt, next?.id], () => {
      const back = button(t("puzzle.back"), () => this.takeBack(), this.spoilt && this.settled ? "primary" : "", {
        "data-testid": "take-back",
        "aria-disabled": !begun || !this.settled,
      });
      const again = button(t("puzzle.again"), () => this.restart(), "", { "data-testid": "again" });
      if (over && !this.won) return [again, back];
      if (over)
        return [
          again,
          next
            ? h("a", { class: "button primary", href: `#puzzle=${next.id}`, "data-testid": "next" }, t("puzzle.next"))
            : listLink("next"),
        ];
      const why = this.spoilt && this.settled && (this.position?.line.length ?? 0) > 0;
      const pass = `${onlyPass ? "primary" : ""} ${moves.includes("pass") ? "" : "unready"}`;
      return [
        back,
        why
          ? button(t("puzzle.why"), () => this.showRefutation(), "", { "data-testid": "refutation" })
          : button(t("do.hint"), () => this.hint(), "", { "data-testid": "hint", "aria-disabled": !mine }),
        button(t("do.pass"), () => this.pass(), `${pass} ${this.advised === "pass" ? "advised" : ""}`, {
          "data-testid": "pass",
          "aria-disabled": !mine,
        }),
        button(t("do.play"), () => this.play(), `primary ${ready ? "" : "unready"}`, {
          "data-testid": "play",
          "aria-disabled": !mine,
        }),
      ];
    });
  }

  /** The hand and its buttons are gone: Enter goes on. */
  focusNext() {
    /** @type {HTMLElement | null} */ (this.parts.actions.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  /** The next puzzle that is not solved yet, going round; null where all are. */
  next() {
    if (this.try && this.id > LISTED) return { id: this.onward };
    const place = this.puzzles.findIndex(({ id }) => id === this.id);
    const after = [...this.puzzles.slice(place + 1), ...this.puzzles.slice(0, Math.max(place, 0))];
    return after.find(({ id }) => !howSolved(id)) ?? null;
  }

  play() {
    if (!this.table || !this.myTurn) return;
    const cards = [...this.hand.selected];
    if (!cards.length) this.askForCards();
    else this.send(ranksOf(cards, this.table.shape), cards);
  }

  pass() {
    if (this.myTurn) this.send("pass");
  }

  /** @param {string} move @param {string[]} [cards] */
  send(move, cards = []) {
    if (!this.myTurn) return;
    clearTimeout(this.passTimer);
    const position = /** @type {Position} */ (this.position);
    this.ask([entryOf(0, move, sortHand(cards, position.shape).reverse(), position)]);
  }

  takeBack() {
    if (!this.settled || !this.now.begun) return;
    this.help();
    this.goBack(this.now.positions.length - 1, t("puzzle.tookBack"));
  }

  restart() {
    this.goBack(1, t("puzzle.startedOver"));
    this.hand.focusEnd(false);
  }

  /**
   * Back to an earlier decision.
   * @param {number} decision counted from 1
   * @param {string} words what a screen reader is told
   */
  goBack(decision, words) {
    this.now.goBack(decision);
    announce(words);
    this.pace.add(this.now.tableAfter(this.now.entries.length), true);
  }

  hint() {
    if (!this.myTurn || !this.position) return;
    this.help();
    if (this.spoilt) {
      this.say(t("puzzle.hint.lost"), "error");
      return;
    }
    const [, move] = this.position.line[0];
    this.advised = move;
    if (move === "pass") this.hand.clear();
    else this.hand.select(cardsFor(this.hand.cards, move, this.position.shape));
    this.say(move === "pass" ? t("puzzle.hint.pass") : t("puzzle.hint"), "hint");
    if (this.table) this.fillActions(this.table);
  }

  /** How the peasants stop what was tried: the whole line from here. */
  showRefutation() {
    const { position, table } = this;
    if (!position || !table) return;
    const line = this.now.entriesOf(position.line, this.now.entries, position);
    showLine(table, line, t("puzzle.why"), t("puzzle.why.line"), "refutation-line");
  }

  showSolution() {
    const first = this.try?.positions[0];
    if (!first || !this.table) return;
    this.help();
    showLine(this.table, this.now.entriesOf(first.line, [], first), t("puzzle.solution"), t("puzzle.solution.line"), "solution-line");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (keyIsTaken(event) || !this.table) return;
    handKey(event, this.hand, {
      Enter: () => this.play(),
      Escape: () => {
        this.hand.clear();
        this.selectionChanged();
      },
      ...(settings.letterKeys
        ? { p: () => this.table?.you.moves.includes("pass") && this.pass(), h: () => this.hint() }
        : {}),
    });
  }
}

/** @param {string} testId */
const listLink = (testId) =>
  h("a", { class: "button primary", href: "#puzzles", "data-testid": testId }, t("puzzle.list"));

/** The parts of the view that are filled again and again. */
function regions() {
  return {
    heading: h("h1", { class: "unseen" }, t("puzzles")),
    info: h("div", { class: "info" }),
    tools: h("div", { class: "tools" }),
    seats: h("div", { class: "seats" }),
    message: h("p", { class: "message", role: "status", "data-testid": "message" }),
    actions: h("div", { class: "actions", role: "group", "aria-label": t("table.actions"), "data-testid": "actions" }),
    side: h("aside", { class: "side", "aria-label": t("puzzle.panel") }),
    ownZone: h("div", { class: "zone self" }),
  };
}
