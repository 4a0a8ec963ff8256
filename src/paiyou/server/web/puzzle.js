// @ts-check
// One puzzle: all hands open, the person plays the landlord, and the server answers with the peasants' best moves.

import { announce } from "./announce.js";
import { cardName, cardRow, rankName, ranksOf, sortHand } from "./cards.js";
import { ApiError, api } from "./connection.js";
import { button, dialog, fill, h } from "./dom.js";
import { fillPlate, fillZone, placeOf } from "./felt.js";
import { comboWords, gamesTried } from "./games.js";
import { chosenCombo } from "./hand.js";
import { HandView } from "./hand_view.js";
import { feel } from "./effects.js";
import { handKey, keyIsTaken } from "./keys.js";
import { liven } from "./life.js";
import { AUTO_PASS_AFTER, Pace } from "./pace.js";
import { asTold, cardsFor, deal, entryOf, handAfter, tableAfter } from "./puzzle_table.js";
import { keepTry } from "./profile.js";
import { keepBooks, playPuzzle } from "./puzzle_book.js";
import { LISTED, another, levelGrid, puzzleName, solvedMark } from "./puzzles.js";
import { settings } from "./settings.js";
import { fillSide, moveList } from "./side.js";
import { howSolved, keepHelped, keepSolved, wasHelped } from "./solved.js";
import { briefMove, nameOf, spoken, tellChanges } from "./tell.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./puzzle_table.js").Puzzle} Puzzle */
/** @typedef {import("./tell.js").Entry} Entry */
/** @typedef {import("./puzzle_table.js").PuzzleTable} Table */
/** @typedef {import("./puzzle_table.js").Told & { asked: string[], moves: [number, string][], turn: number | null, legal: string[], winner: number, winning: string[], line: [number, string][] }} Position */

/** The code of the trouble that trying again does not mend. */
const MISSING = "no_puzzle";
/** So many moves of the line that refutes a wrong one are told at once. */
const REFUTED = 3;

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
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {import("./puzzle_table.js").Dealt} */
    this.dealt = { hands: [], before: [] };
    /** All moves so far with their cards. @type {Entry[]} */
    this.entries = [];
    /** What the server said before each of the landlord's decisions, the newest last. @type {Position[]} */
    this.positions = [];
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
      this.puzzle = this.puzzles.find(({ id }) => id === this.id) ?? (await this.made());
      this.onward = another(this.puzzle.level);
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
    const told = await keepTry(this.id, this.entries.map(({ move }) => move), helped);
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

  /** The position to decide in. */
  get position() {
    return this.positions.at(-1) ?? null;
  }

  /** Whether all replies have been shown. */
  get settled() {
    return !this.busy && this.table?.index === this.entries.length;
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

  /** Whether the win has been thrown away. */
  get spoilt() {
    return this.position !== null && this.position.winner !== 0;
  }

  /**
   * Ask the server for the peasants' replies and who wins from there.
   * @param {Entry[]} own the person's move; empty at the beginning
   */
  async ask(own) {
    const played = [...this.entries, ...own];
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
    if (!this.positions.length) this.dealt = deal(/** @type {Puzzle} */ (this.puzzle), position);
    const shown = this.entries.length;
    const entries = [...played];
    for (const [seat, move] of position.moves.slice(played.length))
      entries.push(entryOf(seat, move, cardsFor(handAfter(this.dealt, entries, seat), move, position.shape), position));
    this.entries = entries;
    this.positions.push(position);
    this.hand.clear();
    if (this.spoilt) this.help();
    if (position.turn === null && position.winner === 0) {
      this.tried(false);
      keepSolved(this.id);
    }
    if (!entries.length) this.pace.add(this.tableAfter(0), true);
    for (let n = shown + 1; n <= entries.length; n++) this.pace.add(this.tableAfter(n), settings.pace === "instant");
  }

  /** @param {number} n moves */
  tableAfter(n) {
    return tableAfter(
      /** @type {Puzzle} */ (this.puzzle),
      this.dealt,
      this.entries.slice(0, n),
      n === this.entries.length ? (this.position?.legal ?? []) : [],
      /** @type {Position} */ (this.position),
    );
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
    const level = /** @type {Puzzle} */ (this.puzzle).level;
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
    // Said once, at the move that threw the win away; after that the person knows.
    if (this.spoilt && this.positions.at(-2)?.winner === 0) return { text: this.refuted(table), kind: "error" };
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
    const begun = this.positions.length > 1;
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
    if (this.puzzle && this.id > LISTED) return { id: this.onward };
    const place = this.puzzles.findIndex(({ id }) => id === this.id);
    const after = [...this.puzzles.slice(place + 1), ...this.puzzles.slice(0, Math.max(place, 0))];
    return after.find(({ id }) => !howSolved(id)) ?? null;
  }

  play() {
    if (!this.table || !this.myTurn) return;
    const cards = [...this.hand.selected];
    if (!cards.length) this.say(t("say.nothing"), "error");
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
    if (!this.settled || this.positions.length < 2) return;
    this.help();
    this.goBack(this.positions.length - 1, t("puzzle.tookBack"));
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
    this.positions.splice(decision);
    this.entries = this.entries.slice(0, this.position?.moves.length ?? 0);
    announce(words);
    this.pace.add(this.tableAfter(this.entries.length), true);
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

  /** That the move does not win, and what stops it: the beginning of the line that refutes it. @param {Table} table */
  refuted(table) {
    const line = this.position?.line ?? [];
    if (!line.length) return t("puzzle.wrong");
    const said = line.slice(0, REFUTED).map(([seat, move]) => `${nameOf(table, seat)} ${briefMove(table, table.history.length, move)}`);
    return t("puzzle.wrong.line", { line: said.join(" · ") });
  }

  /** How the peasants stop what was tried: the whole line from here. */
  showRefutation() {
    const { position } = this;
    if (position) this.showLine(position, this.entries, t("puzzle.why"), t("puzzle.why.line"), "refutation-line");
  }

  showSolution() {
    const first = this.positions[0];
    if (!first || !this.puzzle) return;
    this.help();
    this.showLine(first, [], t("puzzle.solution"), t("puzzle.solution.line"), "solution-line");
  }

  /**
   * A line of moves with their cards, in a dialog.
   * @param {Position} first where it begins
   * @param {Entry[]} before the moves made so far
   * @param {string} title
   * @param {string} words
   * @param {string} testId
   */
  showLine(first, before, title, words, testId) {
    const table = tableAfter(/** @type {Puzzle} */ (this.puzzle), this.dealt, before, [], first);
    const entries = [...before];
    const rows = first.line.map(([seat, move]) => {
      const cards = cardsFor(handAfter(this.dealt, entries, seat), move, first.shape);
      entries.push(entryOf(seat, move, cards, first));
      const said = spoken(move, []);
      return h(
        "li",
        { class: seat === 0 ? "own" : "" },
        h("span", { class: "by" }, nameOf(table, seat)),
        said === null ? cardRow(cards) : h("span", { class: "said" }, said),
      );
    });
    dialog(title, t("close"), [h("p", {}, words), h("ol", { class: "solution" }, rows)], { "data-testid": testId });
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
