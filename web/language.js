// The language that a page speaks, and tables of words in it.

/** The languages, and what each calls itself. */
export const LANGUAGES = { en: "English", ja: "日本語", zh: "中文" };

const ORDER = Object.keys(LANGUAGES);
let language = "en";

/** The language that is spoken. */
export const current = () => language;

/** Speaks the first of `wanted` (BCP 47 tags) that there is. */
export function speak(wanted) {
  const short = wanted.map((tag) => (tag ?? "").slice(0, 2).toLowerCase());
  language = short.find((tag) => tag in LANGUAGES) ?? "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
}

/** Of a table {key: [a text in each language, in their order]}: word(key, values) and hasWord(key). */
export function vocabulary(words) {
  const text = (key) => words[key]?.[ORDER.indexOf(language)] ?? key;
  return {
    word: (key, values = {}) => text(key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ""),
    hasWord: (key) => Object.hasOwn(words, key),
  };
}

/** What a layout calls something: a plain text, or one for each language. */
export function named(names) {
  return typeof names === "string" ? names : names?.[language] ?? names?.en ?? "";
}
