// @ts-check
// Setting up a position: a deck to click cards from into any hand, or texts to type them.

import { cardElement, cardName, rankName } from "./cards.js";
import { button, dialog, h, rememberFocus } from "./dom.js";
import { labelled } from "./lab_fields.js";
import { isSeen, shownAs } from "./lab_position.js";
import { t } from "./words.js";

/** @typedef {import("./lab_position.js").Position} Position */

/** Nothing is exposed; an empty field leaves it open, and with full hands everybody is asked. */
const NONE = "-";

/**
 * @typedef {object} LabGame what the server says of a game for the lab
 * @property {string} game_name
 * @property {string} title
 * @property {import("./tell.js").Shape} shape
 * @property {string[]} deck
 * @property {number[]} sizes
 * @property {{ name: string, line: string, sees_all: boolean }[]} agents
 * @property {string[]} sources
 * @property {boolean} solves
 */

/**
 * Ask for a position; `lay` lays it out, and says what is wrong where it cannot.
 * @param {LabGame} game
 * @param {Position | null} before what the fields begin with
 * @param {(seat: number) => string} name
 * @param {(position: Position) => Promise<string>} lay empty where all is well
 */
export function setUp(game, before, name, lay) {
  const seats = game.sizes.length;
  const many = game.shape.select === "many";
  let whose = 0;
  const text = (/** @type {any} */ hand) => (Array.isArray(hand) ? hand.join(" ") : (hand ?? ""));
  const seen = before && isSeen(before) ? before : null;
  const all = before && !isSeen(before) ? before : null;
  const field = (/** @type {string} */ id, /** @type {string} */ value = "", /** @type {any} */ more = {}) =>
    /** @type {HTMLInputElement} */ (
      h("input", { type: "text", value, autocomplete: "off", spellcheck: "false", "data-testid": id, ...more })
    );
  const hands = game.sizes.map((_, seat) =>
    field(`hand-${seat}`, text(seen ? (seat === seen.seat ? seen.hand : "") : all?.hands?.[seat]), {
      "aria-label": t("review.hand", { name: name(seat) }),
      onfocus: () => choose(seat),
      oninput: () => draw(),
    }),
  );
  const bottom = field("bottom-cards", text(before?.bottom));
  const last = field("last-move", all?.last ? `${all.last[0] + 1}:${all.last[1]}` : "", { placeholder: "1:33" });
  const exposable = game.shape.exposable.length > 0;
  const exposed = field("exposed", all?.exposed ? all.exposed.join(" ") || NONE : "", {
    placeholder: game.shape.exposable.join(" "),
  });
  const history = field("history", (seen?.history ?? []).map(([seat, move]) => `${seat + 1}:${move}`).join(", "), {
    placeholder: "1:33, 2:44",
  });
  const turn = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { "data-testid": "turn" },
      game.sizes.map((_, seat) =>
        h("option", { value: seat, selected: seat === (all?.turn ?? 0) }, `${seat + 1} · ${name(seat)}`),
      ),
    )
  );
  const only = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", checked: Boolean(seen), "data-testid": "only-mine", onchange: () => draw() })
  );
  const deck = h("div", { class: "deck", role: "group", "aria-label": t("lab.deck"), "data-testid": "deck" });
  const rows = h("div", { class: "hands" });
  const problem = h("p", { class: "problem", role: "alert" });
  const openOnly = h("div", { class: "asked" });
  const seenOnly = h("div", { class: "asked" });
  openOnly.append(labelled(t("lab.turn"), turn), labelled(t("lab.last"), last));
  if (exposable) openOnly.append(labelled(t("lab.exposed"), exposed));
  seenOnly.append(labelled(t("lab.history"), history));

  const cardsIn = (/** @type {string} */ value) =>
    many && !value.includes(" ") ? [...value.toUpperCase()] : value.toUpperCase().split(/[\s,]+/).filter(Boolean);
  const choose = (/** @type {number} */ seat) => {
    if (seat === whose) return; // it has the focus again after it was drawn anew
    whose = seat;
    draw();
  };

  /** @param {string} card */
  const give = (card) => {
    const value = [...cardsIn(hands[whose].value), card];
    value.sort((one, other) => game.deck.indexOf(one) - game.deck.indexOf(other));
    hands[whose].value = value.join(many ? "" : " ");
    draw();
  };

  /** @param {string} card */
  const takeBack = (card) => {
    const value = cardsIn(hands[whose].value);
    value.splice(value.indexOf(card), 1);
    hands[whose].value = value.join(many ? "" : " ");
    draw();
  };

  const draw = () => {
    const restore = rememberFocus();
    drawAll();
    restore();
  };

  const drawAll = () => {
    openOnly.hidden = only.checked;
    seenOnly.hidden = !only.checked;
    const gone = hands.filter((_, seat) => !only.checked || seat === whose).flatMap((one) => cardsIn(one.value));
    const mine = cardsIn(hands[whose].value);
    rows.replaceChildren(
      ...hands.map((one, seat) => {
        const radio = h("input", {
          type: "radio",
          name: "whose",
          checked: seat === whose,
          "data-testid": `whose-${seat}`,
          onchange: () => choose(seat),
        });
        const label = h("label", {}, radio, `${seat + 1} · ${name(seat)}`);
        const count = h("small", { class: "faint" }, `${cardsIn(one.value).length}/${game.sizes[seat]}`);
        one.hidden = only.checked && seat !== whose;
        return h("div", { class: `hand-row ${seat === whose ? "chosen" : ""}` }, label, one, count);
      }),
    );
    const kinds = [...new Set(game.deck)];
    // Of a pack in which every card is there once, a second click takes a card back.
    const once = kinds.length === game.deck.length;
    deck.style.setProperty("--kinds", String(game.shape.ranks.length || 13));
    deck.replaceChildren(
      ...kinds.map((card) => {
        const left = game.deck.filter((one) => one === card).length - gone.filter((one) => one === card).length;
        const held = mine.filter((one) => one === card).length;
        const said = card.length > 1 ? cardName(card) : rankName(card);
        const face = cardElement(shownAs(card, 0), true);
        face.setAttribute("aria-hidden", "true");
        const back = once && held > 0;
        return h(
          "span",
          { class: "kind" },
          h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-label": back ? t("lab.takeBack", { card: said }) : t("lab.give", { card: said, count: `×${left}` }),
              "aria-disabled": left > 0 || back ? false : "true",
              "aria-pressed": once ? String(held > 0) : null,
              "data-testid": `give-${card}`,
              onclick: () => (back ? takeBack(card) : left > 0 && give(card)),
            },
            face,
            !once && h("small", {}, `×${left}`),
          ),
          !once &&
            h(
              "button",
              {
                type: "button",
                class: "plain less",
                "aria-label": `${t("lab.takeBack", { card: said })} −${held}`,
                "aria-disabled": held > 0 ? false : "true",
                "data-testid": `take-${card}`,
                onclick: () => held > 0 && takeBack(card),
              },
              `−${held}`,
            ),
        );
      }),
    );
  };

  const moves = (/** @type {string} */ value) =>
    value.split(",").flatMap((part) => {
      const [seat, ...move] = part.split(":");
      return move.length ? [/** @type {[number, string]} */ ([Number(seat) - 1, move.join(":").trim()])] : [];
    });
  const hand = (/** @type {number} */ seat) => (many ? cardsIn(hands[seat].value).join("") : cardsIn(hands[seat].value));

  const done = async () => {
    const at = moves(last.value)[0];
    const under = cardsIn(bottom.value).join(many ? "" : " ");
    const position = /** @type {Position} */ (
      only.checked
        ? { game: game.game_name, seat: whose, hand: hand(whose), history: moves(history.value), bottom: under }
        : {
            game: game.game_name,
            hands: hands.map((_, seat) => hand(seat)),
            turn: Number(turn.value),
            ...(at ? { last: at } : {}),
            ...(under ? { bottom: under } : {}),
            ...(exposable && exposed.value.trim() ? { exposed: cardsIn(exposed.value).filter((one) => one !== NONE) } : {}),
            moves: [],
          }
    );
    problem.replaceChildren();
    const wrong = await lay(position);
    if (wrong) problem.replaceChildren(t("lab.refused"), " ", h("code", {}, wrong));
    else box.close();
  };

  if (seen) whose = seen.seat;
  draw();
  const box = dialog(
    t("lab.setup"),
    t("close"),
    [
      h("p", { class: "faint" }, t("lab.setup.line")),
      rows,
      deck,
      h("label", { class: "check" }, only, t("lab.onlyMine")),
      openOnly,
      seenOnly,
      game.shape.bottom > 0 && h("div", { class: "asked" }, labelled(t("table.bottom"), bottom)),
      problem,
      h("div", { class: "answers" }, button(t("lab.lay"), done, "primary", { "data-testid": "lay" })),
    ],
    { class: "lab-dialog" },
  );
  return box;
}
