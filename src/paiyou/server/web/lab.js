// @ts-check
// The lab: any position, set up, pasted or loaded; agents asked about it, beliefs as bars, ends solved, and a link to it.

import { announce } from "./announce.js";
import { beliefBars } from "./beliefs.js";
import { api } from "./connection.js";
import { button, fill, h } from "./dom.js";
import { fillInfo } from "./felt.js";
import { baseOf, gameOf, gameTitle, loadGames } from "./games.js";
import { loadDialog, playOnDialog } from "./lab_dialogs.js";
import { cutOff, isSeen, labAddress, placeOf, readPositions, tableAt, withMove } from "./lab_position.js";
import { gameSelect, labelled, setUp } from "./lab_setup.js";
import { OpenBoard, bar, stepButtons, stepOfKey, valueText } from "./open_board.js";
import { verdict } from "./result.js";
import { load, save, settings } from "./settings.js";
import { brief, briefMove, nameOf } from "./tell.js";
import { copied } from "./waiting.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./lab_position.js").Position} Position */
/** @typedef {import("./lab_setup.js").LabGame} LabGame */

const AGENT = "paiyou.lab.agent";
/** Moves of an opinion that are shown. */
const MOST = 8;

/** A seed for a deal that nobody has seen. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** What went wrong, and the server's own word about it. @param {any} trouble */
export const trouble = (trouble) => [
  trouble.code === "invalid" ? t("lab.refused") : troubleText(trouble, String),
  trouble.code === "invalid" && h("code", {}, trouble.message),
];

export class LabView {
  /**
   * @param {HTMLElement} root
   * @param {string} said a position as the address has it, or nothing
   * @param {number} place the step to begin with
   */
  constructor(root, said, place) {
    this.root = root;
    this.place = place;
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
    /** @type {any} */
    this.trouble = null;
    /** Who is asked. */
    this.agent = "";
    this.source = "counting";
    /** @type {number | null} whose beliefs; null for the seat to move */
    this.believer = null;
    /** Answers about the step that is shown. @type {{ opinion?: any, belief?: any, solved?: any, busy?: string, refused?: any }} */
    this.told = {};
    this.gone = false;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.board = new OpenBoard();
    this.parts = regions();
    this.page = this.build();
    this.begin();
  }

  get gameName() {
    return this.look?.game_name;
  }

  leave() {
    this.gone = true;
    removeEventListener("keydown", this.keys);
  }

  refresh() {
    this.board = new OpenBoard();
    this.parts = regions();
    this.page = this.build();
    this.show();
  }

  build() {
    const { heading, info, controls, ask, belief, solve, where, moves } = this.parts;
    const share = h("button", { type: "button", class: "tool", "data-testid": "share" }, t("review.share"));
    share.addEventListener("click", () => this.share(share));
    const page = h(
      "div",
      { class: "review-page lab-page" },
      heading,
      h("section", { class: "felt" }, h("div", { class: "top-row" }, info, share), this.board.element, controls),
      h("aside", { class: "side" }, where, ask, solve, belief, moves),
    );
    this.root.replaceChildren(page);
    return page;
  }

  async begin() {
    try {
      this.games = await loadGames();
      this.position ??= { game: this.games[0].variants[0].name, seed: anySeed(), moves: [] };
      await this.lay(this.position, this.place);
    } catch (error) {
      this.trouble = error;
      if (!this.gone) this.show();
    }
  }

  /**
   * Show a position from a step on, by default its last.
   * @param {Position} position
   * @param {number} [place]
   * @returns {Promise<string>} what is wrong with it; empty where nothing is
   */
  async lay(position, place) {
    this.trouble = null;
    try {
      const [look, game] = await Promise.all([
        api("/api/lab/look", { position }),
        this.known.get(position.game) ?? api("/api/lab/game", { game: position.game }),
      ]);
      if (this.gone) return "";
      this.known.set(position.game, game);
      this.position = isSeen(position) ? position : { ...position, moves: look.moves };
      const last = look.steps.length - 1;
      Object.assign(this, { look, game, place: Math.min(place ?? last, last), told: {} });
      this.agent ||= load(AGENT, "");
      if (!game.agents.some((/** @type {any} */ { name }) => name === baseOf(this.agent)))
        this.agent = /** @type {any} */ (gameOf(position.game))?.strongest ?? "rules";
      if (!game.sources.includes(this.source)) this.source = "counting";
      this.written();
      this.show();
      return "";
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
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
    document.title = `${t("lab")} – ${t("site")}`;
    const title = document.getElementById("title");
    if (title) title.textContent = look ? `${t("lab")} · ${gameTitle(look.game_name, look.title)}` : t("lab");
    if (!look) {
      fill(this.board.element, [settings.language, this.trouble?.code], () =>
        h(
          "div",
          { class: "waiting", role: "status" },
          h("p", {}, this.trouble ? trouble(this.trouble) : t("lobby.loading")),
          this.trouble && button(t("lab.deal"), () => this.deal(this.games[0]?.variants[0].name), "", { "data-testid": "retry" }),
        ),
      );
      return;
    }
    const table = tableAt(look, this.place);
    Object.assign(this.page.dataset, { players: table.players.length, place: this.place, index: look.history.length });
    fillInfo(this.parts.info, table);
    this.board.show(table, placeOf(look, this.place), { closed: (seat) => look.seen_by !== null && seat !== look.seen_by });
    const end = table.phase === "over" ? t("review.end") : t("lab.now", { count: look.history.length });
    fill(this.parts.controls, [settings.language, this.place, look.history.length, end], () =>
      stepButtons(this.place, look.history.length, (place) => this.go(place), end),
    );
    this.fillWhere();
    this.fillAsk(table);
    this.fillSolve(table);
    this.fillBelief(table);
    this.fillMoves(table);
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
    fill(this.parts.where, [settings.language, game.game_name, loaded.length, position, this.place], () => [
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
                this.lay(loaded[Number(/** @type {HTMLSelectElement} */ (event.target).value)], 0),
            },
            loaded.map((one, n) =>
              h("option", { value: n }, `${t("lobby.number", { number: n + 1 })} · ${gameTitle(one.game)}`),
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
    const wrong = await this.lay(found[0], 0);
    if (wrong) return wrong;
    this.loaded = found;
    this.show();
    return "";
  }

  /** @param {any} table */
  playOn(table) {
    const { now } = this;
    if (now) playOnDialog(now, table);
  }

  /**
   * Ask the server about the step that is shown; an answer about another is of no use any more.
   * @param {"opinion" | "belief" | "solved"} what
   * @param {string} path
   * @param {any} more
   */
  async question(what, path, more) {
    const { now, told } = this;
    if (!now || told.busy) return;
    Object.assign(told, { busy: what, refused: null, [what]: null });
    this.show();
    try {
      told[what] = await api(path, { position: now, ...more });
    } catch (error) {
      told.refused = { what, error };
    }
    told.busy = "";
    if (!this.gone && told === this.told) this.show();
  }

  /** @param {string} what */
  note(what) {
    const { busy, refused } = this.told;
    if (busy === what) return h("p", { class: "faint", role: "status" }, t("say.hint.thinking"));
    return refused?.what === what ? h("p", { class: "problem", role: "alert" }, trouble(refused.error)) : null;
  }

  /** @param {any} table */
  fillAsk(table) {
    const { look, told } = this;
    const game = /** @type {LabGame} */ (this.game);
    const last = look.history.length;
    const facts = [settings.language, game.game_name, this.place, last, this.agent, told.opinion, told.busy, told.refused?.what];
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
          labelled(
            t("lab.agent"),
            h("input", { type: "text", name: "agent", list: "lab-agents", value: this.agent, maxlength: 200, "data-testid": "agent", spellcheck: "false", autocapitalize: "none" }),
          ),
          h(
            "datalist",
            { id: "lab-agents" },
            game.agents.map((/** @type {any} */ one) => h("option", { value: one.name })),
          ),
          h("button", { type: "submit", class: "primary", "data-testid": "ask" }, t("lab.ask")),
        ),
        this.note("opinion"),
        told.opinion && this.choices(told.opinion),
      ];
    });
  }

  /** A move of one's own for the seat to move. @param {any} table */
  moveField(table) {
    const { look, place } = this;
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
          if (move) this.move(move);
        },
      },
      field,
      h("button", { type: "submit", "data-testid": "make-move" }, t("do.play")),
    );
  }

  /** @param {string} move */
  async move(move) {
    const { position, look, place } = this;
    if (!position) return;
    const wrong = await this.lay(withMove(position, look, place, move));
    if (wrong) {
      this.told.refused = { what: "opinion", error: { code: "invalid", message: wrong } };
      this.show();
    } else announce(brief(/** @type {any} */ (tableAt(this.look, this.place)), placeOf(this.look, this.place) - 1));
  }

  /** What an agent thinks, best first; a click plays it. @param {any} opinion */
  choices({ moves, unit }) {
    const table = tableAt(this.look, this.place);
    const placed = placeOf(this.look, this.place);
    return opinionList(moves.slice(0, MOST), unit, (move) => briefMove(table, placed, move), (move) => this.move(move));
  }

  /** @param {any} table */
  fillSolve(table) {
    const { look, told, game } = this;
    const open = game?.solves && look.seen_by === null && table.phase === "play";
    this.parts.solve.hidden = !open;
    fill(this.parts.solve, [settings.language, open, this.place, told.solved, told.busy, told.refused?.what], () => {
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
    const placed = placeOf(this.look, this.place);
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
    const { told, look } = this;
    const game = /** @type {LabGame} */ (this.game);
    const over = table.phase === "over";
    this.parts.belief.hidden = over;
    const facts = [settings.language, game.game_name, this.place, this.source, this.believer, told.belief, told.busy, told.refused?.what, look.seen_by];
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
    const seat = this.look.seen_by ?? this.believer;
    this.question("belief", "/api/lab/belief", { source: this.source, ...(seat === null ? {} : { seat }) });
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

  /** @param {number} place */
  go(place) {
    if (place === this.place) return;
    this.place = place;
    this.told = {};
    this.written();
    this.show();
  }

  /** @param {HTMLElement} shared */
  async share(shared) {
    await copied(location.href);
    shared.textContent = t("review.shared");
    announce(t("review.shared"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const to = this.look && stepOfKey(event, this.place, this.look.history.length);
    if (to === undefined || to === null) return;
    event.preventDefault();
    this.go(to);
  }
}

/**
 * Moves with what an agent thinks of them.
 * @param {{ move: string, value: number }[]} moves best first
 * @param {string} unit
 * @param {(move: string) => string} said
 * @param {((move: string) => void) | null} [play] what a click does
 */
export function opinionList(moves, unit, said, play = null) {
  return h(
    "figure",
    { class: "choices", "data-testid": "opinion" },
    h("figcaption", {}, t(`lab.unit.${unit}`)),
    h(
      "ol",
      {},
      moves.map(({ move, value }, n) =>
        h(
          "li",
          {},
          h("span", { class: "rank" }, n + 1),
          play
            ? button(said(move), () => play(move), "plain what", { "data-testid": `choice-${n}` })
            : h("span", { class: "what" }, said(move)),
          unit === "result" && bar(value),
          unit !== "order" && h("b", {}, valueText(value, unit, moves[0].value)),
        ),
      ),
    ),
  );
}

/** Cards as they are typed. @param {string[]} cards @param {import("./tell.js").Shape} shape */
const shorter = (cards, { select, ranks }) =>
  select === "many"
    ? cards
        .map((card) => card[card.length - 1])
        .sort((one, other) => ranks.indexOf(one) - ranks.indexOf(other))
        .join("")
    : cards.join(" ");

/** The parts of the view that are filled again and again. */
function regions() {
  return {
    heading: h("h1", { class: "unseen" }, t("lab")),
    info: h("div", { class: "info" }),
    controls: h("div", { class: "controls", role: "group", "aria-label": t("review.controls") }),
    where: h("section", { class: "where" }),
    ask: h("section", { class: "opinion" }),
    solve: h("section", { class: "opinion" }),
    belief: h("section", { class: "opinion" }),
    moves: h("section", { class: "moves" }),
  };
}
