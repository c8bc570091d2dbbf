"""Tests of layouts: those that ship, and others with faults."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

import layout_fuzz
import modules
import scene

# A script that makes the next attempts to load a layout fail, as many as `failing` says.
NETWORK = """window.failing = 0; const load = window.fetch;
window.fetch = (what, ...more) => failing && `${what}`.includes('/layouts/') && failing-- ? Promise.reject(new TypeError('lost')) : load(what, ...more);"""
WEB = pathlib.Path(__file__).resolve().parents[4] / "web"
BINARY = os.environ.get("BINARY", str(WEB.parent / ".build/debug/tiltpad"))
# The time for random texts in s, and the number of texts that are checked in one call.
FUZZ_s = int(os.environ.get("LAYOUT_SECONDS", 2))
BATCH = 200
# Texts of layout files, each with all the faults that host and page must find. Tests/Unit/LayoutsTests reads them too.
CASES = json.loads((WEB.parent / "Tests/Vectors/layouts.json").read_text())


def is_text(text):
    """Returns whether a text can be encoded as UTF-8."""
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False


def lines(faults):
    """Returns faults as texts, sorted."""
    return sorted(f"{each['cell']}: {each['fault']}" if each["cell"] is not None else each["fault"] for each in faults)


class LayoutTests(modules.Modules):
    """Tests of the faults that the page finds in layouts."""

    def faults(self, texts):
        """Returns the page's faults of each layout text, sorted."""
        found = self.module("rules", "return texts.map((text) => m.read(text).faults);", texts=texts)
        return [lines(faults) for faults in found]

    def test_those_that_ship_have_no_faults_and_are_called_as_their_files(self):
        for path in (WEB / "layouts").glob("*.json"):
            text = path.read_text()
            self.assertEqual(self.faults([text]), [[]], path.name)
            layout = json.loads(text)
            self.assertEqual(layout["id"], path.stem)
            self.assertEqual(set(layout["name"]), {"en"})
            self.assertEqual(self.module("words/en/layouts", "return m.default[key];", key=f"layout_{path.stem}"), layout["name"]["en"])

    def test_each_file_has_the_faults_that_the_host_finds(self):
        for case, faults in zip(CASES, self.faults([case["text"] for case in CASES]), strict=True):
            with self.subTest(case["name"], text=case["text"][:200]):
                self.assertEqual(faults, case["faults"])

    def test_host_and_page_agree_on_random_changes(self):
        seed = random.SystemRandom().randrange(2 ** 32) if "SEED" not in os.environ else int(os.environ["SEED"])
        fuzz = layout_fuzz.Fuzz(seed, [case["text"] for case in CASES if len(case["text"]) < 2000])
        end, count, good = time.monotonic() + FUZZ_s, 0, 0
        while time.monotonic() < end:
            texts = [text for text in (fuzz.text() for _ in range(BATCH)) if is_text(text)]
            for text, page, host in zip(texts, self.faults(texts), self.by_host(texts), strict=True):
                self.assertEqual(page, host, f"seed {seed}: {text!r}")
                good += not page
            count += len(texts)
        print(f"({count} texts, {good} of them good, seed {seed})", end=" ", flush=True)

    def by_host(self, texts):
        """Returns the host's faults of each layout text, sorted."""
        with tempfile.TemporaryDirectory() as place:
            files = [pathlib.Path(place, f"{number}.layout") for number in range(len(texts))]
            for file, text in zip(files, texts):
                file.write_bytes(text.encode())
            done = subprocess.run([BINARY, "layout", "check", "--json", *map(str, files)], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.stderr, done.returncode in (0, 1)), ("", True))
        found = [json.loads(line)["faults"] for line in done.stdout.splitlines()]
        return [lines(faults) for faults in found]

    def test_targets_that_are_too_small_are_told(self):
        boxes = {"a": {"width": 60, "height": 60}, "b": {"width": 60, "height": 50}}
        self.assertEqual(self.module("layout", "return m.tooSmall(boxes, 6);", boxes=boxes), ["b"])


class LostLayoutTests(scene.Scene):
    """Tests of a network that fails just when a layout is chosen."""

    def shown(self, phone):
        """Returns the id of the layout that a phone shows."""
        return phone.run("document.querySelector('#pad').dataset.layout")

    def ask_for(self, phone, layout, failures):
        """Chooses a layout in the menu. The next `failures` attempts to load a layout fail."""
        self.open_menu(phone)
        phone.run(f"(() => {{ window.failing = {failures}; const s = document.querySelector('#settings select'); s.value = '{layout}';"
                  "s.dispatchEvent(new Event('change')); document.querySelector('#menu').close(); })()")

    def test_a_layout_that_is_lost_on_its_way_comes_later(self):
        phone, _ = self.join(layout="pad", script=NETWORK)
        self.ask_for(phone, "wheel", 2)
        phone.wait("document.querySelector('#pad').dataset.layout === 'wheel'")

    def test_the_layout_that_was_chosen_last_stays(self):
        phone, _ = self.join(layout="pad", script=NETWORK)
        self.ask_for(phone, "tank", 1)
        self.ask_for(phone, "wheel", 0)
        phone.wait("document.querySelector('#pad').dataset.layout === 'wheel'")
        phone.run("new Promise((done) => setTimeout(done, 1500))")
        self.assertEqual(self.shown(phone), "wheel")
