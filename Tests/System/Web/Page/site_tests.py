"""Tests of the documentation site that scripts/build/site makes.

They check its links and pictures, and its search when a browser opens the folder without a server.
"""

import functools
import html.parser
import os
import pathlib
import posixpath
import re
import subprocess
import unittest
import urllib.parse

import engines
import processes

ROOT = pathlib.Path(__file__).resolve().parents[4]
LIBRARIES = ROOT / ".build/documentation/TiltpadHost.doccarchive"
NARROW, HIGH = 390, 844
# For each search: the address of the first result.
SEARCHES = {
    "allow-plain options": "docs/man/tiltpad-serve.1.html",
    "0xD1 PROBE_REPLY": "docs/protocol.html#0xd1-probe_reply",
    "nextDatagram": "TiltpadClient/ControllerSession.html#nextDatagram(at:random:)",
    "edges live for a second": "docs/decisions/0001-edges-live-a-second.html",
    "FIREWALL on the host blocks": "docs/troubleshooting.html",
}


class Reading(html.parser.HTMLParser):
    """The anchors and links of a page, and the addresses from which it loads files."""

    def __init__(self, text):
        """Parses the text of a page."""
        super().__init__()
        self.anchors, self.links, self.loads, self.next = [], [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Records an element's anchor, and its link or source."""
        found = dict(attrs)
        self.anchors += [found["id"]] if "id" in found else []
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
            self.next = found["href"] if found.get("rel") == "next" else self.next
        else:
            self.loads += [found[name] for name in ("src", "href", "srcset", "poster", "data", "action") if name in found]


@functools.cache
def site():
    """Builds the site; returns its folder."""
    folder = processes.place("tiltpad-site-") / "site"
    kept = {"DOCUMENTATION": "kept"} if LIBRARIES.exists() else {}
    subprocess.run([ROOT / "scripts/build/site", folder], check=True, stdout=subprocess.DEVNULL, env=os.environ | kept)
    return folder


class FileTests(unittest.TestCase):
    """Tests of the site's files."""

    @classmethod
    def setUpClass(cls):
        cls.folder = site()
        files = sorted(cls.folder.rglob("*.html"))
        cls.pages = {file.relative_to(cls.folder).as_posix(): Reading(file.read_text()) for file in files}

    def test_every_document_and_man_page_and_library_is_a_page(self):
        documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/man/*.[1-8]")]
        self.assertGreater(len(documents), 50)
        for file in documents:
            place = file.relative_to(ROOT).as_posix().removesuffix(".md") + ".html"
            self.assertIn("index.html" if place == "README.html" else place, self.pages)
        for library in ("TiltpadClient", "TiltpadHost"):
            self.assertIn(f"{library}/index.html", self.pages)

    def test_every_link_and_picture_leads_to_a_file_and_every_anchor_is_there(self):
        count = 0
        for place, page in self.pages.items():
            for reference in page.links + page.loads:
                if reference.startswith("https://") or reference.startswith("http://"):
                    continue
                path, _, anchor = reference.partition("#")
                target = posixpath.normpath(posixpath.join(posixpath.dirname(place), urllib.parse.unquote(path))) if path else place
                self.assertTrue((self.folder / target).is_file(), f"{place}: {reference}")
                if anchor:
                    self.assertIn(urllib.parse.unquote(anchor), self.pages[target].anchors, f"{place}: {reference}")
                count += 1
        self.assertGreater(count, 3000)

    def test_no_anchor_is_there_twice(self):
        for place, page in self.pages.items():
            self.assertEqual(len(page.anchors), len(set(page.anchors)), place)

    def test_every_screenshot_is_in_the_site(self):
        for file in ROOT.glob("docs/screenshots/*.png"):
            self.assertIn(f"screenshots/{file.name}", self.pages["docs/screenshots.html"].loads)

    def test_nothing_is_loaded_from_elsewhere(self):
        for place, page in self.pages.items():
            self.assertTrue(page.loads)
            for source in page.loads:
                self.assertNotRegex(source, r"^([a-z]+:|//)", place)
        for name in ("site.css", "search.js"):
            self.assertNotRegex((self.folder / name).read_text(), r"url\(|@import|\bfetch\b|XMLHttpRequest|WebSocket|sendBeacon|://")

    def test_next_leads_through_every_page_once(self):
        seen, place = [], "index.html"
        while place:
            self.assertNotIn(place, seen)
            seen.append(place)
            after = self.pages[place].next
            place = after and posixpath.normpath(posixpath.join(posixpath.dirname(place), after))
        self.assertEqual(set(self.pages) - set(seen), {"Tests/Vectors/index.html"}, "the list of a folder is no page to read")


class BrowserTests(unittest.TestCase):
    """Tests of the site in a browser that opens it from its folder."""

    @classmethod
    def setUpClass(cls):
        cls.folder = site()
        cls.browser = cls.enterClassContext(engines.Browser())

    def setUp(self):
        """Opens a phone that records what it loads."""
        self.page = engines.Phone(self.browser, NARROW, HIGH)
        self.addCleanup(self.page.close)
        self.loaded = []
        self.browser.listeners.append(
            lambda message: message["method"] == "Network.requestWillBeSent" and self.loaded.append(message["params"]["request"]["url"]))

    def open(self, place):
        """Opens a page of the site's folder."""
        self.page.open((self.folder / place).as_uri())

    def test_the_search_finds_words_on_every_page_and_leads_to_them(self):
        for words, wanted in SEARCHES.items():
            self.open("docs/decisions/README.html")
            self.page.tap("#query")
            self.page.call("Input.insertText", text=words)
            self.page.wait("document.querySelector('#found a')")
            self.page.tap("#found a")
            self.page.wait("location.href.includes('/site/') && !location.href.endsWith('decisions/README.html')")
            place = urllib.parse.unquote(self.page.run("location.href")).split("/site/")[1]
            self.assertEqual(place[:len(wanted)], wanted, words)
        self.page.wait("document.querySelector('h1')")
        self.assertEqual([url for url in self.loaded if not url.startswith(self.folder.as_uri())], [])
        self.assertEqual(self.page.messages, [])

    def test_words_that_are_nowhere_are_not_found(self):
        self.open("index.html")
        self.page.tap("#query")
        self.page.call("Input.insertText", text="zzyzx")
        self.page.wait("document.querySelector('#found').textContent === 'Nothing found'")

    def test_pages_fit_a_phone_and_follow_its_dark_mode(self):
        for place in ("index.html", "docs/protocol.html", "docs/man/tiltpad-mode.1.html", "docs/compatibility.html", "TiltpadHost/Host.html"):
            grounds = set()
            for scheme in ("light", "dark"):
                self.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                self.open(place)
                self.assertEqual(self.page.run("document.documentElement.scrollWidth"), NARROW, place)
                grounds.add(self.page.run("getComputedStyle(document.documentElement).backgroundColor"))
            self.assertEqual(len(grounds), 2, place)
