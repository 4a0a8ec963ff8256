// @ts-check
// The lab: any position, set up, pasted or loaded, gone through step by step and played on, and a link to it.

import { announce } from "./announce.js";
import { api } from "./connection.js";
import { button, fill, h } from "./dom.js";
import { fillInfo } from "./felt.js";
import { gameTitle, loadGames } from "./games.js";
import { loadDialog, playOnDialog } from "./lab_dialogs.js";
import { gameSelect } from "./lab_fields.js";
import { cutOff, isSeen, labAddress, placeOf, readPositions, tableAt, withMove } from "./lab_position.js";
import { Questions } from "./lab_questions.js";
import { setUp } from "./lab_setup.js";
import { stepButtons } from "./open_board.js";
import { settings } from "./settings.js";
import { StudyPage, anySeed } from "./study_page.js";
import { brief, nameOf } from "./tell.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./lab_position.js").Position} Position */
/** @typedef {import("./lab_setup.js").LabGame} LabGame */

export class LabView extends StudyPage {
  /**
   * @param {HTMLElement} root
   * @param {string} said a position as the address has it, or nothing
   * @param {number} place the step to begin with
   */
  constructor(root, said, place) {
    super(root, "lab", place);
    /** @type {Position | null} */
    this.position = readPositions(said)[0] ?? null;
    /** @type {any} what the server says of it */
    this.look = null;
    /** @type {LabGame | null} */
    this.game = null;
    /** Those that were asked for. @type {Map<string, LabGame>} */
    this.known = new Map();
    /** @type {import("./games.js").Game[]} */
    this.games = [];
    /** Games of a file, to choose from. @type {Position[]} */
    this.loaded = [];
    /** Which of them is shown; -1 for none. */
    this.chosen = -1;
    /** How often a position was asked for: the last one is shown, whichever answer comes first. */
    this.asked = 0;
    this.questions = new Questions(this);
    this.enter();
  }

  get gameName() {
    return this.look?.game_name;
  }

  get kind() {
    return "lab-page";
  }

  sections() {
    const section = (/** @type {string} */ name) => h("section", { class: name });
    return { where: section("where"), ...this.questions.sections(), moves: section("moves") };
  }

  tools() {
    return [this.shareButton()];
  }

  async load() {
    this.games = await loadGames();
    this.position ??= { game: this.games[0].variants[0].name, seed: anySeed(), moves: [] };
    await this.lay(this.position, this.place);
  }

  /**
   * Show a position from a step on, by default its last.
   * @param {Position} position
   * @param {number} [place]
   * @returns {Promise<string>} what is wrong with it; empty where nothing is
   */
  async lay(position, place) {
    this.trouble = null;
    const asked = ++this.asked;
    try {
      const [look, game] = await Promise.all([
        api("/api/lab/look", { position }),
        this.known.get(position.game) ?? api("/api/lab/game", { game: position.game }),
      ]);
      if (this.gone || asked !== this.asked) return "";
      this.known.set(position.game, game);
      this.chosen = this.loaded.indexOf(position);
      this.position = isSeen(position) ? position : { ...position, moves: look.moves };
      const last = look.steps.length - 1;
      Object.assign(this, { look, game, place: Math.min(place ?? last, last) });
      this.questions.forget();
      this.questions.fit(game);
      this.written();
      this.show();
      return "";
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
      if (asked !== this.asked) return "";
      if (!this.look) this.trouble = error;
      if (!this.gone) this.show();
      return code === "invalid" ? message : troubleText(/** @type {any} */ (error), String);
    }
  }

  /** The address says what is shown, so that it can be shared and come back to. */
  written() {
    if (this.position) history.replaceState(null, "", labAddress(this.position, this.place));
  }

  show() {
    const { look } = this;
    this.page.dataset.state = look ? "ready" : this.trouble ? "trouble" : "loading";
    this.showTitle(look ? `${t("lab")} · ${gameTitle(look.game_name, look.title)}` : t("lab"), t("lab"));
    if (!look) {
      const [first] = this.games;
      return this.showWaiting(
        t("lobby.loading"),
        first && { words: t("lab.deal"), retry: () => this.deal(first.variants[0].name) },
      );
    }
    const table = tableAt(look, this.place);
    Object.assign(this.page.dataset, { players: table.players.length, place: this.place, index: look.history.length });
    fillInfo(this.parts.info, table);
    this.board.show(table, placeOf(look, this.place), { closed: (seat) => look.seen_by !== null && seat !== look.seen_by });
    const count = look.history.length;
    const end = table.phase === "over" ? t("review.end") : count ? t("lab.now", { count }) : t("lab.start");
    fill(this.parts.controls, [settings.language, this.place, look.history.length, end], () =>
      stepButtons(this.place, look.history.length, (place) => this.go(place), end),
    );
    this.fillWhere();
    this.questions.show(table);
    return this.fillMoves(table);
  }

  /** The last step is where one goes on; before it, a move leads to another game. */
  get now() {
    const { position, look, place } = this;
    return position && look ? cutOff(position, look, place) : null;
  }

  fillWhere() {
    const { look, games, loaded, position } = this;
    const game = /** @type {LabGame} */ (this.game);
    const table = tableAt(look, this.place);
    fill(this.parts.where, [settings.language, game.game_name, loaded.length, this.chosen, position, this.place], () => [
      h(
        "div",
        { class: "asked" },
        gameSelect(games, game.game_name, (name) => this.deal(name)),
        loaded.length > 1 &&
          h(
            "select",
            {
              "data-testid": "loaded",
              "aria-label": t("lab.loaded"),
              onchange: (/** @type {Event} */ event) =>
                this.choose(Number(/** @type {HTMLSelectElement} */ (event.target).value)),
            },
            this.chosen < 0 && h("option", { value: -1, selected: true, hidden: true }, "–"),
            loaded.map((one, n) =>
              h(
                "option",
                { value: n, selected: n === this.chosen },
                `${t("lobby.number", { number: n + 1 })} · ${gameTitle(one.game)}`,
              ),
            ),
          ),
      ),
      h(
        "div",
        { class: "tools" },
        button(t("lab.setup"), () => this.openSetup(table), "", { "data-testid": "set-up" }),
        button(t("lab.deal"), () => this.deal(game.game_name), "", { "data-testid": "new-deal" }),
        button(t("lab.load"), () => loadDialog((found) => this.take(found)), "", { "data-testid": "load" }),
        button(t("lab.playOn"), () => this.playOn(table), "primary", { "data-testid": "play-on" }),
      ),
    ]);
  }

  /** @param {any} table */
  openSetup(table) {
    const { now, look, game } = this;
    if (!now || !game) return;
    const set = isSeen(now) || now.hands || look.history.length ? now : { ...now, hands: look.steps[0].hands };
    const hands = isSeen(set) ? null : look.steps[this.place].hands.map((/** @type {string[]} */ hand) => shorter(hand, look.shape));
    // A trick of several cards cannot be set up: it is begun again.
    const last = table.trick.length > 1 ? null : look.steps[this.place].last;
    const shown = look.steps[this.place].exposed.flat();
    // Cards that were exposed and played before this position began are in nobody's hand.
    const exposed = isSeen(set) || table.phase === "exposing" ? null : [...new Set([...(set.exposed ?? []), ...shown])];
    const before = isSeen(set) ? set : { game: game.game_name, hands, turn: table.turn ?? 0, last, exposed, moves: [] };
    setUp(game, /** @type {Position} */ (before), (seat) => nameOf(table, seat), (position) => this.lay(position));
  }

  /** @param {string} game */
  deal(game) {
    this.loaded = [];
    return this.lay({ game, seed: anySeed(), moves: [] });
  }

  /** Positions that were pasted or loaded. @param {Position[]} found */
  async take(found) {
    if (!found.length) return t("lab.nothing");
    const before = this.loaded;
    this.loaded = found;
    const wrong = await this.lay(found[0], 0);
    if (wrong) this.loaded = before;
    return wrong;
  }

  /** One of the games that were loaded, from its beginning. @param {number} number */
  choose(number) {
    if (number !== this.chosen) return this.lay(this.loaded[number], 0);
    this.asked++; // an answer that is still to come is not wanted any more
    return this.go(0);
  }

  /** @param {any} table */
  playOn(table) {
    const { now } = this;
    if (now) playOnDialog(now, table);
  }

  /** @param {string} move */
  async move(move) {
    const { position, look, place } = this;
    if (!position) return;
    const wrong = await this.lay(withMove(position, look, place, move));
    if (wrong) {
      this.questions.refuse(wrong);
      this.show();
    } else announce(brief(/** @type {any} */ (tableAt(this.look, this.place)), placeOf(this.look, this.place) - 1));
  }

  /** @param {any} table */
  fillMoves(table) {
    const { look, place } = this;
    this.parts.moves.hidden = !look.history.length;
    fill(this.parts.moves, [settings.language, look.moves, place], () => [
      h("h2", {}, t("table.moves")),
      h(
        "ol",
        { "aria-label": t("table.moves") },
        look.history.map((/** @type {any} */ made, /** @type {number} */ n) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", onclick: () => this.go(n), "data-testid": `move-${n}`, "aria-current": n === place ? "step" : null },
              h("span", { class: "by" }, nameOf(table, made.seat)),
              h("span", { class: "what" }, brief(/** @type {any} */ ({ ...table, history: table.whole }), placeOf(look, n))),
            ),
          ),
        ),
      ),
    ]);
  }

  get last() {
    return this.look ? this.look.history.length : null;
  }

  /** @param {number} place */
  go(place) {
    if (!this.goTo(place)) return;
    this.questions.forget();
    this.written();
    this.show();
  }
}

/** Cards as they are typed. @param {string[]} cards @param {import("./tell.js").Shape} shape */
const shorter = (cards, { select, ranks }) =>
  select === "many"
    ? cards
        .map((card) => card[card.length - 1])
        .sort((one, other) => ranks.indexOf(one) - ranks.indexOf(other))
        .join("")
    : cards.join(" ");
