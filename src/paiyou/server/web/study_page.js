// @ts-check
// What a review, the lab and a table of bots have alike: all hands open on a board, sections beside it, the keys that go
// through the moves, and what is shown until something has come.

import { announce } from "./announce.js";
import { button, fill, h } from "./dom.js";
import { OpenBoard, stepOfKey } from "./open_board.js";
import { settings } from "./settings.js";
import { copied } from "./waiting.js";
import { t, troubleText } from "./words.js";

/** A seed for a deal that nobody has seen. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** What went wrong, and the server's own word about a position that it refuses. @param {any} trouble */
export const refusal = (trouble) => [
  trouble.code === "invalid" ? t("lab.refused") : troubleText(trouble, String),
  trouble.code === "invalid" && h("code", {}, trouble.message),
];

export class StudyPage {
  /**
   * @param {HTMLElement} root
   * @param {string} name of the page, as in the words
   * @param {number} [place] the step to begin with
   */
  constructor(root, name, place = 0) {
    this.root = root;
    this.name = name;
    this.place = place;
    /** Why there is nothing to show. @type {any} */
    this.trouble = null;
    this.gone = false;
    this.board = new OpenBoard();
    /** The regions of the page, by name. @type {Record<string, HTMLElement>} */
    this.parts = {};
    this.page = root;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
  }

  /** Every page calls this when its own fields are there. */
  enter() {
    this.build();
    this.begin();
  }

  leave() {
    this.gone = true;
    removeEventListener("keydown", this.keys);
  }

  refresh() {
    this.build();
    this.show();
  }

  /** Fetch what is to be shown; again after it failed. */
  async begin() {
    this.trouble = null;
    this.show();
    try {
      await this.load();
    } catch (error) {
      this.trouble = error;
    }
    if (!this.gone) this.show();
  }

  build() {
    this.board = new OpenBoard();
    const sections = this.sections();
    this.parts = {
      heading: h("h1", { class: "unseen" }, t(this.name)),
      info: h("div", { class: "info" }),
      controls: h("div", { class: "controls", role: "group", "aria-label": t("review.controls") }),
      ...sections,
    };
    const { heading, info, controls } = this.parts;
    this.page = h(
      "div",
      { class: `review-page ${this.kind}` },
      heading,
      h("section", { class: "felt" }, h("div", { class: "top-row" }, info, this.tools()), this.board.element, controls),
      h("aside", { class: "side" }, Object.values(sections)),
    );
    this.root.replaceChildren(this.page);
  }

  /** @param {string} title the game and what is shown of it @param {string} [tab] */
  showTitle(title, tab = title) {
    this.parts.heading.textContent = title;
    const shown = document.getElementById("title");
    if (shown) shown.textContent = title;
    document.title = `${tab} – ${t("site")}`;
  }

  /**
   * While there is nothing to show.
   * @param {string} waiting
   * @param {{ words: string, retry: () => void }} [again]
   */
  showWaiting(waiting, { words, retry } = { words: t("lobby.retry"), retry: () => this.begin() }) {
    fill(this.board.element, [settings.language, this.trouble?.code, this.trouble?.message], () =>
      h(
        "div",
        { class: "waiting", role: "status" },
        h("p", {}, this.trouble ? refusal(this.trouble) : waiting),
        this.trouble && button(words, retry, "", { "data-testid": "retry" }),
      ),
    );
  }

  /** Copies the address of what is shown: whoever has it sees the same. */
  shareButton() {
    const share = h("button", { type: "button", class: "tool", "data-testid": "share" }, t("review.share"));
    share.addEventListener("click", async () => {
      await copied(this.address);
      share.textContent = t("review.shared");
      announce(t("review.shared"));
    });
    return share;
  }

  get address() {
    return location.href;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { last } = this;
    const to = last === null ? undefined : stepOfKey(event, this.place, last);
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** The place behind the last move; null where keys lead nowhere. @returns {number | null} */
  get last() {
    return null;
  }

  /** @param {number} _place */
  go(_place) {}

  /** To another step; whether it is another. @param {number} place */
  goTo(place) {
    const other = place !== this.place;
    this.place = place;
    return other;
  }

  /** What the style sheets call this page besides. */
  get kind() {
    return "";
  }

  /** What stands beside the board, from above. @returns {Record<string, HTMLElement>} */
  sections() {
    return {};
  }

  /** What stands above the board on the right. @returns {HTMLElement[]} */
  tools() {
    return [];
  }

  async load() {}

  show() {}
}
