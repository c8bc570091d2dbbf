"""Changes texts of layouts at random."""

import json
import random

WORDS = ["a", "b", "A", "B", "LT", "lx", "ly", "out", "type", "form", "id", "grid", "controls", "shared", "turbo", "toggle", "doubleTap", "within", "label",
         "button", "lever", "pedal", "tilt", "slider", "cluster", "dpad", "bar", "players", "__proto__", "constructor", "toString", "en", "pt-BR", ".", "round",
         "x", "y", "spring", "haptic", "digital", "mix", "throttle", "spin", "edgeAction", "at", "turned", "name", "rate", "lock", "float", "shape"]
VALUES = [None, True, False, 0, 1, 2, 3, -1, 0.5, 1e300, 8, 20, 150, 250, 500, "", "é", "e\u0301", "\u202e", "BAC\u212a", "\u0000", "🎮", [], {}]
BYTES = list('{}[],:"\\\t 0123456789.eE+-trufalsn') + ["\\u", "\\ud800", "\\u0041", "é", "🎮", "\u00a0", "1e999", "\ufeff"]


class Fuzz:
    """A source of changed texts. The same seed gives the same texts."""

    def __init__(self, seed, texts):
        """Prepares to change these texts."""
        self.dice, self.texts = random.Random(seed), texts

    def text(self):
        """Returns one of the texts with one, two or four changes, in the tree of the layout or in its characters."""
        text = self.dice.choice(self.texts)
        for _ in range(self.dice.choice([1, 1, 2, 4])):
            text = self.dice.choice([self.in_tree, self.in_tree, self.in_text])(text)
        return text

    def value(self):
        """Returns a random small value."""
        return self.dice.choice([
            lambda: self.dice.choice(WORDS), lambda: self.dice.choice(VALUES), lambda: self.dice.uniform(-10, 300),
            lambda: [self.value() for _ in range(self.dice.randrange(3))],
            lambda: {self.dice.choice(WORDS): self.value() for _ in range(self.dice.randrange(3))}])()

    def in_tree(self, text):
        """Returns a text with one value, name or element changed. Changes its characters instead if it is not JSON, and nothing if it is too deep."""
        try:
            layout = json.loads(text)
        except ValueError:
            return self.in_text(text)
        except RecursionError:
            return text
        places = list(walk(layout))
        if not places:
            return json.dumps(self.value())
        table, key = self.dice.choice(places)
        what = self.dice.randrange(4)
        if what == 0:
            table[key] = self.value()
        elif what == 1:
            del table[key]
        elif what == 2 and isinstance(table, dict):
            table[self.dice.choice(WORDS)] = table[key]
        elif isinstance(table, list):
            table.insert(self.dice.randrange(len(table) + 1), self.value())
        else:
            table[self.dice.choice(WORDS)] = self.value()
        return json.dumps(layout, ensure_ascii=self.dice.random() < 0.5)

    def in_text(self, text):
        """Returns a text with some characters removed, doubled or inserted."""
        at = self.dice.randrange(len(text) + 1)
        end = min(len(text), at + self.dice.choice([0, 1, 1, 3, 20]))
        return text[:at] + self.dice.choice(["", self.dice.choice(BYTES), text[at:end] * 2]) + text[end:]


def walk(value, depth=12):
    """Yields the place of each value in a list or a dictionary, as (the list or dictionary, the index or name), down to `depth` levels below it."""
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(places):
        yield value, key
        if depth:
            yield from walk(inner, depth - 1)
