// @ts-check
// The lobby: choose a game, who sits at the table, and go; with the ways to everything else.

import { cardBack, cardElement } from "./cards.js";
import { ApiError, api } from "./connection.js";
import { h } from "./dom.js";
import { baseOf, gameTitle, inWords, loadGames } from "./games.js";
import { showHelp } from "./help.js";
import { anyLesson, lessonAddress, lessonsDone } from "./lessons_done.js";
import { pageCards } from "./lobby_pages.js";
import { OwnTables } from "./lobby_tables.js";
import { nameField } from "./name_field.js";
import { keyForTable } from "./profile.js";
import { full, keep, seats } from "./seats.js";
import { change, load, save } from "./settings.js";
import { t, troubleText } from "./words.js";

/** @typedef {import("./games.js").Game} Game */

const CHOICE = "paiyou.choice";
const WELCOMED = "paiyou.welcomed";

export class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {string | null} wanted the game to begin with, options included
   */
  constructor(root, wanted) {
    this.root = root;
    this.wanted = wanted;
    /** @type {Game[] | null} */
    this.games = null;
    /** @type {import("./puzzle_table.js").Puzzle[]} */
    this.puzzles = [];
    this.problem = "";
    this.busy = false;
    /** What is chosen: a game, its variant, and who sits on the other chairs. */
    this.choice = { game: "", variant: "", chairs: /** @type {string[]} */ ([]), ...load(CHOICE, {}) };
    /** @type {HTMLElement | null} */
    this.go = null;
    this.tables = new OwnTables();
    this.left = false;
    this.refresh();
    this.fetchGames();
    this.tables.fetch();
    this.fetchPuzzles();
  }

  leave() {
    this.left = true;
  }

  async fetchGames() {
    this.problem = "";
    try {
      this.games = await loadGames();
      const base = baseOf(this.wanted ?? "");
      if (this.game(base)) Object.assign(this.choice, { game: base, variant: this.wanted });
      if (!this.game(this.choice.game)) this.choice.game = this.games[0]?.name ?? "";
    } catch (error) {
      this.problem = troubleText(/** @type {ApiError} */ (error), String);
    }
    if (!this.left) this.refresh();
  }

  /** Only for how many there are and are solved; the card leads there without it, too. */
  async fetchPuzzles() {
    const told = await api("/api/puzzles").catch(() => null);
    this.puzzles = told?.puzzles ?? [];
    if (!this.left) this.showPages();
  }

  /** @param {string} name */
  game(name) {
    return this.games?.find((game) => game.name === name);
  }

  refresh() {
    document.title = `${t("site")} – ${t("site.line")}`;
    this.root.replaceChildren(
      h(
        "div",
        { class: "lobby" },
        h("div", { class: "hero" }, h("h1", {}, t("site")), h("p", {}, t("site.line"))),
        this.tables.resume,
        this.welcome(),
        h(
          "div",
          { class: "columns" },
          this.form(),
          h("div", { class: "beside" }, (this.pages = h("div", { class: "pages" })), this.tables.list),
        ),
      ),
    );
    this.showPages();
    this.tables.show();
  }

  /** The first visit: learn, or play. */
  welcome() {
    const first = this.games?.find(({ lesson }) => lesson > 0);
    if (!first || seats().length > 0 || anyLesson() || load(WELCOMED, false)) return "";
    const box = h(
      "section",
      { class: "welcome", "data-testid": "welcome", "aria-label": t("welcome") },
      h("p", {}, t("welcome.line", { game: inWords(first.title) })),
      h(
        "div",
        { class: "choices" },
        h("a", { class: "button primary", href: lessonAddress(first.name), "data-testid": "welcome-learn" }, t("welcome.learn")),
        h(
          "button",
          {
            type: "button",
            "data-testid": "welcome-play",
            onclick: () => {
              save(WELCOMED, true);
              box.remove();
              /** @type {HTMLElement | null} */ (this.go?.querySelector("[type=submit]"))?.focus();
            },
          },
          t("welcome.play"),
        ),
      ),
    );
    return box;
  }

  showPages() {
    this.pages?.replaceChildren(...pageCards(this.puzzles));
  }

  form() {
    if (!this.games) {
      return h(
        "section",
        { class: "panel" },
        h("p", { role: "status" }, this.problem || t("lobby.loading")),
        this.problem && h("button", { type: "button", onclick: () => this.fetchGames() }, t("lobby.retry")),
      );
    }
    const form = h(
      "form",
      { class: "panel new", onsubmit: (/** @type {Event} */ event) => this.start(event), "data-testid": "new-table" },
      h(
        "fieldset",
        { class: "games" },
        h("legend", {}, t("lobby.game")),
        h(
          "div",
          { class: "tiles" },
          this.games.map((game) => this.tile(game)),
        ),
      ),
      (this.options = h("div", { class: "options" })),
      (this.go = h("div", { class: "go" })),
    );
    this.showOptions();
    return form;
  }

  /** @param {Game} game */
  tile(game) {
    return h(
      "label",
      { class: "tile" },
      h("input", {
        type: "radio",
        name: "game",
        value: game.name,
        checked: game.name === this.choice.game,
        onchange: () => this.choose({ game: game.name, variant: "" }),
      }),
      h(
        "span",
        { class: "emblem", "aria-hidden": "true" },
        game.emblem.length ? game.emblem.map((card) => cardElement(card, true)) : cardBack(),
      ),
      h(
        "span",
        { class: "what" },
        h("b", {}, inWords(game.title)),
        h("small", {}, t("lobby.players", { count: game.seats })),
      ),
    );
  }

  /** @param {Partial<typeof this.choice>} changes */
  choose(changes) {
    Object.assign(this.choice, changes);
    save(CHOICE, this.choice);
    this.showOptions();
  }

  showOptions() {
    const game = this.game(this.choice.game);
    if (!game || !this.options) return;
    const variant = game.variants.find((one) => one.name === this.choice.variant) ?? game.variants[0];
    const others = Array.from({ length: game.seats - 1 }, (_, n) => n + 1);
    this.options.replaceChildren(
      h("p", { class: "about" }, inWords(game.about)),
      game.variants.length > 1
        ? h(
            "fieldset",
            { class: "variants" },
            game.variants_title && h("legend", {}, inWords(game.variants_title)),
            h(
              "div",
              { class: "segments" },
              game.variants.map((one) =>
                h(
                  "label",
                  {},
                  h("input", {
                    type: "radio",
                    name: "variant",
                    value: one.name,
                    checked: one === variant,
                    onchange: () => this.choose({ variant: one.name }),
                  }),
                  h("span", {}, inWords(one.title) || gameTitle(game.name)),
                ),
              ),
            ),
          )
        : "",
      h(
        "fieldset",
        { class: "chairs" },
        h("legend", {}, t("lobby.chairs")),
        h(
          "div",
          { class: "chair-grid" },
          h(
            "label",
            {},
            h("span", {}, t("lobby.name")),
            (this.name = nameField()),
          ),
          others.map((chair) => this.chair(game, chair)),
        ),
        (this.unrated = h(
          "label",
          { class: "unrated", hidden: !this.friends() },
          h("input", { type: "checkbox", name: "unrated" }),
          " ",
          t("lobby.unrated"),
        )),
      ),
    );
    this.go?.replaceChildren(
      h("p", { class: "problem", role: "alert" }, this.problem),
      h("button", { type: "button", onclick: () => showHelp(game.name) }, t("lobby.rules")),
      game.lesson
        ? h(
            "a",
            { class: "button", href: lessonAddress(game.name, lessonsDone(game.name) % game.lesson), "data-testid": "learn" },
            t("lesson.button"),
          )
        : "",
      h(
        "button",
        { type: "submit", class: "primary large", disabled: this.busy, "data-testid": "start" },
        this.busy ? t("lobby.starting") : t("lobby.start"),
      ),
    );
  }

  /** @param {Game} game @param {number} chair */
  chair(game, chair) {
    const levels = game.levels.map((level) => level.key);
    const options = [...levels, "open"];
    const usual = levels.includes("steady") ? "steady" : levels[0];
    const chosen = options.includes(this.choice.chairs[chair]) ? this.choice.chairs[chair] : usual;
    const select = h(
      "select",
      {
        name: `chair-${chair}`,
        onchange: (/** @type {Event} */ event) =>
          this.seat(chair, /** @type {HTMLSelectElement} */ (event.target).value),
      },
      options.map((value) =>
        h(
          "option",
          { value, selected: value === chosen },
          value === "open" ? t("lobby.friend") : this.bot(game, value),
        ),
      ),
    );
    return h("label", {}, h("span", {}, t("lobby.chair", { chair: chair + 1 })), select);
  }

  /** A level in words, with its rating where it has been measured. @param {Game} game @param {string} key */
  bot(game, key) {
    const rating = game.levels.find((level) => level.key === key)?.rating;
    const level = t(`level.${key}`);
    return rating == null ? t("lobby.bot", { level }) : t("lobby.rated", { level, rating });
  }

  /** Whether a chair is for a friend, with whom a game may count or not. */
  friends() {
    const seats = this.game(this.choice.game)?.seats ?? 0;
    return this.choice.chairs.slice(1, seats).includes("open");
  }

  /** @param {number} chair @param {string} who */
  seat(chair, who) {
    this.choice.chairs[chair] = who;
    save(CHOICE, this.choice);
    if (this.unrated) this.unrated.hidden = !this.friends();
  }

  /** @param {Event} event */
  async start(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const game = this.game(this.choice.game);
    if (!game || this.busy) return;
    if (full()) {
      this.problem = t("lobby.full");
      this.showOptions();
      return;
    }
    const typed = String(form.get("name") ?? "").trim();
    change({ name: typed });
    const name = String(form.get("variant") ?? game.variants[0].name);
    const others = Array.from({ length: game.seats - 1 }, (_, n) => String(form.get(`chair-${n + 1}`)));
    const chairs = [
      { kind: "you" },
      ...others.map((who) => (who === "open" ? { kind: "open" } : { kind: "bot", level: who })),
    ];
    this.busy = true;
    this.problem = "";
    this.showOptions();
    try {
      const profile = form.get("unrated") ? null : await keyForTable();
      const made = await api("/api/rooms", { game: name, chairs, name: typed || t("lobby.guest"), profile });
      keep({ room: made.room, token: made.token, chair: made.chair, game: name });
      location.hash = `room=${made.room}`;
    } catch (error) {
      this.problem = troubleText(/** @type {ApiError} */ (error), String);
    }
    this.busy = false;
    if (!this.left) this.showOptions();
  }
}
