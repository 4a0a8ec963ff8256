// @ts-check
// The table: keeps the line to the server, shows what it says and sends what the player does.

import { actionButtons } from "./actions.js";
import { announce } from "./announce.js";
import { cardName, ranksOf } from "./cards.js";
import { adviceText } from "./coach.js";
import { Connection } from "./connection.js";
import { dialog, fill, h, icon, rememberFocus } from "./dom.js";
import { fillCounter, fillInfo, fillPlate, fillTrick, fillZone, placeOf } from "./felt.js";
import { baseOf, comboWords, gameTitle, gamesKnown, gamesTried } from "./games.js";
import { canGreet, chooseGreeting, showGreeting } from "./greetings.js";
import { chosenCombo } from "./hand.js";
import { HandView } from "./hand_view.js";
import { callKey, handKey, keyIsTaken } from "./keys.js";
import { liven } from "./life.js";
import { moment } from "./moment.js";
import { AUTO_PASS_AFTER, Pace } from "./pace.js";
import { resultPanel, verdict } from "./result.js";
import { reviewAddress } from "./review.js";
import { learn } from "./seats.js";
import { animated, change, settings } from "./settings.js";
import { fillSide, moveList, scoreSheet } from "./side.js";
import { nameOf, spoken, tellChanges } from "./tell.js";
import { waitingPanel } from "./waiting.js";
import { inPoints, t, troubleText } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */

const EYE = "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z";
const LIST = "M8 6h12M8 12h12M8 18h12M3.5 6h.5M3.5 12h.5M3.5 18h.5";
const BUBBLE = "M4 5h16v11H11l-4 4v-4H4zM8.5 10.5h.1M12 10.5h.1M15.5 10.5h.1";
const RESULT_AFTER = 1100;

export class TableView extends HandView {
  /**
   * @param {HTMLElement} root
   * @param {string} room
   * @param {string | null} token
   */
  constructor(root, room, token) {
    super();
    this.root = root;
    this.room = room;
    /** @type {Table | null} */
    this.table = null;
    /** @type {"connecting" | "open" | "lost" | "ended"} */
    this.line = "connecting";
    /** @type {{ game: number, index: number, moves: { move: string, value: number }[], unit: string, close: number | null, at: number } | null} */
    this.hints = null;
    /** The id of the move on its way. */
    this.sending = "";
    /** The end of the game that the player has closed. */
    this.lookingAt = -1;
    /** The end of a game that the player has not closed yet, though the next may have begun. @type {Table | null} */
    this.ended = null;
    /** Gives the focus back when the result closes. @type {(() => void) | null} */
    this.backFromResult = null;
    /** The game after which the player himself asked for the next. */
    this.goneOn = -1;
    this.resultFrom = 0;
    this.resultTimer = 0;
    this.passTimer = 0;
    this.fatal = "";
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.pace = new Pace((/** @type {Table} */ table) => this.show(table));
    this.seen = () => document.hidden || this.pace.skip();
    document.addEventListener("visibilitychange", this.seen);
    this.hand = this.newHand();
    this.parts = regions();
    /** @type {Record<string, { plate: HTMLElement, zone: HTMLElement }>} the other players, by where they sit */
    this.places = {};
    this.page = this.build();
    this.left = false;
    /** Tables wait for the words of their game. @type {Promise<unknown>} */
    this.ready = gamesTried();
    this.connection = this.connect(room, token, {
      table: (table) => this.ready.then(() => this.add(table)),
      hint: (hint) => this.hear(hint),
      greeting: (said) => this.table && showGreeting(this.page, this.table, said),
      error: (trouble) => this.refused(trouble),
      state: (state) => this.connected(state),
    });
  }

  /**
   * The line to whoever has the table.
   * @param {string} room
   * @param {string | null} token
   * @param {import("./connection.js").Handlers} handlers
   */
  connect(room, token, handlers) {
    return new Connection(room, token, handlers);
  }

  /** What the style sheets call this page besides. */
  get kind() {
    return "";
  }

  get gameName() {
    return this.table?.game_name;
  }

  get myTurn() {
    const you = this.table?.you;
    return Boolean(you) && this.table?.turn === you?.seat;
  }

  leave() {
    this.left = true;
    removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.resultTimer);
    clearTimeout(this.passTimer);
    this.pace.stop();
    this.connection.close();
    this.hand.leave();
  }

  refresh() {
    const selected = this.hand.selected;
    this.hand.leave();
    this.hand = this.newHand();
    this.parts = regions();
    this.page = this.build();
    if (this.table) this.render(this.table);
    this.hand.select([...selected]);
    this.showLine();
  }

  build() {
    const { heading, banner, info, tools, counter, seats, message, actions, over, side, self } = this.parts;
    const page = h(
      "div",
      { class: `table-page ${this.kind}` },
      heading,
      h(
        "section",
        { class: "felt", "aria-label": t("table.label"), "data-testid": "table" },
        banner,
        h("div", { class: "top-row" }, info, counter, tools),
        seats,
        message,
        actions,
        this.hand.element,
        self,
        over,
      ),
      side,
    );
    this.root.replaceChildren(page);
    return page;
  }

  /** @param {Table} table as the server has just told it */
  add(table) {
    if (!this.left) this.pace.add(table, this.line !== "open" || settings.pace === "instant");
  }

  /** @param {Table} table */
  show(table) {
    const before = this.table;
    const moved = !before || before.index !== table.index || before.game !== table.game;
    if (moved) {
      this.note = null;
      this.sending = "";
      this.hints = null;
      clearTimeout(this.passTimer);
    }
    if (before && before.phase !== "over" && table.phase === "over")
      this.resultFrom = performance.now() + (animated() ? RESULT_AFTER : 0);
    this.table = table;
    if (table.phase === "over" && table.result) this.ended = table;
    if (table.you) learn(this.room, { game: table.game_name, trouble: null, over: table.phase === "over" });
    tellChanges(before, table);
    this.render(table, before);
    liven(before, table, this.page.querySelector(".felt"));
    if (moved && settings.autoPass && this.myTurn && onlyPass(table)) {
      this.passTimer = window.setTimeout(() => this.send("pass"), AUTO_PASS_AFTER);
    }
  }

  /** @param {Table} table @param {Table | null} [before] */
  render(table, before = null) {
    const { info, tools, counter, seats } = this.parts;
    Object.assign(this.page.dataset, {
      phase: table.phase,
      select: table.shape.select,
      middle: table.shape.tricks ? "trick" : "empty",
      players: table.players.length,
      game: baseOf(table.game_name),
      turn: this.myTurn ? "you" : table.turn === null ? "nobody" : "other",
      index: table.index,
      number: table.game,
    });
    const title = this.titleOf(table);
    // The header shows it to the eye, the heading says where a screen reader is.
    this.parts.heading.textContent = title;
    const shown = document.getElementById("title");
    if (shown) shown.textContent = title;
    document.title = this.myTurn ? `● ${t("tell.turn")} ${title}` : `${title} – ${t("site")}`;
    fillInfo(info, table);
    this.fillTools(tools, table);
    fillCounter(counter, table);
    this.fillSeats(seats, table);
    this.fillHand(table, before);
    this.showMessage();
    this.fillActions(table);
    this.fillOver(table);
    this.fillBeside(table);
  }

  /** @param {Table} table */
  titleOf(table) {
    return t("table.title", { game: gameTitle(table.game_name, table.title), number: table.game + 1 });
  }

  /** @param {Table} table */
  fillBeside(table) {
    const players = table.players.map((player) => [player.name, player.kind]);
    fillSide(this.parts.side, [table.games, players, table.history.length, table.game, table.redeals], () => [
      scoreSheet(table),
      moveList(table),
    ]);
  }

  /** @param {Element} region @param {Table} table */
  fillTools(region, table) {
    const counting = table.counter && table.phase !== "waiting" && table.phase !== "over";
    const greets = canGreet(table);
    fill(region, [settings.language, Boolean(counting), settings.counter, greets], () => [
      greets &&
        h(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": t("greetings"),
            title: t("greetings"),
            "data-testid": "greet",
            onclick: () => chooseGreeting((greeting) => this.connection.say({ type: "greet", greeting })),
          },
          icon(BUBBLE),
          h("span", {}, t("greetings")),
        ),
      counting &&
        h(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": t("table.counter"),
            "aria-pressed": settings.counter,
            title: settings.counter ? t("table.counter.hide") : t("table.counter.show"),
            "data-testid": "toggle-counter",
            onclick: () => change({ counter: !settings.counter }),
          },
          icon(EYE),
          h("span", {}, t("table.counter")),
        ),
      h(
        "button",
        {
          type: "button",
          class: "tool narrow-only",
          "aria-label": t("table.panel"),
          title: t("table.panel"),
          "data-testid": "panel",
          onclick: () => this.openPanel(),
        },
        icon(LIST),
        h("span", {}, t("table.sheet")),
      ),
    ]);
  }

  openPanel() {
    if (this.table)
      dialog(t("table.panel"), t("close"), [scoreSheet(this.table), moveList(this.table)], { class: "panel-dialog" });
  }

  /** @param {Element} region @param {Table} table */
  fillSeats(region, table) {
    const count = table.players.length;
    const waiting = table.phase === "waiting";
    fill(region, [settings.language, count, waiting, waiting && table.invite], () => {
      this.places = {};
      const around = table.players.map((_, seat) => placeOf(table, seat));
      /** @type {("left" | "top" | "right")[]} */
      const others = ["left", "top", "right"];
      const blocks = others
        .filter((place) => around.includes(place))
        .map((place) => {
          const plate = h("div", { class: "plate" });
          const zone = h("div", { class: "zone" });
          this.places[place] = { plate, zone };
          return h("div", { class: `seat ${place}`, "data-testid": `seat-${place}` }, plate, zone);
        });
      this.trick = h("div", { class: "trick", role: "group", "aria-label": t("table.trick"), "data-testid": "trick" });
      return [
        ...blocks,
        waiting ? waitingPanel(table, () => this.fillChairs()) : table.shape.tricks > 0 && this.trick,
        this.parts.ownZone,
      ];
    });
    table.players.forEach((_, seat) => {
      const place = placeOf(table, seat);
      const plate = place === "self" ? this.parts.self : this.places[place].plate;
      const zone = place === "self" ? this.parts.ownZone : this.places[place].zone;
      plate.dataset.testid = `plate-${place}`;
      fillPlate(plate, table, seat);
      fillZone(zone, table, seat);
    });
    if (this.trick && table.shape.tricks) fillTrick(this.trick, table);
  }

  /** Who would have come does not: bots take the chairs that are still open. */
  fillChairs() {
    for (const { kind, chair } of this.table?.players ?? []) if (kind === "open") this.seatBot(chair);
  }

  /** @param {Table} table @param {Table | null} before */
  fillHand(table, before) {
    const { you, shape, phase } = table;
    const over = phase === "over";
    this.hand.element.hidden =
      !you || phase === "waiting" || ((over || shape.select === "list") && !you.cards.length);
    if (!you) return;
    const exposing = phase === "exposing" && this.myTurn;
    const exposable = exposing
      ? [...new Set(you.moves.flatMap((/** @type {string} */ move) => move.split(" ").slice(1)))].filter(
          (card) => card !== "none",
        )
      : null;
    const single = shape.select === "one" && phase === "play";
    const playable = single && this.myTurn ? you.moves : exposable?.length ? exposable : null;
    // A card held again in the next deal was not chosen there.
    if (before && (before.game !== table.game || before.redeals !== table.redeals)) this.hand.clear();
    const dealt =
      (!before || before.phase === "waiting" || before.game !== table.game || before.redeals !== table.redeals) &&
      table.history.length <= 1;
    this.hand.update(you.cards, {
      shape,
      single,
      allowed: /** @type {string[] | null} */ (playable),
      moves: phase === "play" ? you.moves : [],
      dealt,
    });
  }

  usualMessage() {
    const table = this.table;
    if (!table || table.phase === "waiting" || table.phase === "over") return { text: "", kind: "" };
    if (!this.myTurn)
      return { text: table.turn === null ? "" : t("tell.turn.to", { name: nameOf(table, table.turn) }), kind: "faint" };
    const { phase, shape, you, last } = table;
    if (phase === "auction") return { text: t("say.turn.auction"), kind: "turn" };
    if (phase === "exposing")
      return { text: you && you.moves.length > 1 ? t("say.turn.expose") : t("say.turn.expose.nothing"), kind: "turn" };
    if (shape.select === "list") return { text: t("say.turn.choose"), kind: "turn" };
    if (shape.select === "one") {
      const led = table.trick[0]?.card;
      const follows = led && you?.cards.some((card) => card[0] === led[0]);
      const key = !led ? "say.turn.lead.trick" : follows ? "say.turn.follow.trick" : "say.turn.void";
      return { text: t(key, { suit: led ? t(`suit.${led[0]}`) : "" }), kind: "turn" };
    }
    const combo = chosenCombo(table, this.hand);
    if (combo) return { text: t("say.selected", { kind: comboWords(table.game_name, combo) }), kind: "turn" };
    if (!last) return { text: t("say.turn.lead"), kind: "turn" };
    return onlyPass(table)
      ? { text: t("say.cannot"), kind: "turn" }
      : { text: t("say.turn.follow"), kind: "turn" };
  }

  /**
   * The seat of a person who is to move and is away, so that the others wait in vain.
   * @param {Table} table
   */
  absentee({ you, turn, players }) {
    if (!you || turn === null || turn === you.seat) return null;
    const { kind, connected, stand_in: replaced } = players[turn];
    return kind === "person" && !connected && !replaced ? turn : null;
  }

  /** @param {number} chair */
  seatBot(chair) {
    this.connection.say({ type: "bot", chair });
  }

  /** @param {Table} table */
  fillActions(table) {
    const { phase, you, shape, history } = table;
    const mine = this.myTurn && !this.sending;
    const move = this.chosenMove();
    const now = {
      mine,
      ready: mine && move !== null && Boolean(you?.moves.includes(move)),
      onlyPass: mine && onlyPass(table),
      canPass: mine && Boolean(you?.moves.includes("pass")),
      advised: this.hints ? this.hints.moves[this.hints.at]?.move : null,
      absentee: this.absentee(table),
      looking: this.lookingAt === table.game,
      chosen: this.hand.selected.size > 0,
    };
    const listed = phase === "auction" || phase === "exposing" || shape.select === "list";
    fill(this.parts.actions, [settings.language, phase, now, listed && [you?.moves, history.length], Boolean(you)], () =>
      actionButtons(table, now, this),
    );
  }

  /** The move that the selected cards make; null where none is selected. */
  chosenMove() {
    const selected = [...this.hand.selected];
    const table = this.table;
    if (!table?.you || !selected.length) return null;
    if (table.phase === "exposing") {
      const same = (/** @type {string} */ move) =>
        move.split(" ").slice(1).sort().join(" ") === [...selected].sort().join(" ");
      return table.you.moves.find(same) ?? `expose ${selected.join(" ")}`;
    }
    return table.shape.select === "one" ? selected[0] : ranksOf(selected, table.shape);
  }

  play() {
    if (!this.myTurn || this.table?.phase === "auction" || this.table?.shape.select === "list")
      return this.myTurn ? undefined : this.say(t("error.not_your_turn"), "error");
    const move = this.chosenMove();
    if (move === null) return this.say(t("say.nothing"), "error");
    return this.send(move);
  }

  /** A slip on the keyboard is not a wish to pass. */
  get mayPass() {
    return this.myTurn && this.table?.you?.moves.includes("pass");
  }

  pass() {
    if (!this.myTurn) this.say(t("error.not_your_turn"), "error");
    else if (this.table?.phase === "play" && this.table.shape.select === "many") this.send("pass");
  }

  clear() {
    this.hand.clear();
    this.selectionChanged();
  }

  /** @param {string} move */
  send(move) {
    if (!this.table || !this.myTurn || this.sending) return;
    clearTimeout(this.passTimer);
    this.sending = this.connection.say({ type: "move", game: this.table.game, index: this.table.index, move });
    this.fillActions(this.table);
  }

  next() {
    if (this.table?.phase !== "over") return this.closeResult();
    // Who asks for the next game has seen the end of this one.
    this.goneOn = this.table.game;
    this.connection.say({ type: "next", game: this.table.game + 1 });
  }

  hint() {
    const table = this.table;
    if (!table || !this.myTurn) return this.say(t("error.not_your_turn"), "error");
    if (this.hints && this.hints.index === table.index && this.hints.moves.length) {
      this.hints.at = (this.hints.at + 1) % this.hints.moves.length;
      return this.showHint();
    }
    this.say(t("say.hint.thinking"), "faint");
    this.connection.ask({ type: "hint", game: table.game, index: table.index });
  }

  /** @param {any} hint */
  hear(hint) {
    const table = this.table;
    if (!table || hint.game !== table.game || hint.index !== table.index) return;
    this.hints = { game: hint.game, index: hint.index, moves: hint.moves, unit: hint.unit, close: hint.close, at: 0 };
    this.showHint();
  }

  showHint() {
    const table = this.table;
    if (!table || !this.hints) return;
    const { moves, at, unit } = this.hints;
    if (!moves.length) return this.say(t("say.hint.none"), "faint");
    const { move, value } = moves[at];
    const words = spoken(move, table.history, "do");
    this.selectMove(move);
    const place = { n: at + 1, of: moves.length, points: inPoints(value) };
    const calls = table.phase === "auction" && unit === "points";
    const said = table.phase === "exposing" ? spoken(move, []) : table.shape.select === "list" ? (words ?? move) : words;
    const named = said === null ? t("say.hint", place) : t(calls ? "say.hint.call" : "say.hint.say", { ...place, words: said });
    const why = calls ? "" : adviceText(table, moves, at, unit, this.hints.close);
    this.say(why ? t("coach.said", { named, why }) : named, "hint");
    this.fillActions(table);
  }

  /** Lift the cards of a move. @param {string} move */
  selectMove(move) {
    const table = this.table;
    if (!table) return;
    if (table.phase === "exposing")
      this.hand.select(
        move
          .split(" ")
          .slice(1)
          .filter((/** @type {string} */ card) => card !== "none"),
      );
    else if (spoken(move, table.history, "do") !== null) this.hand.clear();
    else if (table.shape.select === "one") this.hand.select([move]);
    else if (table.shape.select === "many") this.hand.selectRanks(move);
  }

  /** @param {import("./connection.js").Trouble & { id: string | null }} trouble */
  refused(trouble) {
    if (["bad_token", "no_room", "old_rules", "damaged"].includes(trouble.code)) {
      if (trouble.code === "bad_token" || trouble.code === "no_room") learn(this.room, { trouble: trouble.code });
      this.fatal = troubleText(trouble, cardName);
      this.showLine();
      return;
    }
    this.sending = "";
    this.say(troubleText(trouble, cardName), "error");
    if (this.table) this.fillActions(this.table);
  }

  /** @param {"connecting" | "open" | "lost" | "ended"} state */
  connected(state) {
    const before = this.line;
    // While one tries again nothing is back yet.
    if (state === "connecting" && before === "lost") return;
    this.line = state;
    if (state === "lost" && before === "open") announce(t("connection.lost"));
    if (state === "open" && before === "lost") announce(t("connection.back"));
    if (state === "open" && before === "lost" && !gamesKnown()) this.ready = gamesTried().then(() => this.reword());
    this.showLine();
  }

  /** The words have come late: say everything anew. */
  reword() {
    if (this.left || !gamesKnown()) return;
    const restore = rememberFocus();
    this.refresh();
    restore();
  }

  showLine() {
    const { banner, message } = this.parts;
    this.page.classList.toggle("offline", this.line === "lost");
    banner.hidden = this.line !== "lost" && !this.fatal;
    fill(banner, [settings.language, this.fatal, this.line === "lost"], () =>
      this.fatal
        ? [`${this.fatal} `, h("a", { href: "#" }, t("back"))]
        : [h("span", { class: "spinner", "aria-hidden": "true" }), t("connection.lost")],
    );
    if (this.fatal && !this.table) message.textContent = "";
  }

  /**
   * The result stays until the player closes it, even if somebody else has dealt the next game meanwhile.
   * @param {Table} table
   */
  fillOver(table) {
    clearTimeout(this.resultTimer);
    const begun = this.ended !== null && this.ended.game !== table.game;
    if (begun && (this.ended?.game === this.goneOn || this.ended?.game === this.lookingAt)) this.ended = null;
    const ended = this.ended?.game === this.lookingAt ? null : this.ended;
    const wait = this.resultFrom - performance.now();
    if (ended && wait > 0) {
      this.resultTimer = window.setTimeout(() => this.table && this.fillOver(this.table), wait);
      return;
    }
    if (ended) this.backFromResult ??= rememberFocus();
    const fresh = fill(
      this.parts.over,
      [
        settings.language,
        begun,
        ended && [
          ended.game,
          ended.result,
          ended.players.map((player) => [player.name, player.score]),
        ],
      ],
      () =>
        ended
          ? resultPanel(ended, {
              moment: ended.you ? moment(this.room, ended) : null,
              begun,
              next: () => this.next(),
              look: () => this.closeResult(),
              lobby: () => (location.hash = ""),
              review: () => (location.hash = reviewAddress(this.room, ended.game)),
            })
          : [],
    );
    if (ended && fresh) {
      announce(verdict(ended).text);
      if (begun) announce(t("result.begun"));
      const { over } = this.parts;
      /** @type {HTMLElement | null} */ (over.querySelector(".primary") ?? over.querySelector("button"))?.focus();
    } else if (!ended) {
      this.backFromResult?.();
      this.backFromResult = null;
    }
  }

  /** Whether the result lies over the table. */
  get resultOpen() {
    return this.parts.over.childElementCount > 0;
  }

  closeResult() {
    if (this.ended) this.lookAtTable(this.ended.game);
  }

  /** @param {number} game whose end is put aside; -1: none */
  lookAtTable(game) {
    this.lookingAt = game;
    if (!this.table) return;
    this.fillActions(this.table);
    this.fillOver(this.table);
  }

  /** In an auction figures bid; letters call, rob and decline. @returns {Record<string, () => void>} */
  callKeys() {
    const moves = this.myTurn ? (this.table?.you?.moves ?? []) : [];
    const keys = moves.map((move) => [callKey(move), () => this.send(move)]);
    return Object.fromEntries(keys.filter(([key]) => settings.letterKeys || /[0-9]/.test(String(key))));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (keyIsTaken(event)) return;
    if (this.resultOpen) {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.key === "Escape") this.closeResult();
      else if (event.key === "Enter" && this.table?.you && !target.closest("button, a")) this.next();
      else return;
      event.preventDefault();
      return;
    }
    if (!this.table?.you) return;
    handKey(event, this.hand, {
      Enter: () => (this.table?.phase === "over" ? this.next() : this.play()),
      Escape: () => this.clear(),
      ...(this.table.phase === "auction" ? this.callKeys() : {}),
      ...(settings.letterKeys && this.table.phase !== "auction" ? { p: () => this.mayPass && this.pass() } : {}),
      ...(settings.letterKeys ? { h: () => this.hint() } : {}),
    });
  }
}

/** The parts of the view that are filled again and again. */
function regions() {
  return {
    heading: h("h1", { class: "unseen" }, t("table.label")),
    banner: h("div", { class: "banner", role: "status", hidden: true, "data-testid": "connection" }),
    info: h("div", { class: "info" }),
    tools: h("div", { class: "tools" }),
    counter: h("div", { class: "counter", "data-testid": "counter" }),
    seats: h("div", { class: "seats" }),
    message: h("p", { class: "message", role: "status", "data-testid": "message" }, t("table.loading")),
    actions: h("div", { class: "actions", role: "group", "aria-label": t("table.actions"), "data-testid": "actions" }),
    over: h("div", { class: "over" }),
    side: h("aside", { class: "side", "aria-label": t("table.panel") }),
    self: h("div", { class: "plate self" }),
    ownZone: h("div", { class: "zone self" }),
  };
}

/** Whether the person to move cannot but pass. @param {Table} table */
const onlyPass = ({ you }) => you?.moves.length === 1 && you.moves[0] === "pass";
