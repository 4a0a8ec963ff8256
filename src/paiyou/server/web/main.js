// @ts-check
// Where the page begins: the header, and which view the address asks for.

import { BidExplorer } from "./bids.js";
import { h, icon, rememberFocus } from "./dom.js";
import { showHelp, showSettings } from "./help.js";
import { Invitation, Lobby } from "./lobby.js";
import { PuzzleView } from "./puzzle.js";
import { PuzzleList } from "./puzzles.js";
import { ReviewView } from "./review.js";
import { seatIn } from "./seats.js";
import { apply, change, settings, whenChanged } from "./settings.js";
import { TableView } from "./table.js";
import { t } from "./words.js";

const ROOT = /** @type {HTMLElement} */ (document.getElementById("main"));
const HEADER = /** @type {HTMLElement} */ (document.getElementById("header"));
/** Three sliders: a wheel of strokes looks like the sun. */
const SLIDERS = "M3.5 6.5h9M16.5 6.5h4M14.5 4v5M3.5 12h3M10.5 12h10M8.5 9.5v5M3.5 17.5h8M15.5 17.5h5M13.5 15v5";
const QUESTION = "M8.5 9a3.5 3.5 0 1 1 5.3 3c-1.2.7-1.8 1.4-1.8 2.8M12 18.2v.3";
const HOME = "M14.5 5l-7 7 7 7";

/** @type {{ refresh: () => void, leave: () => void, gameName?: string } | null} */
let view = null;
let language = settings.language;

/** The address: `#room=ID&invite=CODE`, `#room=ID&review=0&move=12`, `#game=NAME`, `#puzzles`, `#puzzle=17`, `#bids`, or nothing. */
function address() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [room, invite, game, review, puzzle] = ["room", "invite", "game", "review", "puzzle"].map((name) =>
    parts.get(name),
  );
  const lists = { puzzles: parts.has("puzzles"), bids: parts.has("bids") };
  return { room, invite, game, review, puzzle, ...lists, move: Number(parts.get("move")) || 0 };
}

function route() {
  const { room, invite, game, review, move, puzzle, puzzles, bids } = address();
  const before = view;
  before?.leave();
  document.querySelectorAll("dialog").forEach((open) => open.close());
  const seat = room ? seatIn(room) : null;
  showHeader();
  if (puzzle) view = new PuzzleView(ROOT, Number(puzzle) || 0);
  else if (puzzles) view = new PuzzleList(ROOT);
  else if (bids) view = new BidExplorer(ROOT);
  else if (!room) view = new Lobby(ROOT, game);
  else if (review) view = new ReviewView(ROOT, room, review, move);
  // Whose key no longer fits may take a free chair again.
  else if (invite && (!seat || seat.trouble)) view = new Invitation(ROOT, room, invite);
  else view = new TableView(ROOT, room, seat?.token ?? null);
  // Who came by keyboard or screen reader goes on from the new view, not from the top of the page.
  if (before) ROOT.focus({ preventScroll: true });
}

function showHeader() {
  const { room, puzzle, puzzles, bids } = address();
  const back = puzzle ? "#puzzles" : room || puzzles || bids ? "#" : null;
  const home = puzzle ? t("puzzle.list") : back ? t("back") : t("site");
  const other = settings.language === "zh" ? "en" : "zh";
  HEADER.replaceChildren(
    h(
      "a",
      { class: "brand", href: back ?? "#", "aria-label": home },
      back ? icon(HOME) : "",
      h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }),
      h("b", {}, home),
    ),
    h("span", { id: "title", class: "title" }),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        lang: other === "zh" ? "zh-CN" : "en",
        "data-testid": "language",
        onclick: () => change({ language: other }),
      },
      t("language.other"),
    ),
    room || puzzle
      ? h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": t("help"),
            title: t("help"),
            onclick: () => showHelp(view?.gameName ?? ""),
          },
          icon(QUESTION),
        )
      : "",
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": t("settings"),
        title: t("settings"),
        "data-testid": "open-settings",
        onclick: showSettings,
      },
      icon(SLIDERS),
    ),
  );
}

whenChanged(() => {
  const restore = rememberFocus();
  if (language !== settings.language) {
    language = settings.language;
    document.getElementById("announcements")?.replaceChildren();
    showHeader();
  }
  view?.refresh();
  restore();
});
addEventListener("hashchange", route);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", apply);
apply();
route();
