// @ts-check
// An invitation: whose table it is, and a chair there.

import { ApiError, api } from "./connection.js";
import { fill, h } from "./dom.js";
import { gameTitle, loadGames } from "./games.js";
import { nameField } from "./name_field.js";
import { keyForTable } from "./profile.js";
import { full, keep } from "./seats.js";
import { change, settings } from "./settings.js";
import { t, troubleText } from "./words.js";

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
    if (this.left || !table) return;
    // Somebody may be typing his name by now: the field stays as it is while there is a chair to take.
    const about = this.root.querySelector(".join .about");
    if (about && this.free > 0) fill(about, table, () => this.about());
    else this.refresh();
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
          h("div", { class: "about" }, this.about()),
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
