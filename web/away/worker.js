// Keeps the page on the phone: all files of one version. A newer version is used once no page of this one is open.

// Filled in by scripts/build/page.
const VERSION = "";
const FILES = [];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))));
});

/** Loads a file. One of this version that is not kept does not exist, such as a part of a language: without the web server, that is the answer. */
async function load(request) {
  const isOwn = request.url.includes(`/${VERSION}/`);
  const answer = await fetch(request).catch((error) => (isOwn ? null : Promise.reject(error)));
  return answer && !(isOwn && answer.status >= 500) ? answer : new Response(null, { status: 404 });
}

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? load(event.request)));
});
