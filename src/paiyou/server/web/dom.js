// @ts-check
// Small helpers to build and update the page: no framework, so that every file can be read as it runs.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element: `h("button", { class: "primary", onclick }, "Play")`. What is null, undefined or false is left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...SVGElement} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : /** @type {Node | string} */ (child)));
}

/**
 * Remember what is focused; the answer gives the focus back, to the element that stands in its place if it was drawn
 * anew, else to the view: who uses a keyboard must not be sent to the top of the page.
 * @returns {() => void}
 */
export function rememberFocus() {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!before || before === document.body) return () => {};
  const { testid, card } = before.dataset;
  const same = testid ? `[data-testid="${testid}"]` : card ? `.hand [data-card="${card}"]` : null;
  return () => {
    const now = before.isConnected ? before : same && document.querySelector(same);
    /** @type {HTMLElement | null} */ (now || document.getElementById("main"))?.focus({ preventScroll: true });
  };
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Fill a region anew, but only when what it shows has changed: focus and animations in it survive other updates.
 * @param {Element} region
 * @param {unknown} facts everything the content depends on
 * @param {() => Child | Child[]} build
 * @returns {boolean} whether it was filled anew
 */
export function fill(region, facts, build) {
  const key = JSON.stringify(facts);
  if (shown.get(region) === key) return false;
  shown.set(region, key);
  const restore = region.contains(document.activeElement) ? rememberFocus() : null;
  region.replaceChildren(...nodes([build()]));
  restore?.();
  return true;
}

/**
 * An icon of strokes on a 24 x 24 field.
 * @param {string} path
 */
export function icon(path) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * A button that can be seen to be of no use now, and still be reached and tried.
 * @param {string} words
 * @param {() => void} onclick
 * @param {string} [kind]
 * @param {Record<string, any>} [more]
 */
export function button(words, onclick, kind = "", more = {}) {
  const disabled = more["aria-disabled"] === true;
  return h(
    "button",
    { type: "button", class: kind, onclick, ...more, "aria-disabled": disabled ? "true" : false },
    words,
  );
}

/**
 * A dialog with a title and a button that closes it; it removes itself.
 * @param {string} title
 * @param {string} closeLabel
 * @param {Child[]} content
 * @param {Record<string, string>} [properties]
 */
export function dialog(title, closeLabel, content, properties = {}) {
  const close = h("button", { class: "close", type: "button", "aria-label": closeLabel }, icon("M6 6l12 12M18 6L6 18"));
  const box = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-label": title, ...properties },
      h("div", { class: "dialog-head" }, h("h2", {}, title), close),
      h("div", { class: "dialog-body" }, content),
    )
  );
  close.addEventListener("click", () => box.close());
  box.addEventListener("click", (event) => event.target === box && box.close());
  const restore = rememberFocus();
  box.addEventListener("close", () => {
    box.remove();
    // The browser gives the focus back by itself, unless what had it was drawn anew meanwhile.
    if (document.activeElement === document.body) restore();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Ask before something is done that cannot be undone.
 * @param {string} question
 * @param {string} warning
 * @param {{ yes: string, no: string }} answers
 * @param {() => void} action
 */
export function confirmed(question, warning, { yes, no }, action) {
  const go = h("button", { type: "button", class: "primary", "data-testid": "yes" }, yes);
  const stay = h("button", { type: "button", "data-testid": "no", autofocus: true }, no);
  const box = dialog(question, no, [h("p", {}, warning), h("div", { class: "answers" }, stay, go)]);
  stay.addEventListener("click", () => box.close());
  go.addEventListener("click", () => {
    box.close();
    action();
  });
}
