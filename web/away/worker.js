// A service worker that stores all files of one version of the page on the phone. A newer version takes over once no page of this version is
// open.

// The version, which scripts/build/page fills in.
const VERSION = "";
const FILES = [];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))));
});

/** Loads a file that is not stored. If the web server cannot be reached, or fails, a file of this version counts as missing: a language
 * may lack a part, for example. */
async function load(request) {
  const isOwn = request.url.includes(`/${VERSION}/`);
  const answer = await fetch(request).catch((error) => (isOwn ? null : Promise.reject(error)));
  return answer && !(isOwn && answer.status >= 500) ? answer : new Response(null, { status: 404 });
}

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? load(event.request)));
});
