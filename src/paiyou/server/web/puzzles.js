// @ts-check
// All puzzles by level: which are solved, and where to go on.

import { api } from "./connection.js";
import { h, rememberFocus } from "./dom.js";
import { showLoadedPage } from "./loaded_page.js";
import { keepBooks } from "./puzzle_book.js";
import { countSolved, howSolved } from "./solved.js";
import { t } from "./words.js";

/** @typedef {import("./puzzle_table.js").Puzzle} Puzzle */

const LEVELS = /** @type {const} */ (["easy", "medium", "hard"]);

export class PuzzleList {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Puzzle[] | null} */
    this.puzzles = null;
    /** @type {{ code: string, detail?: any } | null} */
    this.trouble = null;
    this.left = false;
    this.refresh();
    this.load();
  }

  leave() {
    this.left = true;
  }

  async load() {
    try {
      this.puzzles = (await api("/api/puzzles")).puzzles;
    } catch (error) {
      this.trouble = /** @type {any} */ (error);
    }
    if (this.left) return;
    const restore = rememberFocus();
    this.refresh();
    restore();
    keepBooks(this.puzzles?.map(({ id }) => id) ?? [], () => this.left);
  }

  refresh() {
    const content = this.puzzles && this.content(this.puzzles);
    showLoadedPage(this.root, "puzzles", content, this.trouble, () => this.load());
  }

  /** @param {Puzzle[]} puzzles */
  content(puzzles) {
    const next = puzzles.find(({ id }) => !howSolved(id));
    return [
      h(
        "div",
        { class: "panel whole" },
        h("p", { "data-testid": "progress" }, progressText(puzzles)),
        meter(puzzles),
        next
          ? h(
              "a",
              { class: "button primary", href: `#puzzle=${next.id}`, "data-testid": "go-on" },
              t(countSolved(puzzles) ? "puzzles.go" : "puzzles.start", { number: next.id }),
            )
          : h("p", {}, t("puzzles.all")),
      ),
      h(
        "div",
        { class: "panel whole endless" },
        h("a", { class: "button primary", href: `#puzzle=${today()}`, "data-testid": "daily" }, t("puzzles.daily")),
        h("p", {}, t("puzzles.endless")),
        h(
          "div",
          { class: "levels" },
          LEVELS.map((level) =>
            h("a", { class: "button", href: `#puzzle=${another(level)}`, "data-testid": `new-${level}` }, t(`puzzles.level.${level}`)),
          ),
        ),
      ),
      ...LEVELS.map((level) => h("div", { class: "panel" }, levelGrid(puzzles, level))),
    ];
  }
}

/** The number of today's puzzle, the same all over the world. */
export const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** Puzzles with a number of their own end here; the others are made when they are asked for. */
export const LISTED = 9999;

/**
 * The number of a puzzle that nobody has seen: nine digits, of which every third is of a level.
 * @param {Puzzle["level"]} level
 */
export const another = (level) => 100_000_000 + 3 * Math.floor(Math.random() * 299_999_999) + ((LEVELS.indexOf(level) + 2) % 3);

/** What a puzzle is called. @param {number} id */
export const puzzleName = (id) =>
  id === today() ? t("puzzles.daily") : id > LISTED ? t("puzzles.made") : t("puzzles.number", { number: id });

/** @param {Puzzle[]} puzzles */
export const progressText = (puzzles) => t("puzzles.progress", { solved: countSolved(puzzles), count: puzzles.length });

/** @param {Puzzle[]} puzzles */
function meter(puzzles) {
  const bar = h("span", {});
  bar.style.width = `${(100 * countSolved(puzzles)) / Math.max(puzzles.length, 1)}%`;
  return h("div", { class: "meter", "aria-hidden": "true" }, bar);
}

/**
 * The sign of a solved puzzle: a star where no help was needed.
 * @param {import("./solved.js").How} how
 * @param {string} kind
 */
export function solvedMark(how, kind) {
  const words = t(`puzzles.solved.${how}`);
  const sign = how === "alone" ? "★" : "✓";
  return h("span", { class: kind, role: "img", "aria-label": words, title: words, "data-testid": "how" }, sign);
}

/**
 * The puzzles of a level, as numbers that lead to them.
 * @param {Puzzle[]} puzzles
 * @param {Puzzle["level"]} level
 * @param {number} [current] the one that is open now
 */
export function levelGrid(puzzles, level, current) {
  const those = puzzles.filter((puzzle) => puzzle.level === level);
  return h(
    "section",
    { class: "level", "data-testid": `level-${level}` },
    h("h2", {}, t(`puzzles.level.${level}`), " ", h("small", { class: "faint" }, progressText(those))),
    h(
      "ul",
      { class: "numbers" },
      those.map(({ id }) => {
        const how = howSolved(id);
        const words = [t("puzzles.number", { number: id }), how ? t(`puzzles.solved.${how}`) : ""].filter(Boolean);
        return h(
          "li",
          {},
          h(
            "a",
            {
              href: `#puzzle=${id}`,
              class: how ?? "",
              "aria-label": words.join(", "),
              "aria-current": id === current ? "page" : null,
              "data-testid": `puzzle-${id}`,
            },
            h("span", { "aria-hidden": "true" }, id),
            how && solvedMark(how, "mark"),
          ),
        );
      }),
    ),
  );
}
