// @ts-check
// My record: ratings, results by game, role and level, with and without luck, accuracy, mistakes, and where it is kept.

import { api } from "./connection.js";
import { button, h, rememberFocus, svg } from "./dom.js";
import { gameTitle, gamesTried, roleWords } from "./games.js";
import { showLoadedPage } from "./loaded_page.js";
import { askProfile, keepKey, profileKey, takeIn } from "./profile.js";
import { reviewAddress } from "./review.js";
import { settings } from "./settings.js";
import { copied } from "./waiting.js";
import { inPoints, t } from "./words.js";

const WIDTH = 300;
const HEIGHT = 70;
/** So many games without a review are judged at a touch. */
const JUDGED = 5;

/** @typedef {{ mean: number, low: number | null, high: number | null, games: number } | null} Mean */

export class RecordView {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {any} */
    this.record = null;
    /** @type {{ code: string, detail?: any } | null} */
    this.trouble = null;
    /** What became of an import or a key. */
    this.note = "";
    this.judging = false;
    this.left = false;
    if (!document.querySelector("link[href='record.css']"))
      document.head.append(h("link", { rel: "stylesheet", href: "record.css" }));
    this.refresh();
    this.load();
  }

  leave() {
    this.left = true;
  }

  async load() {
    this.trouble = null;
    try {
      [this.record] = await Promise.all([askProfile(""), gamesTried()]);
    } catch (error) {
      this.trouble = /** @type {any} */ (error);
    }
    if (this.left) return;
    const restore = rememberFocus();
    this.refresh();
    restore();
    // Games of before this page was opened come some at a time.
    if (this.record?.left && !this.trouble) this.load();
  }

  refresh() {
    showLoadedPage(this.root, "record", this.record && this.content(), this.trouble, () => this.load());
  }

  content() {
    const { record } = this;
    return h(
      "div",
      { class: "record-page", "data-testid": "record", "data-games": record.games },
      this.numbers(),
      record.by_game.map((/** @type {any} */ one) => gamePanel(one)),
      !record.games && h("p", { class: "panel" }, t("record.none")),
      record.games > 0 && this.accuracy(),
      record.recent.length > 0 && recentPanel(record.recent),
      this.keeping(),
    );
  }

  numbers() {
    const { games, streak, days, puzzles } = this.record;
    const tiles = [
      [t("record.games"), games, ""],
      [t("record.streak"), streak.now, t("record.best", { count: streak.best })],
      [t("record.days"), days.now, t("record.best", { count: days.best })],
      [
        t("record.puzzles"),
        puzzles.rating ? Math.round(puzzles.rating.value) : "–",
        t("record.solved", { solved: puzzles.solved, count: puzzles.tried }),
      ],
    ];
    return h(
      "dl",
      { class: "panel numbers-row" },
      tiles.map(([name, value, more]) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, h("b", {}, value), more ? h("small", {}, more) : "")),
      ),
    );
  }

  accuracy() {
    const { accuracy, mistakes, recent } = this.record;
    const waiting = recent.filter((/** @type {any} */ one) => !one.reviewed && !one.imported);
    const last = accuracy.slice(-20);
    const mean = last.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.accuracy, 0) / last.length;
    return h(
      "section",
      { class: "panel", "data-testid": "accuracy" },
      h("h2", {}, t("record.accuracy")),
      h(
        "p",
        {},
        last.length ? t("record.accuracy.line", { percent: Math.round(100 * mean), count: last.length }) : t("record.accuracy.none"),
      ),
      accuracy.length > 1 &&
        line(
          accuracy.map((/** @type {any} */ one) => one.accuracy),
          t("record.accuracy"),
          (value) => `${Math.round(100 * value)}%`,
        ),
      mistakes.length > 0 && [
        h("h3", {}, t("record.mistakes")),
        h(
          "ul",
          { class: "mistakes" },
          mistakes.map((/** @type {any} */ one) =>
            h(
              "li",
              {},
              h("span", {}, t(`record.kind.${one.kind}`)),
              h("b", {}, t("record.lost", { count: one.count, percent: Math.round((100 * one.lost) / one.count) })),
            ),
          ),
        ),
      ].flat(),
      waiting.length > 0 &&
        button(
          this.judging ? t("review.loading") : t("record.judge", { count: Math.min(JUDGED, waiting.length) }),
          () => this.judge(waiting.slice(0, JUDGED)),
          "",
          { "data-testid": "judge", "aria-disabled": this.judging },
        ),
    );
  }

  /** Have games judged, one after the other. @param {any[]} games */
  async judge(games) {
    if (this.judging) return;
    this.judging = true;
    this.refresh();
    for (const { room, game } of games)
      if (!this.left) await api(`/api/rooms/${encodeURIComponent(room)}/games/${game}/review`).catch(() => null);
    this.judging = false;
    if (!this.left) await this.load();
  }

  /** Where the record is kept, and how it goes elsewhere. */
  keeping() {
    const file = h("input", { type: "file", accept: "application/json,.json", class: "unseen", "data-testid": "import-file" });
    file.setAttribute("aria-label", t("record.import"));
    file.addEventListener("change", () => this.importFrom(/** @type {HTMLInputElement} */ (file)));
    const other = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", name: "key", autocomplete: "off", maxlength: 100, "data-testid": "other-key" })
    );
    return h(
      "section",
      { class: "panel keeping" },
      h("h2", {}, t("record.keep")),
      h("p", { class: "faint" }, t("record.keep.line")),
      h(
        "div",
        { class: "buttons" },
        button(t("record.copy"), () => this.copy(), "", { "data-testid": "copy-key" }),
        button(t("record.export"), () => this.exportIt(), "", { "data-testid": "export" }),
        button(t("record.import"), () => file.click(), "", { "data-testid": "import" }),
        file,
      ),
      h(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.use(other.value.trim());
          },
        },
        h("label", {}, h("span", {}, t("record.other")), other),
        h("button", { type: "submit", "data-testid": "use-key" }, t("record.use")),
      ),
      h("p", { role: "status", "data-testid": "note" }, this.note),
    );
  }

  /** @param {string} note */
  say(note) {
    this.note = note;
    if (!this.left) this.refresh();
  }

  async copy() {
    await copied(profileKey() ?? "");
    this.say(t("table.copied"));
  }

  async exportIt() {
    try {
      const text = JSON.stringify(await askProfile("/export"));
      const link = /** @type {HTMLAnchorElement} */ (h("a", { download: "paiyou-record.json" }));
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.click();
      URL.revokeObjectURL(link.href);
      this.say(t("record.exported"));
    } catch {
      this.say(t("error.unknown"));
    }
  }

  /** @param {HTMLInputElement} field */
  async importFrom(field) {
    try {
      const text = await /** @type {File} */ (field.files?.[0]).text();
      const count = await takeIn(JSON.parse(text));
      await this.load();
      this.say(t("record.imported", { count }));
    } catch {
      this.say(t("record.notImported"));
    }
  }

  /** Use the record of another key, where there is one. @param {string} key */
  async use(key) {
    if (!key) return;
    try {
      await api("/api/profile", undefined, { "Profile-Key": key });
      keepKey(key);
      await this.load();
      this.say(t("record.used"));
    } catch {
      this.say(t("error.no_profile"));
    }
  }
}

/** @param {any} one */
function gamePanel(one) {
  const rows = [
    { name: t("record.all"), ...one },
    ...one.roles.map((/** @type {any} */ part) => ({ ...part, name: roleWords(one.game, part.name) })),
    ...one.levels.map((/** @type {any} */ part) => ({ ...part, name: levelWords(part.name) })),
  ];
  const head = ["part", "games", "won", "adjusted", "points"].map((key) => h("th", { scope: "col" }, t(`record.head.${key}`)));
  const { rating, curve } = one;
  return h(
    "section",
    { class: "panel game", "data-testid": "record-game" },
    h(
      "h2",
      {},
      gameTitle(one.game),
      " ",
      rating &&
        h(
          "small",
          { "data-testid": "rating" },
          t("record.rating", { rating: Math.round(rating.value), more: Math.round(2 * rating.deviation), count: rating.games }),
        ),
    ),
    curve.length > 1 &&
      line(
        curve.map((/** @type {number[]} */ point) => point[1]),
        t("record.curve"),
        (value) => String(Math.round(value)),
      ),
    h(
      "div",
      // What can be scrolled sideways on a phone is reached by keyboard, too.
      { class: "scroll", tabindex: 0, role: "region", "aria-label": gameTitle(one.game) },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, head)),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, row.name),
              h("td", {}, row.games),
              h("td", {}, share(row.won)),
              h("td", {}, share(row.adjusted_won)),
              h("td", {}, row.points ? inPoints(row.points.mean) : "–"),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "faint" }, t("record.luck")),
  );
}

/** @param {string} level */
const levelWords = (level) =>
  ["people", "mixed"].includes(level) ? t(`record.level.${level}`) : t("lobby.bot", { level: t(`level.${level}`) });

/** A share of wins with half of its interval. @param {Mean} mean */
function share(mean) {
  if (!mean) return "–";
  const half = mean.low === null || mean.high === null ? null : Math.round(50 * (mean.high - mean.low));
  return `${Math.round(100 * mean.mean)}%${half === null ? "" : ` ± ${half}`}`;
}

/**
 * Numbers as a curve from left to right, with the highest and the lowest beside it.
 * @param {number[]} values
 * @param {string} label
 * @param {(value: number) => string} written
 */
function line(values, label, written) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values
    .map((value, n) => {
      const x = (WIDTH * n) / (values.length - 1);
      const y = HEIGHT - (HEIGHT * (value - low)) / (high - low || 1);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
  const drawing = svg(
    "svg",
    { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, class: "curve", role: "img", "aria-label": label },
    svg("polyline", { points, class: "chance" }),
  );
  return h("div", { class: "course", "data-testid": "course" }, drawing, h("small", {}, written(high)), high > low && h("small", {}, written(low)));
}

/** @param {any[]} recent */
function recentPanel(recent) {
  const dates = new Intl.DateTimeFormat(settings.language === "zh" ? "zh-CN" : "en", { dateStyle: "medium" });
  return h(
    "section",
    { class: "panel recent" },
    h("h2", {}, t("record.recent")),
    h(
      "ul",
      {},
      recent.map((one) => {
        const words = [
          h("b", {}, gameTitle(one.name)),
          h("span", {}, [one.role && roleWords(one.name, one.role), levelWords(one.level)].filter(Boolean).join(" · ")),
          h("small", {}, dates.format(1000 * one.ended)),
          h("b", { class: one.won === 1 ? "plus" : "minus" }, t(one.won === 1 ? "record.won" : one.won ? "result.tie" : "record.lostGame"), ` ${inPoints(one.points)}`),
        ];
        return h("li", {}, one.imported ? h("span", { class: "row" }, words) : h("a", { class: "row", href: reviewAddress(one.room, one.game) }, words));
      }),
    ),
  );
}
