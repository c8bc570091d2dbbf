// The code of this visit; an installed page starts without one, and uses the code of the last visit.

const KEY = "tiltpad.code";

try {
  if (location.hash) localStorage.setItem(KEY, location.hash);
  else history.replaceState(null, "", localStorage.getItem(KEY) ?? "");
} catch { /* Nothing is stored in this window. */ }
