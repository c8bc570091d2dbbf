// The player's choices, stored on the phone.

const KEY = "tiltpad.settings";
const RESUME = "tiltpad.resume";
const STORES = ["sessionStorage", "localStorage"];

/** The defaults; the colour -1 is that of the slot. */
const DEFAULTS = {
  name: "", colour: -1, language: "", size: 100, mirror: false, contrast: false, buzzing: true, sound: true, tilting: true,
  gyro: null, flip: false, digital: false, mixing: true, fullScreen: true,
};

/** Loads what is stored in the store of that name. */
export function load(store, key) {
  try {
    return JSON.parse(globalThis[store].getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** Stores `value`, or removes what is stored if it is null; a private window may forget it with the page. Returns false if storage is full, or
 * not allowed for this page. */
export function keep(store, key, value) {
  try {
    if (value === null) globalThis[store].removeItem(key);
    else globalThis[store].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Loads the settings; `change` stores each. */
export function loadSettings() {
  const saved = load("localStorage", KEY);
  const known = Object.entries(saved).filter(([name, value]) => typeof value === typeof (DEFAULTS[name] ?? true));
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

/** Changes one setting, and stores all. */
export function change(settings, name, value) {
  settings[name] = value;
  keep("localStorage", KEY, settings);
}

/** Stores the ticket for returning, and this visit's ticket. */
export function keepResume(ticket, from) {
  for (const store of STORES) keep(store, RESUME, { ticket, from });
}

/** Returns the languages that the player wants as BCP 47 tags, best first. */
export const languages = ({ language }) => [new URLSearchParams(location.search).get("lang"), language, ...navigator.languages];

/** Removes the ticket for returning. */
export function forgetResume() {
  for (const store of STORES) keep(store, RESUME, null);
}

/**
 * Returns the tickets to try, best first: the one for returning, if this code was used before or there is no code;
 * then the code's ticket.
 */
export function tickets(code) {
  const kept = STORES.map((store) => load(store, RESUME));
  const back = kept.filter(({ ticket, from }) => ticket && (!code || from === code)).map(({ ticket }) => ticket);
  return [...new Set([...back, code].filter(Boolean))];
}
