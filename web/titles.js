// The names of layouts. One that ships with the page has a word in each language, which needs the words of "layouts".

import { hasWord, named, word } from "./language.js";

/** Returns the name of a layout, in the current language if there is one. */
export function title({ id, name }) {
  const key = `layout_${id}`;
  return hasWord(key) ? word(key) : named(name) || id;
}
