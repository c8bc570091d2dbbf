"""Tests of stages, words and motors, by themselves."""

import json
import pathlib
import re

import modules


WEB = pathlib.Path(__file__).resolve().parents[4] / "web"


class StageTests(modules.Modules):
    """Tests of the page's stages."""

    def test_the_way_from_the_code_to_play_and_back(self):
        way = ["play", "full", "host", "calibrating", "calibrated", "lost", "welcome", "lost", "refused", "welcome"]
        found = self.module("stages", "let s = 'join'; return way.map((event) => (s = m.next(s, event)));", way=way)
        self.assertEqual(found, ["connecting", "full", "waiting", "calibrate", "play", "lost", "play", "lost", "scan", "scan"])

    def test_every_reason_has_a_card_but_a_shutdown(self):
        found = self.module("stages", "return ['locked','host','full','kicked','shutdown','takeover','version','new'].map((r) => m.denial(r)?.stage ?? null);")
        self.assertEqual(found, ["denied", "denied", "denied", "denied", None, "takeover", "version", "denied"])


class WordTests(modules.Modules):
    """Tests of the players' words."""

    def test_every_word_is_there_in_every_language(self):
        paths = [*WEB.glob("*.js"), *WEB.glob("modes/*.js"), WEB / "join.html"]
        keys = set(re.findall(r'word\("(\w+)"|data-word="(\w+)"', "".join(path.read_text() for path in paths)))
        for layout in WEB.glob("layouts/*.json"):
            keys |= {(control["word"], "") for control in json.loads(layout.read_text())["controls"].values() if "word" in control}
        late = "Promise.all([import('/web/menu.js'), import('/web/modes/words.js').then(({ WORDS }) => m.learn(WORDS))])"
        for key in {a or b for a, b in keys}:
            for language in ("en", "ja", "zh"):
                found = self.module("words", f"return {late}.then(() => {{ m.speak([language]); return m.hasWord(key) && m.word(key); }});",
                                    language=language, key=key)
                self.assertTrue(found, f"{key} in {language}")

    def test_words_that_come_late_change_none_that_were_there(self):
        keys = [key for name in ("words", "menu", "modes/words") for key in re.findall(r"^  (\w+): \[", (WEB / f"{name}.js").read_text(), re.M)]
        self.assertGreater(len(keys), 100)
        self.assertEqual(len(keys), len(set(keys)))

    def test_a_language_that_is_not_there_is_english(self):
        found = self.module("words", "return [['fr', 'ja-JP'], ['zh-CN'], ['fr'], [null]].map((l) => (m.speak(l), m.current()));")
        self.assertEqual(found, ["ja", "zh", "en", "en"])


class RumbleTests(modules.Modules):
    """Tests of motors that are only on or off."""

    def test_strength_is_the_share_of_time(self):
        found = self.module("comfort", "return [m.pulses(1, 400), m.pulses(0.5, 400), m.pulses(0.25, 80)];")
        self.assertEqual((found[0], sum(found[1]), sum(found[1][::2]), found[2]), ([400], 400, 200, [10, 30, 10, 30]))
