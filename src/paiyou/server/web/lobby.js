// @ts-check
// The lobby: choose a game, who sits at the table, and go; and the way back to tables where one already sits.

import { cardBack, cardElement } from "./cards.js";
import { ApiError, api } from "./connection.js";
import { confirmed, h } from "./dom.js";
import { baseOf, gameTitle, inWords, loadGames } from "./games.js";
import { showHelp } from "./help.js";
import { anyLesson, lessonAddress, lessonsDone } from "./lessons_done.js";
import { keyForTable } from "./profile.js";
import { progressText } from "./puzzles.js";
import { forget, full, keep, learn, seats } from "./seats.js";
import { change, load, save, settings } from "./settings.js";
import { nameOf } from "./tell.js";
import { signed, t, troubleText } from "./words.js";

/** @typedef {import("./games.js").Game} Game */

const CHOICE = "paiyou.choice";
const WELCOMED = "paiyou.welcomed";
const LONGEST_NAME = 24;

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
    /** @type {Map<string, any>} tables of the rooms listed, by room */
    this.rooms = new Map();
    this.left = false;
    this.refresh();
    this.fetchGames();
    this.fetchRooms();
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
    if (!this.left) this.showPuzzles();
  }

  async fetchRooms() {
    const held = seats();
    if (!held.length) return;
    const told = await api("/api/tables", { rooms: held.map(({ room }) => room) }).catch(() => null);
    for (const table of told?.tables ?? []) {
      if (table.trouble === "no_room") learn(table.room, { trouble: "no_room" });
      if (table.trouble) continue;
      this.rooms.set(table.room, table);
      // Whether the key still fits only the table itself can say.
      const trouble = held.find(({ room }) => room === table.room)?.trouble === "bad_token" ? "bad_token" : null;
      learn(table.room, { game: table.game_name, trouble, over: table.phase === "over" });
    }
    if (!this.left) this.showRooms();
  }

  /** @param {string} name */
  game(name) {
    return this.games?.find((game) => game.name === name);
  }

  refresh() {
    document.title = `${t("site")} – ${t("site.line")}`;
    this.roomList = h("section", { class: "rooms panel", "aria-label": t("lobby.rooms") });
    this.root.replaceChildren(
      h(
        "div",
        { class: "lobby" },
        h("div", { class: "hero" }, h("h1", {}, t("site")), h("p", {}, t("site.line"))),
        (this.resume = h("div", { class: "resume" })),
        this.welcome(),
        h(
          "div",
          { class: "columns" },
          this.form(),
          h(
            "div",
            { class: "beside" },
            (this.puzzleCard = h("div", { class: "puzzle-card" })),
            h("div", { class: "bids-card" }, recordCard()),
            h("div", { class: "bids-card" }, bidsCard()),
            h("div", { class: "bids-card" }, pageCard("lab", ["SQ", "DJ", "CT"])),
            h("div", { class: "bids-card" }, pageCard("watch", ["SK", "HK", "CK"])),
            this.roomList,
          ),
        ),
      ),
    );
    this.showPuzzles();
    this.showRooms();
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

  showPuzzles() {
    this.puzzleCard?.replaceChildren(
      h(
        "a",
        { class: "panel tile", href: "#puzzles", "data-testid": "puzzles" },
        h(
          "span",
          { class: "emblem", "aria-hidden": "true" },
          ["H5", "S5", "D2"].map((card) => cardElement(card, true)),
        ),
        h(
          "span",
          { class: "what" },
          h("b", {}, t("puzzles")),
          h("span", { class: "faint" }, t("puzzles.line")),
          this.puzzles.length > 0 && h("small", {}, progressText(this.puzzles)),
        ),
      ),
    );
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

  /** The way back to the newest game that is not over: for whoever has one, the first thing on the page. */
  showResume() {
    const seat = seats().find(({ trouble, over }) => !trouble && over === false);
    this.resume?.replaceChildren();
    if (!seat) return;
    const table = this.rooms.get(seat.room);
    const name = seat.game && this.games ? gameTitle(seat.game, table?.title) : t("table.label");
    const mine = table && table.turn === ownSeat(table, seat.chair);
    this.resume?.append(
      h(
        "a",
        { class: "button primary large", href: `#room=${seat.room}`, "data-testid": "resume" },
        t("lobby.resume", { game: name }),
        mine && h("small", {}, t("tell.turn")),
      ),
    );
  }

  showRooms() {
    this.showResume();
    const entry = (/** @type {import("./seats.js").Seat} */ seat) => {
      const table = this.rooms.get(seat.room);
      const name = table?.game_name ?? seat.game;
      const own = table ? ownSeat(table, seat.chair) : -1;
      const others = table
        ? table.players
            .map((/** @type {any} */ _, /** @type {number} */ n) => n)
            .filter((/** @type {number} */ n) => n !== own)
            .map((/** @type {number} */ n) => nameOf(table, n))
            .join(settings.language === "zh" ? "、" : ", ")
        : "";
      const state = seat.trouble
        ? t(`lobby.trouble.${seat.trouble}`)
        : !table
          ? ""
          : table.phase === "waiting"
            ? t("table.waiting")
            : table.turn === own
              ? t("tell.turn")
              : table.result
                ? finishedText(table, own)
                : t("lobby.number", { number: table.game + 1 });
      return h(
        "li",
        {},
        h(
          "a",
          { href: `#room=${seat.room}`, title: t("lobby.return") },
          h("b", {}, name ? gameTitle(name, table?.title) : t("table.label")),
          h("span", {}, others),
          h("small", { class: seat.trouble ? "trouble" : table && table.turn === own ? "turn" : "" }, state),
        ),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": t("lobby.forget"),
            title: t("lobby.forget"),
            "data-testid": "forget",
            onclick: () => this.drop(seat),
          },
          "×",
        ),
      );
    };
    const over = (/** @type {import("./seats.js").Seat} */ { room }) => this.rooms.get(room)?.phase === "over";
    const [done, on] = [seats().filter(over), seats().filter((seat) => !over(seat))];
    const open = this.roomList?.querySelector("details")?.open ?? false;
    this.roomList?.replaceChildren(
      h("h2", {}, t("lobby.rooms")),
      on.length ? h("ul", {}, on.map(entry)) : done.length ? "" : h("p", { class: "faint" }, t("lobby.noRooms")),
      done.length
        ? h(
            "details",
            { open, "data-testid": "finished" },
            h("summary", {}, t("lobby.finished", { count: done.length })),
            h("ul", {}, done.map(entry)),
          )
        : "",
    );
  }

  /** @param {import("./seats.js").Seat} seat */
  drop(seat) {
    const remove = () => {
      forget(seat.room);
      this.showRooms();
    };
    if (seat.trouble || this.rooms.get(seat.room)?.phase === "over") return remove();
    return confirmed(
      t("lobby.forget.ask"),
      t("lobby.forget.warning"),
      { yes: t("lobby.forget.yes"), no: t("lobby.forget.no") },
      remove,
    );
  }
}

/**
 * How a finished game ended for a seat, and when.
 * @param {any} table
 * @param {number} own
 */
function finishedText(table, own) {
  const payoff = signed(table.result.payoffs[own]);
  const words = t(table.result.winners.includes(own) ? "record.won" : "record.lostGame");
  const dates = new Intl.DateTimeFormat(settings.language === "zh" ? "zh-CN" : "en", { dateStyle: "medium" });
  return [`${words} ${payoff}`, table.ended && dates.format(1000 * table.ended)].filter(Boolean).join(" · ");
}

/**
 * The seat that a chair has in the game that is on.
 * @param {import("./tell.js").Table} table
 * @param {number} chair
 */
function ownSeat({ game, players }, chair) {
  return (((chair - game) % players.length) + players.length) % players.length;
}

export class Invitation {
  /**
   * Somebody followed an invitation link: ask for a name and take the chair.
   * @param {HTMLElement} root
   * @param {string} room
   * @param {string} invite
   */
  constructor(root, room, invite) {
    this.root = root;
    this.room = room;
    this.invite = invite;
    this.problem = "";
    this.busy = false;
    /** The table as anybody sees it: who sits there, and whether there is room. @type {import("./tell.js").Table | null} */
    this.table = null;
    /** Sent with every try: should an answer get lost, the next try gets the same chair. */
    this.id = [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36).padStart(7, "0")).join("");
    this.left = false;
    this.refresh();
    this.look();
  }

  leave() {
    this.left = true;
  }

  /** Whose table it is, before one takes a chair; it can be taken without knowing. */
  async look() {
    const [table] = await Promise.all([
      api(`/api/rooms/${encodeURIComponent(this.room)}`).catch(() => null),
      loadGames().catch(() => null),
    ]);
    this.table = table;
    if (!this.left && table) this.refresh();
  }

  /** Who invites to which game, and how many chairs are free. */
  about() {
    const { table } = this;
    if (!table) return [h("p", {}, t("join.line"))];
    const people = table.players.flatMap(({ kind, name }) => (kind === "person" && name ? [name] : []));
    const names = people.join(settings.language === "zh" ? "、" : ", ");
    return [
      people.length > 0 && h("p", { class: "who" }, t("join.who", { names, game: gameTitle(table.game_name, table.title) })),
      h("p", {}, this.free ? `${t("join.free", { count: this.free })} ${t("join.line")}` : t("join.full")),
    ];
  }

  /** Chairs that are free, as far as one knows. */
  get free() {
    return this.table ? this.table.players.filter(({ kind }) => kind === "open").length : 1;
  }

  refresh() {
    const typed = /** @type {HTMLInputElement | null} */ (this.root.querySelector(".join input"))?.value;
    document.title = `${t("join.title")} – ${t("site")}`;
    this.root.replaceChildren(
      h(
        "div",
        { class: "lobby" },
        h(
          "form",
          { class: "panel join", onsubmit: (/** @type {Event} */ event) => this.join(event), "data-testid": "join" },
          h("h1", {}, t("join.title")),
          this.about(),
          this.free > 0 && h("label", {}, h("span", {}, t("lobby.name")), nameField(true)),
          h("p", { class: "problem", role: "alert" }, this.problem),
          h(
            "div",
            { class: "go" },
            h("a", { class: "button", href: `#room=${this.room}` }, t("join.watch")),
            this.free > 0 &&
              h(
                "button",
                { type: "submit", class: "primary large", disabled: this.busy, "data-testid": "take-seat" },
                t("join.button"),
              ),
          ),
        ),
      ),
    );
    const field = /** @type {HTMLInputElement | null} */ (this.root.querySelector(".join input"));
    if (field && typed) field.value = typed;
  }

  /** @param {Event} event */
  async join(event) {
    event.preventDefault();
    if (this.busy) return;
    if (full()) {
      this.problem = t("lobby.full");
      this.refresh();
      return;
    }
    const typed = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    this.busy = true;
    this.problem = "";
    change({ name: typed });
    try {
      const seat = await api(`/api/rooms/${encodeURIComponent(this.room)}/join`, {
        invite: this.invite,
        name: typed || t("lobby.guest"),
        id: this.id,
        profile: await keyForTable(),
      });
      // The key first: nothing that fails later may cost the chair. The table itself tells which game it is.
      keep({ room: seat.room, token: seat.token, chair: seat.chair, game: "" });
      // The invitation leaves the address bar and the history.
      location.replace(`#room=${this.room}`);
    } catch (error) {
      this.problem = troubleText(/** @type {ApiError} */ (error), String);
      this.busy = false;
      this.refresh();
    }
  }
}

/** Where a person writes his name. @param {boolean} [autofocus] */
function nameField(autofocus = false) {
  return h("input", {
    type: "text",
    name: "name",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    placeholder: t("lobby.guest"),
    value: settings.name,
    autofocus,
  });
}

/** The way to one's record. */
function recordCard() {
  return h(
    "a",
    { class: "panel tile", href: "#record", "data-testid": "to-record" },
    h(
      "span",
      { class: "emblem", "aria-hidden": "true" },
      ["SJ", "HQ", "DK"].map((card) => cardElement(card, true)),
    ),
    h("span", { class: "what" }, h("b", {}, t("record")), h("span", { class: "faint" }, t("record.line"))),
  );
}

/** The way to the bid explorer. */
const bidsCard = () => pageCard("bids", ["B", "R", "S2"]);

/**
 * The way to a page beside the lobby.
 * @param {string} name as in the address and the words
 * @param {string[]} emblem
 */
function pageCard(name, emblem) {
  return h(
    "a",
    { class: "panel tile", href: `#${name}`, "data-testid": name },
    h(
      "span",
      { class: "emblem", "aria-hidden": "true" },
      emblem.map((card) => cardElement(card, true)),
    ),
    h("span", { class: "what" }, h("b", {}, t(name)), h("span", { class: "faint" }, t(`${name}.line`))),
  );
}
