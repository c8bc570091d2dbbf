// Searches all pages. The index is a script beside this one, and is loaded at the first search. A script can be loaded even if the site is
// opened from a folder.
"use strict";

const MOST = 30;
const AROUND = 70;
const root = document.documentElement.dataset.root;
const query = document.getElementById("query");
const found = document.getElementById("found");
let loading;

/** Loads the index once; returns the promise of its parts. */
function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root}/search-index.js`;
    script.onload = () => resolve(window.searchIndex.map(([place, ...texts]) => ({ place, texts, lower: texts.map(lowered) })));
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

/** Returns a text in lower case. */
function lowered(text) {
  return text.toLowerCase();
}

/** Returns a regular expression that finds words that begin with `word`. */
function beginning(word) {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "gu");
}

/**
 * Returns how well a part fits the words of the search, and 0 if a word is missing. Words in the title or the heading, and the exact phrase,
 * count more.
 */
function score(part, wanted, phrase) {
  let sum = part.lower.some((text) => text.includes(phrase)) ? 15 : 0;
  for (const word of wanted) {
    const [title, heading, text] = part.lower.map((each) => [...each.matchAll(word)].length);
    if (title + heading + text === 0) return 0;
    sum += 10 * Math.min(title, 1) + 20 * Math.min(heading, 1) + Math.min(text, 5);
  }
  return sum;
}

/** Returns the parts that contain all words, the best first. */
function search(parts, wanted, phrase) {
  return parts.map((part) => [score(part, wanted, phrase), part]).filter(([sum]) => sum > 0).sort((a, b) => b[0] - a[0]).map(([, part]) => part);
}

/** Adds an extract of the part's text to `element`, around the first match, with all matches marked. */
function quote(element, part, wanted) {
  const [text, lower] = [part.texts[2], part.lower[2]];
  const places = wanted.flatMap((word) => [...lower.matchAll(word)].map((match) => [match.index, match[0].length])).sort((a, b) => a[0] - b[0]);
  let at = Math.max(0, (places[0]?.[0] ?? 0) - AROUND);
  const end = at + 3 * AROUND;
  element.append(at > 0 ? "…" : "");
  for (const [place, length] of places.filter(([place]) => place < end)) {
    if (place < at) continue;
    const mark = document.createElement("mark");
    mark.append(text.slice(place, place + length));
    element.append(text.slice(at, place), mark);
    at = place + length;
  }
  element.append(text.slice(at, end), end < text.length ? "…" : "");
}

/** Returns the link to a part, with an extract of its text. */
function result(part, wanted) {
  const [title, heading] = part.texts;
  const [link, name, page, text] = ["a", "b", "small", "span"].map((tag) => document.createElement(tag));
  link.href = `${root}/${part.place}`;
  name.append(heading || title);
  page.append(heading ? ` ${title}` : "");
  quote(text, part, wanted);
  link.append(name, page, text);
  return link;
}

/** Shows the results for the words in the field. */
async function show() {
  const words = lowered(query.value).split(/\s+/).filter(Boolean);
  const wanted = words.map(beginning);
  found.hidden = wanted.length === 0;
  if (found.hidden) return;
  const parts = search(await load(), wanted, words.join(" "));
  const line = found.querySelector("p");
  line.textContent = parts.length === 0 ? "Nothing found" : parts.length > MOST ? `The best ${MOST} of ${parts.length}` : `${parts.length} found`;
  found.replaceChildren(line, ...parts.slice(0, MOST).map((part) => result(part, wanted)));
}

/** Handles the keys: "/" selects the field, Escape hides the results, and the arrows move the focus between the field and the results. */
function press(event) {
  if (event.key === "/" && document.activeElement !== query) {
    query.select();
  } else if (event.key === "Escape") {
    found.hidden = true;
  } else if (/^Arrow(Up|Down)$/.test(event.key) && !found.hidden) {
    const places = [query, ...found.querySelectorAll("a")];
    const place = places.indexOf(document.activeElement);
    if (place < 0) return;
    places[Math.max(0, Math.min(places.length - 1, place + (event.key === "ArrowDown" ? 1 : -1)))].focus();
  } else {
    return;
  }
  event.preventDefault();
}

query.addEventListener("focus", show);
query.addEventListener("input", show);
document.addEventListener("keydown", press);
// A link to a heading of the same page does not load a page, so the results are hidden here.
document.addEventListener("click", (event) => { if (event.target !== query) found.hidden = true; });
