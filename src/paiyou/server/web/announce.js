// @ts-check
// What a screen reader is told: one sentence per event, in a polite live region.

/** @param {string} sentence */
export function announce(sentence) {
  const region = document.getElementById("announcements");
  if (!region || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  while (region.childElementCount > 8) region.firstElementChild?.remove();
}
