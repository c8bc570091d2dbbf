"""The files of the pages that the stand-in serves: those in `web`, and those that a test adds or replaces."""

import pathlib

WEB = pathlib.Path(__file__).resolve().parents[4] / "web"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
         ".json": "application/json"}
# The line of the table of languages after which a test adds its own.
FIRST = '  en: { name: "English", dir: "ltr", isRead: true },\n'


class PageFiles:
    """The files by their names below `web`."""

    def __init__(self):
        """Starts with the files in `web`."""
        self._added = {}

    def add(self, name, text):
        """Adds a file, or replaces one."""
        self._added[name] = text

    def add_language(self, tag, line, words):
        """Adds a language: its line in the table of languages, and its words, by the names of their parts."""
        table = self.read("language.js")[1].decode()
        assert table.count(FIRST) == 1
        self.add("language.js", table.replace(FIRST, f"{FIRST}  {line}\n"))
        for part, text in words.items():
            self.add(f"words/{tag}/{part}.js", text)

    def read(self, name):
        """Returns the content type and the bytes of a file, or None if there is no such file."""
        path = (WEB / name).resolve()
        if name in self._added:
            return TYPES[path.suffix], self._added[name].encode()
        return (TYPES[path.suffix], path.read_bytes()) if WEB in path.parents and path.is_file() else None
