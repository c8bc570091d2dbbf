"""Makes pages of the Swift libraries from docc's output, which is meant for docc's own viewer and needs a web server.

Each article and each type has a page; the members of a type are sections of its page.
"""

import glob
import html
import json
import posixpath

from pages import ROOT, Page, relative

ARCHIVES = f"{ROOT}/.build/documentation"
TYPES = ("module", "class", "struct", "enum", "protocol")
# Headings that docc adds to every text.
ADDED = ("Overview", "Discussion")


class Library:
    """The nodes of a library by their identifiers, and their pages."""

    def __init__(self, name):
        """Reads the nodes of the library `name` that scripts/build/documentation has made."""
        self.name = name
        self.nodes = {}
        for file in glob.glob(f"{ARCHIVES}/{name}.doccarchive/data/documentation/**/*.json", recursive=True):
            with open(file, encoding="utf-8") as text:
                node = json.load(text)
            self.nodes[node["identifier"]["url"]] = node
        if not self.nodes:
            raise SystemExit(f"site: {ARCHIVES} has no {name}; run scripts/build/documentation")

    def pages(self):
        """Returns the pages: the library's own page, then its articles and its types."""
        found = [identifier for identifier, node in self.nodes.items() if is_page(node)]
        order = {"collection": 0, "article": 1}
        found.sort(key=lambda each: (order.get(self.nodes[each]["metadata"]["role"], 2), each.lower()))
        return [self._page(identifier) for identifier in found]

    def _page(self, identifier):
        node, place = self.nodes[identifier], self._place(identifier)
        view = View(self, node, place)
        topics = "".join(view.topic(section) for section in node.get("topicSections", []))
        body = f'<h1>{html.escape(node["metadata"]["title"])}</h1>\n{view.about(node)}{view.relationships()}{topics}'
        return Page(f"{self.name}:{identifier}", place, node["metadata"]["title"], body)

    def _place(self, identifier):
        names = identifier.split("/documentation/")[1].split("/")[1:]
        return f"{self.name}/{'.'.join(names) or 'index'}.html"

    def address(self, identifier, origin):
        """Returns the reference from a page to a node; None if no page shows the node."""
        node = self.nodes.get(identifier)
        if not node or node["metadata"]["role"] == "collectionGroup":
            return None
        if is_page(node):
            return relative(self._place(identifier), origin)
        parent, member = posixpath.split(identifier)
        return f"{relative(self._place(parent), origin)}#{member}"


def is_page(node):
    """Returns whether a node has a page of its own."""
    metadata = node["metadata"]
    return metadata["role"] == "article" or metadata.get("symbolKind") in TYPES


class View:
    """Makes the HTML of a node for the page at `place`."""

    def __init__(self, library, node, place):
        """Takes the page's `place`, from which references start."""
        self.library, self.node, self.place = library, node, place

    def about(self, node):
        """Returns the declaration, the abstract and the text of a node."""
        declarations = [each for section in node.get("primaryContentSections", []) if section["kind"] == "declarations"
                        for each in section["declarations"]]
        code = "".join(f"<pre class='declaration'><code>{text_of(each['tokens'])}</code></pre>\n" for each in declarations)
        contents = [self.blocks(section["content"]) for section in node.get("primaryContentSections", []) if section["kind"] == "content"]
        return f"{code}<p>{self.inlines(node.get('abstract', []))}</p>\n{''.join(contents)}"

    def relationships(self):
        """Returns a line for each relationship of the node's type, such as conformance, with the related types."""
        lines = ""
        for section in self.node.get("relationshipsSections", []):
            items = ", ".join(self.reference({"identifier": each}) for each in section["identifiers"])
            lines += f"<p>{html.escape(section['title'])} {items}</p>\n"
        return lines

    def topic(self, section):
        """Returns a section of a page. Members appear with their text, and nodes that have pages of their own appear as links."""
        known = [each for each in section["identifiers"] if self.library.address(each, self.place)]
        items = "".join(self.item(each) for each in known)
        return f'<h2 id="{section["anchor"]}">{html.escape(section["title"])}</h2>\n{items}' if items else ""

    def item(self, identifier):
        """Returns the HTML of a node in a section."""
        node = self.library.nodes[identifier]
        if is_page(node):
            return f"<p>{self.reference({'identifier': identifier})}: {self.inlines(node.get('abstract', []))}</p>\n"
        name, title = identifier.split("/")[-1], html.escape(node["metadata"]["title"])
        return f'<section>\n<h3 id="{html.escape(name)}"><code>{title}</code></h3>\n{self.about(node)}</section>\n'

    def blocks(self, blocks):
        """Returns the HTML of blocks of text."""
        return "".join(getattr(self, block["type"])(block) for block in blocks)

    def inlines(self, parts):
        """Returns the HTML of a line of text."""
        return "".join(getattr(self, part["type"])(part) for part in parts)

    def text(self, part):
        """Returns plain text as HTML."""
        return html.escape(part["text"], quote=False)

    def codeVoice(self, part):
        """Returns a word of code."""
        return f"<code>{html.escape(part['code'], quote=False)}</code>"

    def emphasis(self, part):
        """Returns emphasized text."""
        return f"<em>{self.inlines(part['inlineContent'])}</em>"

    def reference(self, part):
        """Returns a link to a node, or only the name if the node has no page."""
        known = self.node["references"].get(part["identifier"], {})
        title = html.escape(known.get("title") or self.library.nodes[part["identifier"]]["metadata"]["title"])
        text = title if known.get("role") == "article" else f"<code>{title}</code>"
        address = self.library.address(part["identifier"], self.place)
        return f'<a href="{html.escape(address)}">{text}</a>' if address else text

    def paragraph(self, block):
        """Returns a paragraph."""
        return f"<p>{self.inlines(block['inlineContent'])}</p>\n"

    def heading(self, block):
        """Returns a heading; nothing for one that docc adds to every text."""
        if block["text"] in ADDED:
            return ""
        return f'<h{block["level"]} id="{block["anchor"]}">{html.escape(block["text"])}</h{block["level"]}>\n'

    def codeListing(self, block):
        """Returns lines of code."""
        return f"<pre><code>{html.escape(chr(10).join(block['code']), quote=False)}</code></pre>\n"

    def aside(self, block):
        """Returns a note with its name."""
        return f"<aside><b>{html.escape(block['name'])}</b> {self.blocks(block['content'])}</aside>\n"

    def unorderedList(self, block):
        """Returns a list."""
        return "<ul>" + "".join(f"<li>{self.blocks(item['content'])}</li>" for item in block["items"]) + "</ul>\n"

    def table(self, block):
        """Returns a table with a row of headings."""
        rows = ""
        for number, row in enumerate(block["rows"]):
            tag = "td" if number else "th"
            rows += "<tr>" + "".join(f"<{tag}>{self.blocks(cell)}</{tag}>" for cell in row) + "</tr>\n"
        return f'<div class="wide"><table>{rows}</table></div>\n'


def text_of(tokens):
    """Returns the text of a declaration."""
    return html.escape("".join(token["text"] for token in tokens), quote=False)
