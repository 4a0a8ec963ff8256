// @ts-check
// Bots alone at a table: deal by deal, hands open or closed, at any speed, with what they think of their moves.

import { choiceList } from "./choices.js";
import { api } from "./connection.js";
import { button, fill, h } from "./dom.js";
import { fillInfo } from "./felt.js";
import { gameOf, gameTitle, loadGames } from "./games.js";
import { agentField, agentNames, gameSelect, labelled } from "./lab_fields.js";
import { labAddress, placeOf, tableAt } from "./lab_position.js";
import { load, save, settings } from "./settings.js";
import { StudyPage, anySeed, refusal } from "./study_page.js";
import { botName, brief, briefMove, nameOf } from "./tell.js";
import { signed, t } from "./words.js";

/** Seconds between moves. */
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 3, normal: 1.2, fast: 0.3 });
const CHOICE = "paiyou.watch";
/** After a game, so many times the pause between moves. */
const AFTER_GAME = 4;
const MOST = 5;

export class WatchView extends StudyPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, "watch");
    /** @type {{ game: string, players: string[], open: boolean, values: boolean, speed: string, goOn: boolean }} */
    this.choice = { game: "", players: [], open: true, values: true, speed: "normal", goOn: true, ...load(CHOICE, {}) };
    /** @type {import("./games.js").Game[]} */
    this.games = [];
    /** @type {{ game: string, seed: number, moves: string[] } | null} */
    this.position = null;
    /** @type {any} all steps so far */
    this.look = null;
    /** The position that those steps are of: while a new one is laid out nobody moves. @type {object | null} */
    this.shown = null;
    /** What the last bot thought of its moves. @type {any} */
    this.opinion = null;
    this.deals = 0;
    /** @type {number[]} */
    this.scores = [];
    this.running = false;
    this.busy = false;
    this.timer = 0;
    this.enter();
  }

  get gameName() {
    return this.look?.game_name;
  }

  get kind() {
    return "lab-page";
  }

  sections() {
    return {
      settings: h("section", { class: "where" }),
      opinion: h("section", { class: "opinion" }),
      score: h("section", { class: "performances", "data-testid": "scores" }),
      moves: h("section", { class: "moves" }),
    };
  }

  leave() {
    super.leave();
    clearTimeout(this.timer);
  }

  async load() {
    this.games = await loadGames();
    const known = this.games.some((game) => game.variants.some(({ name }) => name === this.choice.game));
    if (!known) this.choice.game = this.games[0].variants[0].name;
    this.sitDown();
    this.running = true;
    await this.deal();
  }

  /** Who plays, where nobody was chosen: the levels from strong to weak, seat by seat. */
  sitDown() {
    const game = /** @type {import("./games.js").Game} */ (gameOf(this.choice.game));
    const levels = game.levels.map(({ agent }) => agent).reverse();
    const { players } = this.choice;
    this.choice.players = Array.from({ length: game.seats }, (_, seat) => players[seat] || levels[seat % levels.length]);
    this.scores = Array(game.seats).fill(0);
    this.deals = 0;
  }

  /** @param {Partial<typeof this.choice>} changes */
  choose(changes) {
    const anew = "game" in changes;
    Object.assign(this.choice, changes, anew ? { players: [] } : {});
    if (anew || "players" in changes) this.sitDown();
    save(CHOICE, this.choice);
    // Another game has other fields at once, not when its deal comes: somebody may be typing in one by then.
    this.fillSettings();
    if (anew) this.deal();
    else this.show();
    if ("speed" in changes) this.plan();
  }

  async deal() {
    clearTimeout(this.timer);
    const position = { game: this.choice.game, seed: anySeed(), moves: /** @type {string[]} */ ([]) };
    this.position = position;
    this.opinion = null;
    this.trouble = null;
    try {
      const look = await api("/api/lab/look", { position });
      if (this.gone || position !== this.position) return;
      this.look = look;
      this.shown = position;
      this.deals += 1;
    } catch (error) {
      this.trouble = error;
      this.running = false;
    }
    this.show();
    this.plan();
  }

  get over() {
    return this.look?.steps.at(-1).phase === "over";
  }

  /** The next move, in a while. */
  plan() {
    clearTimeout(this.timer);
    if (!this.running || this.gone || (this.over && !this.choice.goOn)) return;
    const seconds = SPEEDS[this.choice.speed] ?? SPEEDS.normal;
    this.timer = window.setTimeout(() => (this.over ? this.deal() : this.step()), 1000 * seconds * (this.over ? AFTER_GAME : 1));
  }

  /** One move of whoever is to move. */
  async step() {
    const { position, look } = this;
    if (!position || position !== this.shown || this.busy || this.over) return;
    const { turn } = look.steps.at(-1);
    this.busy = true;
    this.trouble = null;
    try {
      const agent = this.choice.players[turn];
      const word = (position.seed + 1000 * position.moves.length) % 2 ** 50;
      const told = await api("/api/lab/move", { position, agent, values: this.choice.values, word });
      if (!this.gone && position === this.position) this.add(told, turn);
    } catch (error) {
      // What a deal that is gone would have been told is of no use any more.
      if (position === this.position) Object.assign(this, { trouble: error, running: false });
    }
    this.busy = false;
    if (this.gone) return;
    this.show();
    this.plan();
  }

  /** @param {any} told @param {number} seat */
  add(told, seat) {
    const steps = [...this.look.steps, ...told.look.steps];
    this.look = { ...told.look, steps };
    /** @type {any} */ (this.position).moves = told.look.moves;
    this.opinion = told.opinion && { ...told.opinion, seat, move: told.move, n: steps.length - 2 };
    const payoffs = told.look.result?.payoffs;
    if (payoffs) this.scores = this.scores.map((score, at) => score + payoffs[at]);
  }

  show() {
    const { look, choice } = this;
    this.page.dataset.state = look ? "ready" : this.trouble ? "trouble" : "loading";
    this.showTitle(look ? `${t("watch")} · ${gameTitle(look.game_name, look.title)}` : t("watch"), t("watch"));
    if (!look) return this.showWaiting(t("lobby.loading"));
    const n = look.steps.length - 1;
    const table = tableAt(look, n, this.sitting());
    Object.assign(this.page.dataset, { players: table.players.length, index: n, deals: this.deals, phase: table.phase });
    fillInfo(this.parts.info, table);
    this.board.show(table, placeOf(look, n), { closed: () => !choice.open && table.phase !== "over" });
    this.fillControls();
    this.fillSettings();
    fill(this.parts.opinion, [settings.language, this.opinion, choice.values, this.trouble?.code, this.trouble?.message], () => [
      this.trouble && h("p", { class: "problem", role: "alert" }, refusal(this.trouble)),
      ...(choice.values && this.opinion ? this.thoughts(this.opinion) : []),
    ]);
    fill(this.parts.score, [settings.language, this.scores, this.deals], () => [
      h("h2", {}, t("watch.score", { deals: this.deals })),
      h(
        "ul",
        { class: "scores" },
        this.scores.map((score, seat) => h("li", {}, h("span", {}, botName(seat)), h("b", {}, signed(score)))),
      ),
    ]);
    return fill(this.parts.moves, [settings.language, look.moves], () => [
      h("h2", {}, t("table.moves")),
      h(
        "ol",
        { "aria-label": t("table.moves") },
        look.history
          .map((/** @type {any} */ made, /** @type {number} */ at) =>
            h("li", {}, h("span", { class: "by" }, nameOf(table, made.seat)), " ", h("span", { class: "what" }, brief(table, at))),
          )
          .reverse(),
      ),
    ]);
  }

  /** Whom the plates name. */
  sitting() {
    const levels = gameOf(this.choice.game)?.levels ?? [];
    return this.choice.players.map((agent, seat) => ({
      name: null,
      level: levels.find((level) => level.agent === agent)?.key ?? null,
      agent,
      score: this.scores[seat] ?? 0,
    }));
  }

  fillControls() {
    const { running, over } = this;
    fill(this.parts.controls, [settings.language, running, over], () => [
      button(t(running ? "watch.pause" : "watch.run"), () => this.run(!running), "primary", { "data-testid": "run" }),
      button(t("review.next"), () => this.step(), "tool", { "data-testid": "step", "aria-disabled": over || running }),
      button(t("watch.next"), () => this.deal(), "tool", { "data-testid": "next-deal" }),
      h("a", { class: "button tool", href: "#lab", "data-testid": "to-lab", onclick: (/** @type {Event} */ event) => this.toLab(event) }, t("lab")),
    ]);
  }

  /** @param {boolean} running */
  run(running) {
    this.running = running;
    this.show();
    if (running && this.over) this.deal();
    else this.plan();
  }

  /** The position that is shown, in the lab. @param {Event} event */
  toLab(event) {
    event.preventDefault();
    if (this.position) location.hash = labAddress(this.position, this.position.moves.length);
  }

  /** The fields show what is chosen by themselves, so nothing but another game or language draws them anew under a person's hands. */
  fillSettings() {
    const { choice } = this;
    fill(this.parts.settings, [settings.language, choice.game], () => {
      const game = /** @type {import("./games.js").Game} */ (gameOf(choice.game));
      const check = (/** @type {"open" | "values" | "goOn"} */ name) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", checked: choice[name], "data-testid": `watch-${name}`, onchange: (/** @type {any} */ event) => this.choose({ [name]: event.target.checked }) }),
          t(`watch.${name}`),
        );
      return [
        h("div", { class: "asked" }, gameSelect(this.games, choice.game, (name) => this.choose({ game: name }))),
        h(
          "div",
          { class: "asked" },
          choice.players.map((agent, seat) =>
            agentField(botName(seat), agent, "watch-agents", {
              "data-testid": `player-${seat}`,
              onchange: (/** @type {any} */ event) => {
                const { target } = event;
                target.value = target.value.trim() || choice.players[seat];
                this.choose({ players: choice.players.map((one, at) => (at === seat ? target.value : one)) });
              },
            }),
          ),
          agentNames("watch-agents", [...new Set([...game.levels.map((level) => level.agent), "rules", "random"])]),
        ),
        h(
          "div",
          { class: "asked" },
          labelled(
            t("watch.speed"),
            h(
              "select",
              { "data-testid": "speed", onchange: (/** @type {any} */ event) => this.choose({ speed: event.target.value }) },
              Object.keys(SPEEDS).map((name) => h("option", { value: name, selected: name === choice.speed }, t(`watch.speed.${name}`))),
            ),
          ),
          check("open"),
          check("values"),
          check("goOn"),
        ),
      ];
    });
  }

  /** What the last bot thought. @param {any} opinion */
  thoughts({ moves, unit, seat, move, n }) {
    const table = tableAt(this.look, n);
    const said = (/** @type {string} */ one) => briefMove(table, placeOf(this.look, n), one);
    return [
      h("h2", {}, t("watch.thought", { name: nameOf(table, seat), move: said(move) })),
      choiceList(
        t(`lab.unit.${unit}`),
        unit,
        moves.slice(0, MOST).map((/** @type {{ move: string, value: number }} */ { move: one, value }, /** @type {number} */ at) => ({
          what: h("span", { class: "what" }, said(one)),
          value,
          rank: at + 1,
        })),
      ),
    ];
  }
}
