// @ts-check
// The service worker: keeps the page and the puzzles for when there is no network. The newest wins where there is one, so
// that nobody plays by an old page. What it keeps and by which version is written before this text by http/page.py.

const worker = /** @type {any} */ (self);
/** @type {string} */
const VERSION = worker.VERSION;
/** @type {string[]} */
const FILES = worker.FILES;

const PAGE = `paiyou-page-${VERSION}`;
const ANSWERS = "paiyou-answers-1";
/** Answers that stay true: the games, the puzzles, and how each of them goes on. */
const KEPT = /^\/api\/(games|puzzles(\/\d+\/book)?)$/;

worker.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(
    Promise.all([keep(PAGE, FILES), keep(ANSWERS, ["/api/games", "/api/puzzles"])]).then(() => worker.skipWaiting()),
  ),
);

worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![PAGE, ANSWERS].includes(name)).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  ),
);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== worker.location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(newest(event.request, PAGE));
  else if (KEPT.test(pathname)) event.respondWith(newest(event.request, ANSWERS));
});

/**
 * Fetch what is to be kept.
 * @param {string} name
 * @param {string[]} paths
 */
async function keep(name, paths) {
  const cache = await caches.open(name);
  await cache.addAll(paths);
}

/**
 * From the server, and where it cannot be reached from what was kept.
 * @param {Request} request
 * @param {string} name
 */
async function newest(request, name) {
  const path = new URL(request.url).pathname;
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(name)).match(path);
    if (kept) return kept;
    throw error;
  }
  // Where it cannot be kept, as on a full disk, it is still the newest.
  if (answer.ok) await put(name, path, answer.clone()).catch(() => null);
  return answer;
}

/**
 * @param {string} name
 * @param {string} path
 * @param {Response} answer
 */
async function put(name, path, answer) {
  await (await caches.open(name)).put(path, answer);
}
