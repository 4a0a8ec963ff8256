// @ts-check
// The tables where one sits: the newest game that is on, the list, and what is over folded away.

import { api } from "./connection.js";
import { confirmed, h } from "./dom.js";
import { gameTitle, gamesKnown } from "./games.js";
import { forget, learn, seats } from "./seats.js";
import { settings } from "./settings.js";
import { nameOf } from "./tell.js";
import { signed, t } from "./words.js";

/** @typedef {import("./seats.js").Seat} Seat */

export class OwnTables {
  constructor() {
    /** What the server says of them, by room. @type {Map<string, any>} */
    this.rooms = new Map();
    this.resume = h("div", { class: "resume" });
    this.list = h("section", { class: "rooms panel" });
  }

  /** One question for all of them. */
  async fetch() {
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
    this.show();
  }

  /** The way back to the newest game that is not over: for whoever has one, the first thing on the page. */
  showResume() {
    const seat = seats().find(({ trouble, over }) => !trouble && over === false);
    this.resume.replaceChildren();
    if (!seat) return;
    const table = this.rooms.get(seat.room);
    const name = seat.game && gamesKnown() ? gameTitle(seat.game, table?.title) : t("table.label");
    const mine = table && table.turn === ownSeat(table, seat.chair);
    this.resume.append(
      h(
        "a",
        { class: "button primary large", href: `#room=${seat.room}`, "data-testid": "resume" },
        t("lobby.resume", { game: name }),
        mine && h("small", {}, t("tell.turn")),
      ),
    );
  }

  show() {
    this.list.setAttribute("aria-label", t("lobby.rooms"));
    this.showResume();
    const entry = (/** @type {Seat} */ seat) => {
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
    const over = (/** @type {Seat} */ { room }) => this.rooms.get(room)?.phase === "over";
    const [done, on] = [seats().filter(over), seats().filter((seat) => !over(seat))];
    const open = this.list.querySelector("details")?.open ?? false;
    this.list.replaceChildren(
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

  /** @param {Seat} seat */
  drop(seat) {
    const remove = () => {
      forget(seat.room);
      this.show();
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
