// @ts-check
// The keys of whoever has a hand: arrows move along it, and what else the view gives.

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether a key is meant for something else: a field, a dialog, the browser
 */
export function keyIsTaken(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]") !== null ||
    target.matches("input, select, textarea")
  );
}

/**
 * The key of a call: its figure, or C to call and to rob, P to decline.
 * @param {string} call
 */
export const callKey = (call) => (call.startsWith("bid ") ? call.slice(4) : call === "decline" ? "p" : "c");

/**
 * @param {KeyboardEvent} event
 * @param {import("./hand.js").Hand} hand
 * @param {Record<string, () => void>} more what other keys do; letters in lower case
 */
export function handKey(event, hand, more) {
  const target = /** @type {HTMLElement} */ (event.target);
  const row = Math.ceil(hand.cards.length / hand.rows);
  /** @type {Record<string, () => void>} */
  const actions = {
    ArrowLeft: () => hand.moveFocus(-1),
    ArrowRight: () => hand.moveFocus(1),
    ArrowUp: () => hand.rows > 1 && hand.moveFocus(-row),
    ArrowDown: () => hand.rows > 1 && hand.moveFocus(row),
    Home: () => hand.focusEnd(false),
    End: () => hand.focusEnd(true),
    ...more,
  };
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = actions[name];
  if (!action) return;
  // Buttons and links keep their own Enter; lists that scroll keep their arrows.
  if (name === "Enter" && !target.closest(".hand") && target.closest("button, a")) return;
  if (name.startsWith("Arrow") && target.closest("ol")) return;
  event.preventDefault();
  action();
}
