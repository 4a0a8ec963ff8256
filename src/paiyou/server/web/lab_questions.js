// @ts-check
// What is asked about a position of the lab, and the answers: an agent's opinion, a solution, who holds what.

import { beliefBars } from "./beliefs.js";
import { choiceList } from "./choices.js";
import { api } from "./connection.js";
import { button, fill, h } from "./dom.js";
import { baseOf, gameOf } from "./games.js";
import { agentField, agentNames, labelled } from "./lab_fields.js";
import { placeOf } from "./lab_position.js";
import { verdict } from "./result.js";
import { load, save, settings } from "./settings.js";
import { refusal } from "./study_page.js";
import { briefMove, nameOf } from "./tell.js";
import { t } from "./words.js";

/** @typedef {import("./lab_position.js").Position} Position */
/** @typedef {import("./lab_setup.js").LabGame} LabGame */
/** @typedef {{ now: Position | null, look: any, place: number, game: LabGame | null, gone: boolean, show: () => void, move: (move: string) => void }} Lab */

const AGENT = "paiyou.lab.agent";
/** Moves of an opinion that are shown. */
const MOST = 8;

export class Questions {
  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
    /** Who is asked. */
    this.agent = "";
    this.source = "counting";
    /** @type {number | null} whose beliefs; null for the seat to move */
    this.believer = null;
    /** Answers about the step that is shown. @type {{ opinion?: any, belief?: any, solved?: any, busy?: string, refused?: any }} */
    this.told = {};
    this.parts = places();
  }

  /** New places for the answers. */
  sections() {
    this.parts = places();
    return this.parts;
  }

  /** Another step: what was said is of no use there. */
  forget() {
    this.told = {};
  }

  /** Who can be asked, and for what, is another matter in every game. @param {LabGame} game */
  fit(game) {
    this.agent ||= load(AGENT, "");
    if (!game.agents.some(({ name }) => name === baseOf(this.agent)))
      this.agent = /** @type {any} */ (gameOf(game.game_name))?.strongest ?? "rules";
    if (!game.sources.includes(this.source)) this.source = "counting";
  }

  /** @param {any} table */
  show(table) {
    this.fillAsk(table);
    this.fillSolve(table);
    this.fillBelief(table);
  }

  /** A move that the rules forbid. @param {string} wrong what they say */
  refuse(wrong) {
    this.told.refused = { what: "opinion", error: { code: "invalid", message: wrong } };
  }

  /**
   * Ask the server about the step that is shown; an answer about another is of no use any more.
   * @param {"opinion" | "belief" | "solved"} what
   * @param {string} path
   * @param {any} more
   */
  async question(what, path, more) {
    const { told, lab } = this;
    const { now } = lab;
    if (!now || told.busy) return;
    Object.assign(told, { busy: what, refused: null, [what]: null });
    lab.show();
    try {
      told[what] = await api(path, { position: now, ...more });
    } catch (error) {
      told.refused = { what, error };
    }
    told.busy = "";
    if (!lab.gone && told === this.told) lab.show();
  }

  /** @param {string} what */
  note(what) {
    const { busy, refused } = this.told;
    if (busy === what) return h("p", { class: "faint", role: "status" }, t("say.hint.thinking"));
    return refused?.what === what ? h("p", { class: "problem", role: "alert" }, refusal(refused.error)) : null;
  }

  /** @param {any} table */
  fillAsk(table) {
    const { told } = this;
    const { look, place } = this.lab;
    const game = /** @type {LabGame} */ (this.lab.game);
    const last = look.history.length;
    const facts = [settings.language, game.game_name, place, last, this.agent, told.opinion, told.busy, told.refused?.what];
    fill(this.parts.ask, facts, () => {
      if (table.phase === "over")
        return [
          h("h2", {}, t("review.end")),
          h("p", {}, look.redeal ? t("table.redeals") : verdict({ ...table, you: null }).text),
        ];
      const name = nameOf(table, table.turn);
      return [
        h("h2", {}, t("lab.turn.of", { name })),
        this.moveField(table),
        h(
          "form",
          {
            class: "asked",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.agent = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("agent")).trim() || this.agent;
              save(AGENT, this.agent);
              this.question("opinion", "/api/lab/ask", { agent: this.agent });
            },
          },
          agentField(t("lab.agent"), this.agent, "lab-agents", { name: "agent", "data-testid": "agent" }),
          agentNames("lab-agents", game.agents.map(({ name: one }) => one)),
          h("button", { type: "submit", class: "primary", "data-testid": "ask" }, t("lab.ask")),
        ),
        this.note("opinion"),
        told.opinion && this.choices(table, told.opinion),
      ];
    });
  }

  /** A move of one's own for the seat to move. @param {any} table */
  moveField(table) {
    const { look, place } = this.lab;
    const legal = place === look.history.length ? look.legal : [];
    const placed = placeOf(look, place);
    const field = legal.length
      ? h(
          "select",
          { name: "move", "data-testid": "move", "aria-label": t("lab.move") },
          legal.map((/** @type {string} */ move) => h("option", { value: move }, briefMove(table, placed, move))),
        )
      : h("input", { type: "text", name: "move", "data-testid": "move", "aria-label": t("lab.move"), placeholder: t("lab.move"), autocomplete: "off" });
    return h(
      "form",
      {
        class: "asked",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const move = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("move")).trim();
          if (move) this.lab.move(move);
        },
      },
      field,
      h("button", { type: "submit", "data-testid": "make-move" }, t("do.play")),
    );
  }

  /** What an agent thinks, best first; a click plays it. @param {any} table @param {any} opinion */
  choices(table, { moves, unit }) {
    const placed = placeOf(this.lab.look, this.lab.place);
    const rows = moves.slice(0, MOST).map((/** @type {{ move: string, value: number }} */ { move, value }, /** @type {number} */ n) => ({
      what: button(briefMove(table, placed, move), () => this.lab.move(move), "plain what", { "data-testid": `choice-${n}` }),
      value,
      rank: n + 1,
    }));
    return choiceList(t(`lab.unit.${unit}`), unit, rows);
  }

  /** @param {any} table */
  fillSolve(table) {
    const { told } = this;
    const { look, game, place } = this.lab;
    const open = game?.solves && look.seen_by === null && table.phase === "play";
    this.parts.solve.hidden = !open;
    fill(this.parts.solve, [settings.language, open, place, told.solved, told.busy, told.refused?.what], () => {
      if (!open) return [];
      return [
        h(
          "div",
          { class: "asked" },
          h("h2", {}, t("lab.solve")),
          button(t("lab.solve.do"), () => this.question("solved", "/api/lab/solve", {}), "", { "data-testid": "solve" }),
        ),
        this.note("solved"),
        told.solved && this.solution(table, told.solved),
      ];
    });
  }

  /** @param {any} table @param {any} solved */
  solution(table, { winner, value, moves, line }) {
    const placed = placeOf(this.lab.look, this.lab.place);
    const said = (/** @type {string} */ move) => briefMove(table, placed, move);
    const text =
      value !== null
        ? t("lab.solved.value", { name: nameOf(table, table.turn), points: value })
        : winner === null
          ? t("lab.solved.nobody")
          : t("lab.solved.winner", { name: nameOf(table, winner) });
    return h(
      "div",
      { "data-testid": "solved" },
      h("p", {}, h("b", {}, text)),
      moves.length > 0 && h("p", {}, t("lab.solved.moves"), " ", moves.map(said).join(" · ")),
      line.length > 0 &&
        h(
          "p",
          { class: "faint" },
          t("lab.solved.line"),
          " ",
          line.map((/** @type {[number, string]} */ [seat, move]) => `${nameOf(table, seat)} ${said(move)}`).join(" · "),
        ),
    );
  }

  /** @param {any} table */
  fillBelief(table) {
    const { told } = this;
    const { look, place } = this.lab;
    const game = /** @type {LabGame} */ (this.lab.game);
    const over = table.phase === "over";
    this.parts.belief.hidden = over;
    const facts = [settings.language, game.game_name, place, this.source, this.believer, told.belief, told.busy, told.refused?.what, look.seen_by];
    fill(this.parts.belief, facts, () => {
      if (over) return [];
      const seat = look.seen_by ?? this.believer ?? table.turn;
      return [
        h("h2", {}, t("lab.belief")),
        h(
          "div",
          { class: "asked" },
          look.seen_by === null &&
            labelled(
              t("lab.belief.seat"),
              h(
                "select",
                { "data-testid": "believer", onchange: (/** @type {any} */ event) => this.believe({ believer: Number(event.target.value) }) },
                table.players.map((/** @type {any} */ _, /** @type {number} */ at) =>
                  h("option", { value: at, selected: at === seat }, nameOf(table, at)),
                ),
              ),
            ),
          labelled(
            t("lab.belief.source"),
            h(
              "select",
              { "data-testid": "source", onchange: (/** @type {any} */ event) => this.believe({ source: event.target.value }) },
              game.sources.map((/** @type {string} */ one) => h("option", { value: one, selected: one === this.source }, t(`lab.source.${one}`))),
            ),
          ),
          button(t("lab.belief.do"), () => this.believe({}), "", { "data-testid": "believe" }),
        ),
        this.note("belief"),
        told.belief && beliefBars(told.belief, table),
      ];
    });
  }

  /** @param {{ believer?: number, source?: string }} changes */
  believe(changes) {
    Object.assign(this, changes);
    const seat = this.lab.look.seen_by ?? this.believer;
    this.question("belief", "/api/lab/belief", { source: this.source, ...(seat === null ? {} : { seat }) });
  }
}

function places() {
  const [ask, solve, belief] = Array.from({ length: 3 }, () => h("section", { class: "opinion" }));
  return { ask, solve, belief };
}
