"""The parts of pages that a search finds: each heading with the text below it."""

import html.parser
import json

HEADINGS = ("h1", "h2", "h3", "h4")


class Parts(html.parser.HTMLParser):
    """The parts of a page: the level, the anchor, the heading and the text of each."""

    def __init__(self, text):
        """Reads the parts of a page from its HTML, `text`."""
        super().__init__()
        self.parts = []
        self._isHeading = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Begins a part at the title and at each heading with an anchor. Elements of blocks and lines separate words."""
        anchor = dict(attrs).get("id")
        if tag == "h1" or tag in HEADINGS and anchor:
            self.parts.append([int(tag[1]), anchor, "", ""])
            self._isHeading = True
        elif tag in ("p", "li", "td", "th", "dt", "dd", "pre", "br", "div") and self.parts:
            self.parts[-1][3] += " "

    def handle_endtag(self, tag):
        """Ends a heading."""
        if tag in HEADINGS:
            self._isHeading = False

    def handle_data(self, data):
        """Adds text to the heading or to what is below it."""
        if self.parts:
            self.parts[-1][2 if self._isHeading else 3] += data


def index(pages):
    """Returns the script with the index: the address, page, heading and text of each part."""
    rows = []
    for page in pages:
        for level, anchor, heading, text in Parts(page.body).parts:
            place = page.place if level == 1 else f"{page.place}#{anchor}"
            rows.append([place, page.title, "" if level == 1 else squeezed(heading), squeezed(text)])
    return "var searchIndex = " + json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[") + ";\n"


def squeezed(text):
    """Returns text in which each run of white space is one blank."""
    return " ".join(text.split())
