// @ts-check
// What is felt: a bomb, a rocket, a plane, a spring, a win. Drawn over the felt for a second; any touch or key ends it.

import { h, svg } from "./dom.js";
import { animated } from "./settings.js";
import { sound } from "./sounds.js";

/** Milliseconds that an effect stays: until its last part has moved. */
const STAY = 1500;
const PETALS = 24;
/** The last petal begins so many hundredths of a second after the first, and falls for a second. */
const LATEST = 45;

const ROCKET = "M50 4c14 14 20 34 18 54l10 12v16l-16-8H38l-16 8V70l10-12C30 38 36 18 50 4zM50 30a8 8 0 1 0 0 16 8 8 0 0 0 0-16z";
const PLANE = "M4 54l14-4 16 8 24-8-30-34 10-3 42 27 20-6c8-2 14 2 14 6s-4 8-12 10L44 66l-14 2z";

/** @type {Record<string, () => Element[]>} */
const DRAWN = {
  blast: () => [
    h("span", { class: "flash" }),
    h("span", { class: "ring" }),
    ...Array.from({ length: 14 }, (_, n) => turned("spark", "--angle", `${(360 * n) / 14}deg`)),
  ],
  launch: () => [h("span", { class: "trail" }), drawing("rocket", ROCKET)],
  flight: () => [drawing("plane", PLANE)],
  spring: () => petals("blossom"),
  win: () => petals("petal"),
};

/** @param {string} kind @param {string} name @param {string} value */
function turned(kind, name, value) {
  const one = h("span", { class: kind });
  one.style.setProperty(name, value);
  return one;
}

/** @param {string} kind @param {string} path */
function drawing(kind, path) {
  return h("span", { class: kind }, svg("svg", { viewBox: "0 0 100 90" }, svg("path", { d: path, "fill-rule": "evenodd" })));
}

/** @param {string} kind */
function petals(kind) {
  return Array.from({ length: PETALS }, (_, n) => {
    const one = turned(kind, "--x", `${(n * 61) % 100}%`);
    one.style.setProperty("--late", `${((7 * n * n + 13 * n) % (LATEST + 1)) / 100}s`);
    one.style.setProperty("--turn", `${((n * 97) % 360) - 180}deg`);
    return one;
  });
}

/**
 * Let something be felt: heard, and seen where things may move on the screen.
 * @param {Element | null} felt
 * @param {string} name
 */
export function feel(felt, name) {
  sound(name);
  const make = DRAWN[name];
  if (!felt || !make || !animated()) return;
  felt.querySelectorAll(":scope > .effect").forEach((old) => old.remove());
  const box = h("div", { class: `effect ${name}`, "aria-hidden": "true", "data-testid": "effect" }, make());
  const end = () => {
    clearTimeout(timer);
    box.remove();
    felt.classList.remove("shaken");
    removeEventListener("pointerdown", end, true);
    removeEventListener("keydown", end, true);
  };
  const timer = setTimeout(end, STAY);
  addEventListener("pointerdown", end, true);
  addEventListener("keydown", end, true);
  felt.classList.toggle("shaken", name === "blast");
  felt.append(box);
}
