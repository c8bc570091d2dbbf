"""A language that nobody speaks, made from English by a function: written from right to left, and 40 % longer.

It shows what other languages would suffer from: text that is not a word of the table, that is cut, or that lies over other text.
"""

import page_files

TAG = "ar-XB"
NAME = "אבג"
LINE = f'"{TAG}": {{ name: "{NAME}", dir: "rtl", isRead: true }},'
PARTS = [path.stem for path in (page_files.WEB / "words/en").iterdir()]
# The file of a part. Each run of Latin letters becomes one of Hebrew letters that is 40 % longer; places stay.
PART = """import words from "../en/%s.js";
const LETTERS = "אבגדהוזחטיכלמנסעפצקרשת";
const longer = (run) => Array.from({ length: Math.ceil(run.length * 1.4) }, (_, index) => LETTERS[run.charCodeAt(index %% run.length) %% LETTERS.length]).join("");
const turned = (text) => text.replace(/\\{\\w+\\}|[A-Za-zÀ-ž]+/g, (run) => (run.startsWith("{") ? run : longer(run)));
export default Object.fromEntries(Object.entries(words).map(([key, text]) => [key, turned(text)]));
"""


class Spoken:
    """A test whose house has the language."""

    def setUp(self):
        """Opens the house with the language."""
        super().setUp()
        self.house.server.files.add_language(TAG, LINE, {part: PART % part for part in PARTS})
