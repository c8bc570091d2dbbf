"""Unit tests of stages, carriers, words, and motors."""

import json
import pathlib
import re
import unicodedata

import modules


WEB = pathlib.Path(__file__).resolve().parents[4] / "web"


def width(text):
    """Returns the width of a text, in Latin letters. A wide East Asian character counts as two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


class StageTests(modules.Modules):
    """Tests of the page's stages and their order."""

    def test_the_way_from_the_code_to_play_and_back(self):
        way = ["play", "full", "host", "calibrating", "calibrated", "lost", "welcome", "lost", "refused", "welcome"]
        found = self.module("stages", "let s = 'join'; return way.map((event) => (s = m.next(s, event)));", way=way)
        self.assertEqual(found, ["connecting", "full", "waiting", "calibrate", "play", "lost", "play", "lost", "scan", "scan"])

    def test_every_reason_has_a_card_but_a_shutdown(self):
        found = self.module("stages", "return ['locked','host','full','kicked','shutdown','takeover','version','new'].map((r) => m.denial(r)?.stage ?? null);")
        self.assertEqual(found, ["denied", "denied", "denied", "denied", None, "takeover", "version", "denied"])


class CarrierTests(modules.Modules):
    """Tests of carriers that are closed while they open."""

    def streams(self, is_closed):
        """Returns the number of streams that a POST carrier opens. If `is_closed`, the carrier is closed before the host answers."""
        return self.module("carriers", """const [fetch, Source] = [window.fetch, window.EventSource]; let opened = 0;
          window.fetch = async () => { await null; if (isClosed) carrier.close(); return new Response('{"stream": "s"}'); };
          window.EventSource = class extends EventTarget { constructor() { super(); opened += 1; } close() {} };
          const carrier = new m.PostCarrier("t".repeat(22), { closed() {} });
          return new Promise((done) => setTimeout(done, 50)).then(() => {
            carrier.close(); [window.fetch, window.EventSource] = [fetch, Source]; return opened; });""", isClosed=is_closed)

    def test_a_carrier_that_was_closed_opens_no_stream(self):
        self.assertEqual([self.streams(is_closed) for is_closed in (False, True)], [1, 0])


class WordTests(modules.Modules):
    """Tests of the words of all pages."""

    def files(self):
        """Returns the words by part and language, English first."""
        found = {}
        for path in sorted(WEB.glob("words/*/*.js"), key=lambda path: path.parent.name != "en"):
            language, part = path.parent.name, path.stem
            found.setdefault(part, {})[language] = self.module(f"words/{language}/{part}", "return m.default;")
        return found

    def test_every_word_that_a_player_reads_is_there(self):
        paths = [*WEB.glob("*.js"), *WEB.glob("modes/*.js"), *WEB.glob("edit/*.js"), WEB / "join.html"]
        keys = {a or b for a, b in re.findall(r'word\("(\w+)"|data-word="(\w+)"', "".join(path.read_text() for path in paths))}
        for layout in WEB.glob("layouts/*.json"):
            keys |= {control["word"] for control in json.loads(layout.read_text())["controls"].values() if "word" in control}
        for language in self.module("language", "return Object.keys(m.LANGUAGES);"):
            found = self.module(
                "language", """return m.speak([language]).then(() => Promise.all(["page", "menu", "modes", "edit", "controls", "layouts", "share"].map(m.learn))).then(
                  () => keys.filter((key) => !m.hasWord(key) || !m.word(key)));""", language=language, keys=sorted(keys))
            self.assertEqual(found, [], language)

    def test_languages_have_the_words_of_english_with_the_same_places(self):
        """A new word or part may be missing in other languages. But a part that a language has must have most of the words."""
        languages = set(self.module("language", "return Object.keys(m.LANGUAGES);"))
        places = {}
        for part, words in self.files().items():
            self.assertLessEqual(set(words), languages, part)
            print("".join(f"({language} has no {part}) " for language in sorted(languages - set(words))), end="", flush=True)
            for language, texts in words.items():
                self.assertTrue(all(text.strip() for text in texts.values()), f"{part} in {language}")
                places[part, language] = {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in texts.items()}
                english = places[part, "en"]
                self.assertLessEqual(places[part, language].items(), english.items(), f"{part} in {language}")
                self.assertGreaterEqual(len(texts), 0.9 * len(english), f"{part} in {language}")
        self.assertGreater(sum(len(found) for (_, language), found in places.items() if language == "en"), 300)

    def test_no_word_is_longer_than_its_room(self):
        """A text may be 1.6 times as wide as the English one, which counts as 16 letters at least. Chinese and Japanese characters count twice."""
        for part, words in self.files().items():
            for language, texts in words.items():
                long = {key: text for key, text in texts.items() if width(text) > 1.6 * max(width(words["en"][key]), 16)}
                self.assertEqual(long, {}, f"{part} in {language}")

    def test_words_that_come_late_change_none_that_were_there(self):
        for language in self.module("language", "return Object.keys(m.LANGUAGES);"):
            for parts in (("page", "controls", "layouts", "menu", "modes", "away", "edit", "check", "share"),
                          ("dashboard", "controls", "layouts", "edit", "knobs", "share")):
                files = [WEB / f"words/{language}/{part}.js" for part in parts]
                keys = [key for file in files if file.exists() for key in re.findall(r"^  (\w+):", file.read_text(), re.M)]
                self.assertGreater(len(keys), 100 if language == "en" else 30)
                self.assertEqual(len(keys), len(set(keys)), language)

    def test_a_word_has_its_values_and_a_key_without_a_word_is_itself(self):
        found = self.module("language", """return m.learn("page").then(() => m.speak(["ja"])).then(
          () => [m.word("player", { player: 3 }), m.word("round"), m.hasWord("none"), m.word("none")]);""")
        self.assertEqual(found, ["プレイヤー 3", " ms", False, "none"])

    def test_names_that_every_object_has_are_no_words(self):
        names = ["constructor", "toString", "__proto__", "hasOwnProperty"]
        self.assertEqual(self.module("language", "return names.map((name) => m.word(name));", names=names), names)

    def test_a_language_that_is_not_there_is_english(self):
        found = self.module("language", "return [['xx', 'ja-JP'], ['zh-CN'], ['fil'], [null], ['de-AT'], ['PT-pt'], ['constructor', 'pl']].map((l) => (m.speak(l), m.current()));")
        self.assertEqual(found, ["ja", "zh", "en", "en", "de", "pt-BR", "pl"])


class RumbleTests(modules.Modules):
    """Tests of motors that are only on or off."""

    def test_strength_is_the_share_of_time(self):
        found = self.module("comfort", "return [m.pulses(1, 400), m.pulses(0.5, 400), m.pulses(0.25, 80)];")
        self.assertEqual((found[0], sum(found[1]), sum(found[1][::2]), found[2]), ([400], 400, 200, [10, 30, 10, 30]))
