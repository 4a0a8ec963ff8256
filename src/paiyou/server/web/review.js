// @ts-check
// A finished game, gone through move by move: all hands open, and what a judge thinks who saw no more than the player.

import { announce } from "./announce.js";
import { cardName } from "./cards.js";
import { choiceList } from "./choices.js";
import { decided } from "./coach.js";
import { ApiError, api, attend } from "./connection.js";
import { curve } from "./curve.js";
import { button, fill, h } from "./dom.js";
import { fillInfo } from "./felt.js";
import { gameTitle, gamesTried } from "./games.js";
import { stepButtons } from "./open_board.js";
import { verdict } from "./result.js";
import { full, keep, seatIn } from "./seats.js";
import { settings } from "./settings.js";
import { StudyPage } from "./study_page.js";
import { brief, briefMove, nameOf, sentence } from "./tell.js";
import { known, t, troubleText } from "./words.js";

/** @typedef {import("./open_board.js").Table} Table */

/** Signs that chess players know; words say the same to others. */
const MARKS = /** @type {Record<string, string>} */ ({ best: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" });

/** Where the review of a game is. @param {string} room @param {number} game */
export const reviewAddress = (room, game) => `#room=${encodeURIComponent(room)}&review=${game}`;

export class ReviewView extends StudyPage {
  /**
   * @param {HTMLElement} root
   * @param {string} room
   * @param {string} number of the game, as the address has it
   * @param {number} place the move to begin with
   */
  constructor(root, room, number, place) {
    super(root, "review", place);
    this.room = room;
    this.number = number;
    /** @type {any} what the server said */
    this.review = null;
    /** Whether a table is being opened. */
    this.opening = false;
    // Who reads is still at the table.
    const seat = seatIn(room);
    this.presence = seat && !seat.trouble ? attend(room, seat.token) : null;
    this.enter();
  }

  get gameName() {
    return this.review?.game_name;
  }

  leave() {
    super.leave();
    this.presence?.close();
  }

  async load() {
    if (!/^\d{1,6}$/.test(this.number)) throw new ApiError(404, { code: "no_game", message: "" });
    const path = `/api/rooms/${encodeURIComponent(this.room)}/games/${encodeURIComponent(this.number)}/review`;
    [this.review] = await Promise.all([api(path), gamesTried()]);
  }

  sections() {
    const section = (/** @type {string} */ name, /** @type {string} */ id, /** @type {HTMLElement[]} */ ...content) =>
      h("section", { class: name, "data-testid": id }, content);
    const again = button(t("review.again"), () => this.again(), "", { "data-testid": "again" });
    return {
      opinion: section("opinion", "opinion"),
      again: section("again", "try-again", again),
      course: section("course", "course"),
      players: section("performances", "performances"),
      moves: section("moves", "review-moves"),
    };
  }

  tools() {
    const back = h("a", { class: "button tool", href: `#room=${this.room}`, "data-testid": "to-table" }, t("review.back"));
    return [this.shareButton(), back];
  }

  show() {
    const { review, trouble } = this;
    this.page.dataset.state = trouble ? "trouble" : review ? "ready" : "loading";
    if (!review) return this.showWaiting(t("review.loading"));
    this.goTo(Math.min(Math.max(0, Math.trunc(this.place)), review.history.length));
    const table = this.tableAt(this.place);
    Object.assign(this.page.dataset, { players: table.players.length, place: this.place });
    const title = t("review.title", { game: gameTitle(review.game_name, review.title), number: review.game + 1 });
    this.showTitle(title);
    fillInfo(this.parts.info, table);
    const decision = review.decisions[this.place];
    this.board.show(table, this.place, { mark: () => decision && badge(decision) });
    this.fillControls();
    this.fillOpinion(table);
    const seat = Math.max(0, table.you.seat);
    fill(this.parts.course, [settings.language, this.place], () =>
      curve(review, seat, this.place, (place) => this.goFromList(place)),
    );
    this.fillPlayers(table);
    return this.fillMoves();
  }

  /**
   * The game before a move as the table itself would show it, with the whole history for those who look ahead.
   * @param {number} n
   * @returns {Table}
   */
  tableAt(n) {
    const { review } = this;
    const step = review.steps[n];
    const seats = review.players.length;
    const own = seatIn(this.room);
    const seat = own ? (own.chair - review.game + seats * (review.game + 1)) % seats : -1;
    return {
      ...review,
      ...step,
      you: { seat },
      whole: review.history,
      history: review.history.slice(0, n),
      players: review.players.map((/** @type {any} */ player, /** @type {number} */ at) => ({
        ...player,
        connected: true,
        cards_left: step.hands[at].length,
        role: step.role[at],
        points: step.points[at],
        taken: step.taken[at],
        exposed: step.exposed[at],
        score: 0,
      })),
    };
  }

  fillControls() {
    const last = this.review.history.length;
    const { place } = this;
    fill(this.parts.controls, [settings.language, place, last], () => stepButtons(place, last, (to) => this.go(to)));
  }

  /** @param {Table} table */
  fillOpinion(table) {
    const { review, place } = this;
    const decision = review.decisions[place];
    fill(this.parts.opinion, [settings.language, place], () => [
      h("h2", {}, place < review.history.length ? sentence(review, place) : t("review.end")),
      decision
        ? h("p", {}, badge(decision), " ", this.comment(decision))
        : h("p", {}, verdict({ ...table, you: table.you.seat < 0 ? null : table.you }).text),
      decision?.told.length > 0 && this.choices(decision),
    ]);
  }

  /** What the judge would have done, in a sentence. @param {any} decision */
  comment(decision) {
    if (this.review.history[this.place].note) return t("review.replaced");
    if (decision.verdict === "forced") return "";
    const move = briefMove(this.review, this.place, decision.told[0].move);
    const same = decision.told[0].move === decision.move;
    const said = t(same ? "review.same" : decision.verdict === "best" ? "review.equal" : "review.instead", { move });
    const settled = decided(decision.told, 0, decision.unit);
    return settled ? `${said} ${t(`review.${settled}${decision.points === null ? "" : ".points"}`)}` : said;
  }

  /** The judge's best moves, and the one that was made. @param {any} decision */
  choices(decision) {
    const { told, unit, move } = decision;
    const made = { move, rank: decision.rank, value: decision.value, points: decision.points };
    const all = told.some((/** @type {any} */ one) => one.move === move) ? told : [...told, made];
    const rows = all.map((/** @type {any} */ one) => ({
      ...one,
      made: one.move === move,
      what: h(
        "span",
        { class: "what" },
        briefMove(this.review, this.place, one.move),
        one.move === move && h("small", {}, t("review.made")),
      ),
    }));
    return choiceList(t(`review.unit.${unit}${decision.points === null ? "" : ".points"}`), unit, rows);
  }

  /** Why nothing counts for a seat. @param {number} seat */
  noDecisions(seat) {
    const others = this.review.history.some((/** @type {any} */ made) => made.seat === seat && made.note);
    return t(others ? "review.standIn" : "review.nochoice");
  }

  /** @param {Table} table */
  fillPlayers(table) {
    const { review } = this;
    fill(this.parts.players, [settings.language], () => [
      h("h2", {}, t("review.players")),
      h(
        "ul",
        {},
        review.summaries.map((/** @type {any} */ summary, /** @type {number} */ seat) =>
          h(
            "li",
            { class: seat === table.you.seat ? "own" : "" },
            h("b", {}, nameOf(table, seat)),
            h(
              "span",
              {},
              h("span", {}, summary.decisions ? t("review.summary", summary) : this.noDecisions(seat)),
              ["inaccuracy", "mistake", "blunder"].map(
                (fault) =>
                  summary.verdicts[fault] > 0 &&
                  h(
                    "button",
                    {
                      type: "button",
                      class: `mark ${fault}`,
                      "data-testid": `${fault}-${seat}`,
                      onclick: () => this.goFromList(this.nextOf(seat, fault)),
                    },
                    t(`verdicts.${fault}`, { count: summary.verdicts[fault] }),
                  ),
              ),
            ),
          ),
        ),
      ),
      h("p", { class: "faint judge" }, t("review.judge", { judge: judgeName(review.agent) })),
    ]);
  }

  /**
   * The next move of a seat with a verdict; after the last of them the first.
   * @param {number} seat
   * @param {string} said
   * @returns {number}
   */
  nextOf(seat, said) {
    const { decisions, history } = this.review;
    const places = [...decisions.keys()].filter(
      (n) => decisions[n].seat === seat && decisions[n].verdict === said && !history[n].note,
    );
    return places.find((n) => n > this.place) ?? places[0];
  }

  fillMoves() {
    const { review, place } = this;
    const region = this.parts.moves;
    fill(region, [settings.language, "list"], () => [
      h("h2", {}, t("table.moves")),
      h(
        "ol",
        { "aria-label": t("table.moves") },
        review.history.map((/** @type {any} */ entry, /** @type {number} */ n) => {
          const said = review.decisions[n].verdict;
          return h(
            "li",
            {},
            h(
              "button",
              { type: "button", onclick: () => this.goFromList(n), "data-testid": `move-${n}` },
              h("span", { class: "by" }, nameOf(review, entry.seat)),
              h("span", { class: "what" }, brief(review, n)),
              said in MARKS &&
                h("span", { class: `mark ${said}`, role: "img", "aria-label": t(`verdict.${said}`) }, MARKS[said]),
            ),
          );
        }),
      ),
    ]);
    const list = /** @type {HTMLElement} */ (region.querySelector("ol"));
    [...list.querySelectorAll("button")].forEach((button, n) => {
      if (n === place) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const item = /** @type {HTMLElement | undefined} */ (list.children[Math.min(place, list.children.length - 1)]);
    if (item) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }

  /** @param {number} place */
  go(place) {
    if (!this.goTo(place)) return;
    history.replaceState(null, "", `${reviewAddress(this.room, this.review.game)}&move=${place}`);
    this.show();
    const decision = this.review.decisions[place];
    announce(decision ? `${sentence(this.review, place)} ${verdictText(decision)}` : t("review.end"));
  }

  /** No key is in it. */
  get address() {
    return `${location.origin}${location.pathname}${reviewAddress(this.room, this.review.game)}&move=${this.place}`;
  }

  /** Play on from here against the same hidden cards: on the own seat, or on that of whoever is to move. */
  async again() {
    const { review } = this;
    if (!review || this.opening) return;
    if (full()) {
      this.refuse(t("lobby.full"));
      return;
    }
    const move = Math.min(this.place, review.history.length - 1);
    const own = this.tableAt(move).you.seat;
    const seat = own < 0 ? review.history[move].seat : own;
    this.opening = true;
    try {
      const path = `/api/rooms/${encodeURIComponent(this.room)}/games/${review.game}/again`;
      const made = await api(path, { move, seat, name: settings.name || t("lobby.guest") });
      keep({ room: made.room, token: made.token, chair: made.chair, game: review.game_name });
      location.hash = `room=${made.room}`;
    } catch (trouble) {
      this.refuse(troubleText(/** @type {any} */ (trouble), cardName));
    }
    this.opening = false;
  }

  /** Why there is no table to try again at. @param {string} words */
  refuse(words) {
    this.parts.again.querySelector(".problem")?.remove();
    this.parts.again.append(h("p", { class: "problem", role: "alert" }, words));
  }

  /** On small screens the list is far below the hands. @param {number} place */
  goFromList(place) {
    this.go(place);
    this.board.element.scrollIntoView({ block: "nearest" });
  }

  get last() {
    return this.review ? this.review.history.length : null;
  }
}

/** @param {any} decision */
const verdictText = ({ verdict, rank, moves }) => t(`verdict.${verdict}`, { rank, moves });

/** @param {any} decision */
const badge = (decision) => h("span", { class: `badge ${decision.verdict}` }, verdictText(decision));

/** @param {string} agent */
function judgeName(agent) {
  const key = `review.judge.${agent.split(":")[0]}`;
  return t(known(key) ? key : "review.judge.other");
}
