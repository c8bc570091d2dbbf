"""An artificial language that a function makes from English: written from right to left, and 40 % longer.

It reveals faults that other languages would show: text that is not in the table of words, is cut off, or overlaps other text.
"""

import page_files

TAG = "ar-XB"
NAME = "אבג"
LINE = f'"{TAG}": {{ name: "{NAME}", dir: "rtl", isRead: true }},'
PARTS = [path.stem for path in (page_files.WEB / "words/en").iterdir()]
# The file for a part of the words. Each run of Latin letters becomes Hebrew letters, 40 % longer. Placeholders stay.
PART = """import words from "../en/%s.js";
const LETTERS = "אבגדהוזחטיכלמנסעפצקרשת";
const longer = (run) => Array.from({ length: Math.ceil(run.length * 1.4) }, (_, index) => LETTERS[run.charCodeAt(index %% run.length) %% LETTERS.length]).join("");
const turned = (text) => text.replace(/\\{\\w+\\}|[A-Za-zÀ-ž]+/g, (run) => (run.startsWith("{") ? run : longer(run)));
export default Object.fromEntries(Object.entries(words).map(([key, text]) => [key, turned(text)]));
"""


class Spoken:
    """A test whose host has the artificial language."""

    def setUp(self):
        """Starts the host with the language."""
        super().setUp()
        self.house.server.files.add_language(TAG, LINE, {part: PART % part for part in PARTS})
