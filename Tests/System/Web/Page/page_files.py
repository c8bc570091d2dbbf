"""The files of the pages, as the stand-in has them: those in `web`, and what a test adds or replaces."""

import pathlib

WEB = pathlib.Path(__file__).resolve().parents[4] / "web"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
         ".json": "application/json"}
# The line of the table of languages before which others are added.
FIRST = '  en: { name: "English", dir: "ltr", isRead: true },\n'


class PageFiles:
    """The files by their names below `web`."""

    def __init__(self):
        """Begins with those in `web`."""
        self._added = {}

    def add(self, name, text):
        """Adds a file, or replaces one."""
        self._added[name] = text

    def add_language(self, tag, line, words):
        """Adds a language: its line in the table, and its words by the names of their parts."""
        table = self.read("language.js")[1].decode()
        assert table.count(FIRST) == 1
        self.add("language.js", table.replace(FIRST, f"{FIRST}  {line}\n"))
        for part, text in words.items():
            self.add(f"words/{tag}/{part}.js", text)

    def read(self, name):
        """Returns the type and the bytes of a file; None if there is no such file."""
        path = (WEB / name).resolve()
        if name in self._added:
            return TYPES[path.suffix], self._added[name].encode()
        return (TYPES[path.suffix], path.read_bytes()) if WEB in path.parents and path.is_file() else None
