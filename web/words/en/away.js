// The words that only the page on another host needs, in English.

export default {
  silentHost:
    "The host does not answer. Is this phone in the host's network? A code works for one phone and ten minutes: scan the one that is on the screen now.",
  foreignHost: "Another machine answered instead of the host, so nothing is sent to it. Scan the code on the host's screen.",
  outdatedHost: "This code needs another version of the page. Close the page everywhere, and scan the code again.",
};
