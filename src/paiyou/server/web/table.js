// @ts-check
// The table: keeps the line to the server, shows what it says and sends what the player does.

import { actionButtons } from "./actions.js";
import { announce } from "./announce.js";
import { cardName, ranksOf } from "./cards.js";
import { hintText } from "./coach.js";
import { Connection } from "./connection.js";
import { fill, h, rememberFocus } from "./dom.js";
import { Ending } from "./ending.js";
import { fillCounter, fillInfo, fillPlate, fillTrick, fillZone, placeOf } from "./felt.js";
import { baseOf, gameTitle, gamesKnown, gamesTried } from "./games.js";
import { showGreeting } from "./greetings.js";
import { HandView } from "./hand_view.js";
import { callKey, handKey, keyIsTaken } from "./keys.js";
import { liven } from "./life.js";
import { AUTO_PASS_AFTER, Pace } from "./pace.js";
import { learn } from "./seats.js";
import { settings } from "./settings.js";
import { fillSide, moveList, scoreSheet } from "./side.js";
import { fillTableTools, openPanel } from "./table_tools.js";
import { spoken, tellChanges } from "./tell.js";
import { onlyPass, turnMessage } from "./turn_message.js";
import { waitingPanel } from "./waiting.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./tell.js").Table} Table */


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
    /** @type {({ game: number, index: number, at: number, moves: import("./coach.js").Advised[], unit: string } & import("./coach.js").Margins) | null} */
    this.hints = null;
    /** The id of the move on its way. */
    this.sending = "";
    this.ending = new Ending(this);
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
      hint: (hint) => this.takeHint(hint),
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
    this.ending.stop();
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
    if (this.note?.kind === "hint") this.showHint();
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
    this.table = table;
    this.ending.note(before, table);
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
    fillTableTools(region, table, {
      greet: (greeting) => this.connection.say({ type: "greet", greeting }),
      open: () => this.table && openPanel(this.table),
    });
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
    return this.table ? turnMessage(this.table, this.hand) : { text: "", kind: "" };
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
      looking: this.ending.aside === table.game,
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
    if (move === null) return this.askForCards();
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
    if (this.table?.phase !== "over") return this.ending.close();
    this.ending.goOn(this.table.game);
    this.connection.say({ type: "next", game: this.table.game + 1 });
  }

  hint() {
    const table = this.table;
    if (!table || !this.myTurn) return this.say(t("error.not_your_turn"), "error");
    if (!table.hints) return this.say(t("error.rated"), "error");
    if (this.hints && this.hints.index === table.index && this.hints.moves.length) {
      this.hints.at = (this.hints.at + 1) % this.hints.moves.length;
      return this.showHint();
    }
    this.say(t("say.hint.thinking"), "faint");
    this.connection.ask({ type: "hint", game: table.game, index: table.index });
  }

  /** @param {any} hint */
  takeHint(hint) {
    const table = this.table;
    if (!table || hint.game !== table.game || hint.index !== table.index) return;
    this.hints = { ...hint, at: 0 };
    this.showHint();
  }

  showHint() {
    const table = this.table;
    if (!table || !this.hints) return;
    const { moves, at } = this.hints;
    if (!moves.length) return this.say(t("say.hint.none"), "faint");
    this.selectMove(moves[at].move);
    this.say(hintText(table, this.hints), "hint");
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

  /** No result lies over some tables. @param {Table} table */
  fillOver(table) {
    this.ending.fill(table);
  }

  /** @param {number} game whose end is put aside; -1: none */
  lookAtTable(game) {
    this.ending.putAside(game);
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
    if (this.ending.shown) {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.key === "Escape") this.ending.close();
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
