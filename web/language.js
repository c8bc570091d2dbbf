// The language of a page, and tables of words in it.

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", ja: "日本語", zh: "中文" };

const ORDER = Object.keys(LANGUAGES);
let language = "en";

/** Returns the current language. */
export const current = () => language;

/** Chooses the first language of `wanted` (BCP 47 tags) that exists. */
export function speak(wanted) {
  const short = wanted.map((tag) => (tag ?? "").slice(0, 2).toLowerCase());
  language = short.find((tag) => tag in LANGUAGES) ?? "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
}

/** Turns a table {key: [a text in each language, in order]} into word(key, values) and hasWord(key). */
export function vocabulary(words) {
  const text = (key) => words[key]?.[ORDER.indexOf(language)] ?? key;
  return {
    word: (key, values = {}) => text(key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ""),
    hasWord: (key) => Object.hasOwn(words, key),
  };
}

/** Returns a layout's text, in the current language if it has several. */
export function named(names) {
  return typeof names === "string" ? names : names?.[language] ?? names?.en ?? "";
}
