// @ts-check
// Where the page begins: the header, and which view the address asks for.

import { h, icon, rememberFocus } from "./dom.js";
import { showHelp, showSettings } from "./help.js";
import { Lobby } from "./lobby.js";
import { seatIn } from "./seats.js";
import { apply, change, settings, whenChanged } from "./settings.js";
import { t } from "./words.js";

const ROOT = /** @type {HTMLElement} */ (document.getElementById("main"));
const HEADER = /** @type {HTMLElement} */ (document.getElementById("header"));
/** Three sliders: a wheel of strokes looks like the sun. */
const SLIDERS = "M3.5 6.5h9M16.5 6.5h4M14.5 4v5M3.5 12h3M10.5 12h10M8.5 9.5v5M3.5 17.5h8M15.5 17.5h5M13.5 15v5";
const QUESTION = "M8.5 9a3.5 3.5 0 1 1 5.3 3c-1.2.7-1.8 1.4-1.8 2.8M12 18.2v.3";
const HOME = "M14.5 5l-7 7 7 7";

/** @typedef {{ refresh: () => void, leave: () => void, gameName?: string }} View */
/** @type {View | null} */
let view = null;
/** Counts the views that were asked for: one whose files come late is not shown over a later one. */
let asked = 0;
let language = settings.language;

/** The address: `#room=ID&invite=CODE`, `#room=ID&review=0&move=12`, `#game=NAME`, `#puzzles`, `#puzzle=17`, `#learn=NAME&step=2`, `#bids`, `#lab=POSITION&move=3`, `#watch`, `#record`, or nothing. */
function address() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [room, invite, game, review, puzzle, learn] = ["room", "invite", "game", "review", "puzzle", "learn"].map((name) =>
    parts.get(name),
  );
  const step = Math.max(1, Number(parts.get("step")) || 1) - 1;
  const [puzzles, bids, lab, watch, record] = ["puzzles", "bids", "lab", "watch", "record"].map((name) => parts.has(name));
  const lists = { puzzles, bids, lab, watch, record };
  return { room, invite, game, review, puzzle, learn, step, ...lists, move: Math.max(0, Math.trunc(Number(parts.get("move")) || 0)) };
}

/**
 * Makes the view that the address asks for. Its files are fetched with it: the first page is the lobby alone.
 * @returns {Promise<() => View>}
 */
async function wanted() {
  const { room, invite, game, review, move, puzzle, learn, step, puzzles, bids, lab, watch, record } = address();
  if (puzzle) {
    const { PuzzleView } = await import("./puzzle.js");
    return () => new PuzzleView(ROOT, Number(puzzle) || 0);
  }
  if (learn) {
    const { LessonView } = await import("./lesson.js");
    return () => new LessonView(ROOT, learn, step);
  }
  if (puzzles) {
    const { PuzzleList } = await import("./puzzles.js");
    return () => new PuzzleList(ROOT);
  }
  if (bids) {
    const { BidExplorer } = await import("./bids.js");
    return () => new BidExplorer(ROOT);
  }
  if (lab) {
    const { LabView } = await import("./lab.js");
    return () => new LabView(ROOT, location.hash, move);
  }
  if (watch) {
    const { WatchView } = await import("./watch.js");
    return () => new WatchView(ROOT);
  }
  if (record) {
    const { RecordView } = await import("./record.js");
    return () => new RecordView(ROOT);
  }
  if (!room) return () => new Lobby(ROOT, game);
  if (review) {
    const { ReviewView } = await import("./review.js");
    return () => new ReviewView(ROOT, room, review, move);
  }
  const seat = seatIn(room);
  // Whose key no longer fits may take a free chair again.
  if (invite && (!seat || seat.trouble)) {
    const { Invitation } = await import("./invitation.js");
    return () => new Invitation(ROOT, room, invite);
  }
  const { TableView } = await import("./table.js");
  return () => new TableView(ROOT, room, seat?.token ?? null);
}

async function route() {
  const turn = ++asked;
  const before = view;
  before?.leave();
  view = null;
  document.querySelectorAll("dialog").forEach((open) => open.close());
  showHeader();
  /** @type {() => View} */
  let make;
  try {
    make = await wanted();
  } catch {
    // Without its files nothing can be shown: it is said, and tried again when the network is back.
    ROOT.replaceChildren(h("p", { class: "loading", role: "alert" }, t("error.offline")));
    addEventListener("online", route, { once: true });
    return;
  }
  if (turn !== asked) return;
  view = make();
  // Who came by keyboard or screen reader goes on from the new view, not from the top of the page.
  if (before) ROOT.focus({ preventScroll: true });
}

function showHeader() {
  const { room, puzzle, learn, puzzles, bids, lab, watch, record } = address();
  const back = puzzle ? "#puzzles" : room || learn || puzzles || bids || lab || watch || record ? "#" : null;
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
// What is kept for when there is no network is fetched after what is needed now.
addEventListener("load", () => navigator.serviceWorker?.register("sw.js").catch(() => null));
