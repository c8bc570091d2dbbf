// The language of a page, and its words. A language is a line here and a folder in words, with a file for each part of the pages. A word
// that it does not have yet is shown in English.

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", ja: "日本語", zh: "中文" };

/** The tags for a browser (BCP 47) that differ from the keys of LANGUAGES. */
const TAGS = { zh: "zh-Hans" };

/** The parts whose words have been asked for, each with its promise, and all words in the current language. */
const parts = new Map();
const words = Object.create(null);
let language = "en";

/** Returns the current language. */
export const current = () => language;

/** Returns the tag of a language for a browser. */
export const tag = (code) => TAGS[code] ?? code;

/** Chooses the first language of `wanted` (BCP 47 tags) that exists, and loads its words for all parts so far. */
export async function speak(wanted) {
  const short = wanted.map((each) => (each ?? "").slice(0, 2).toLowerCase());
  language = short.find((code) => code in LANGUAGES) ?? "en";
  document.documentElement.lang = tag(language);
  await Promise.all([...parts.keys()].map(load));
}

/** Begins a page in the first language of `wanted`, with the words of `part`; loads the page again if they do not arrive. */
export function begin(part, wanted) {
  const again = () => new Promise(() => setTimeout(() => location.reload(), 1000));
  return Promise.all([speak(wanted), learn(part)]).catch(again);
}

/** Loads the words of a part of the pages, once; if they do not arrive, the next call tries again. */
export async function learn(part) {
  if (!parts.has(part)) parts.set(part, load(part));
  try {
    await parts.get(part);
  } catch (error) {
    parts.delete(part);
    throw error;
  }
}

async function load(part) {
  const wanted = language;
  const found = await Promise.all(["en", wanted].map((code) => import(`./words/${code}/${part}.js`)));
  if (wanted !== language) return load(part);
  return Object.assign(words, ...found.map((file) => file.default));
}

/** Returns the word `key`, with `{name}` filled in. */
export const word = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** Returns whether there is a word `key`. */
export const hasWord = (key) => Object.hasOwn(words, key);

/** Returns a layout's text, in the current language if it has several. */
export function named(names) {
  return typeof names === "string" ? names : names?.[language] ?? names?.en ?? "";
}
