// The language of a page, and its words. A language is a line here and a folder in words, with a file for each part of the pages. Words
// and files that it does not have yet are shown in English.

/** The languages by their tags (BCP 47), which are the names of their folders: the name that its speakers use, its direction, whether one
 * of them has read its words, and the tag for browsers if that is another one. */
export const LANGUAGES = {
  en: { name: "English", dir: "ltr", isRead: true },
  de: { name: "Deutsch", dir: "ltr", isRead: false },
  es: { name: "Español", dir: "ltr", isRead: false },
  fr: { name: "Français", dir: "ltr", isRead: false },
  it: { name: "Italiano", dir: "ltr", isRead: false },
  pl: { name: "Polski", dir: "ltr", isRead: false },
  "pt-BR": { name: "Português (Brasil)", dir: "ltr", isRead: false },
  ja: { name: "日本語", dir: "ltr", isRead: false },
  zh: { name: "中文", dir: "ltr", isRead: false, tag: "zh-Hans" },
};

/** The parts, each with its promise. */
const parts = new Map();
/** The spare parts. */
const spares = new Set();
/** The words of spare parts. */
const spare = Object.create(null);
/** All other words, which come first. */
const words = Object.create(spare);
let language = "en";

/** Returns the current language. */
export const current = () => language;

/** Returns the tag of a language for a browser. */
export const tag = (code) => LANGUAGES[code].tag ?? code;

/** Returns the name of a language in a list, marked if no speaker has read its words. */
export const ownName = (code) => `${LANGUAGES[code].name}${LANGUAGES[code].isRead ? "" : " (beta)"}`;

/** Returns the language that fits a tag best: the same one, or another form of it, such as pt-BR for pt-PT; undefined without one. */
function fitting(wanted) {
  const codes = Object.keys(LANGUAGES);
  const first = (each) => each.toLowerCase().split("-")[0];
  return codes.find((code) => code === wanted) ?? codes.find((code) => first(code) === first(wanted ?? ""));
}

/** Chooses the first language of `wanted` (BCP 47 tags) that exists, and loads its words for all parts so far. */
export async function speak(wanted) {
  language = wanted.map(fitting).find(Boolean) ?? "en";
  Object.assign(document.documentElement, { lang: tag(language), dir: LANGUAGES[language].dir });
  await Promise.all([...parts.keys()].map(load));
}

/** Begins a page in the first language of `wanted`, with the words of `needed`, a part or several; loads the page again if they do not arrive. */
export function begin(needed, wanted) {
  const again = () => new Promise(() => setTimeout(() => location.reload(), 1000));
  return Promise.all([speak(wanted), ...[needed].flat().map((part) => learn(part))]).catch(again);
}

/** Loads the words of a part of the pages, once; if they do not arrive, the next call tries again. Those of a spare part replace no others. */
export async function learn(part, { isSpare = false } = {}) {
  if (isSpare) spares.add(part);
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
  const found = await Promise.all(["en", wanted].map((code) => file(`./words/${code}/${part}.js`)));
  if (wanted !== language) return load(part);
  return Object.assign(spares.has(part) ? spare : words, ...found);
}

/** Returns the words in a file; none if the language does not have it. */
async function file(path) {
  try {
    return (await import(path)).default;
  } catch (error) {
    const { status } = await fetch(new URL(path, import.meta.url));
    if (status !== 404) throw error;
    return {};
  }
}

/** Returns a value to insert in a text, so that neither changes the direction of the other. */
const isolated = (value) => (LANGUAGES[language].dir === "rtl" ? `\u2068${value}\u2069` : value);

/** Returns the word `key`, with `{name}` filled in. */
export const word = (key, values = {}) => (words[key] ?? key).replace(/(\+?)\{(\w+)\}/g, (_, sign, name) => isolated(sign + (values[name] ?? "")));

/** Returns whether there is a word `key`. */
export const hasWord = (key) => Object.hasOwn(words, key);

/** Returns a layout's text, in the current language if it has several. */
export function named(names) {
  return typeof names === "string" ? names : names?.[language] ?? names?.en ?? "";
}
