// @ts-check
// Preset greetings among people at a table: chosen from a list, shown for a while beside whoever says them.

import { announce } from "./announce.js";
import { button, dialog, h } from "./dom.js";
import { placeOf } from "./felt.js";
import { sound } from "./sounds.js";
import { nameOf } from "./tell.js";
import { t } from "./words.js";

const GREETINGS = ["hello", "well_played", "thanks", "hurry", "oops", "again"];
/** Milliseconds that a greeting stands. */
const STANDS = 4000;

/** @typedef {import("./tell.js").Table} Table */

/** Whether there is somebody to greet. @param {Table} table */
export const canGreet = ({ you, players }) => Boolean(you) && players.filter(({ kind }) => kind === "person").length > 1;

/** @param {(greeting: string) => void} say */
export function chooseGreeting(say) {
  const box = dialog(
    t("greetings"),
    t("close"),
    [
      h(
        "div",
        { class: "greetings" },
        GREETINGS.map((one) =>
          button(
            t(`greeting.${one}`),
            () => {
              box.close();
              say(one);
            },
            "",
            { "data-testid": `greet-${one}` },
          ),
        ),
      ),
    ],
    { "data-testid": "greetings" },
  );
}

/**
 * @param {Element} page
 * @param {Table} table
 * @param {{ chair: number, greeting: string }} said
 */
export function showGreeting(page, table, { chair, greeting }) {
  const seat = table.players.findIndex((player) => player.chair === chair);
  if (seat < 0 || !GREETINGS.includes(greeting)) return;
  const words = t(`greeting.${greeting}`);
  const felt = page.querySelector(".felt");
  const plate = page.querySelector(`[data-testid="plate-${placeOf(table, seat)}"]`);
  if (felt && plate) {
    felt.querySelectorAll(`.greeting[data-seat="${seat}"]`).forEach((old) => old.remove());
    const bubble = h("span", { class: "greeting", "data-seat": seat, "aria-hidden": "true", "data-testid": "greeting" }, words);
    felt.append(bubble);
    // Over the plate, and inside the felt.
    const [inside, at] = [felt.getBoundingClientRect(), plate.getBoundingClientRect()];
    const middle = at.left + at.width / 2 - bubble.offsetWidth / 2 - inside.left;
    const above = at.top - inside.top - bubble.offsetHeight - 6;
    bubble.style.left = `${Math.max(6, Math.min(middle, inside.width - bubble.offsetWidth - 6))}px`;
    bubble.style.top = `${above < 6 ? at.bottom - inside.top + 6 : above}px`;
    setTimeout(() => bubble.remove(), STANDS);
  }
  announce(t("tell.say", { name: nameOf(table, seat), words }));
  sound("greeting");
}
