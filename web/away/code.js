// The code of this visit, which an installed page starts without: it goes on with that of the last visit.

const KEY = "tiltpad.code";

try {
  if (location.hash) localStorage.setItem(KEY, location.hash);
  else history.replaceState(null, "", localStorage.getItem(KEY) ?? "");
} catch { /* Nothing is kept in this window. */ }
