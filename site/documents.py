"""Pages from the Markdown files of the repository, with the anchors that GitHub gives their headings."""

import html
import re

import markdown_it
from pages import ROOT, Page

MARKDOWN = markdown_it.MarkdownIt("commonmark").enable("table")


def page(source, site):
    """Returns the page of a Markdown file."""
    with open(f"{ROOT}/{source}", encoding="utf-8") as file:
        tokens = MARKDOWN.parse(file.read())
    anchors = {}
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(plain(tokens[place + 1]), anchors))
        refer(token.children or [], source, site)
        if token.type == "html_block":
            token.content = re.sub(r'(?<=src=")[^"]+', lambda match: site.address(match[0], source), token.content)
    return Page(source, site.places[source], title(source), framed(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})))


def plain(token):
    """Returns the text of a heading without its markup."""
    return "".join(child.content for child in token.children if child.type in ("text", "code_inline"))


def anchor(text, anchors):
    """Returns GitHub's anchor for a heading. If an earlier heading has the same anchor, a number is added."""
    name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    count = anchors[name] = anchors.get(name, -1) + 1
    return f"{name}-{count}" if count else name


def refer(tokens, source, site):
    """Changes links and pictures that refer to files of the repository: they then refer to the files' pages or copies.

    A link whose text is the name of a file gets the title of the file's page.
    """
    for token, text in zip(tokens, [*tokens[1:], None]):
        name = {"link_open": "href", "image": "src"}.get(token.type)
        if name:
            href = token.attrGet(name)
            token.attrSet(name, site.address(href, source))
            if text and text.content.endswith(".md") and href.endswith(".md"):
                text.content = title(site.target(href, source))


def title(source):
    """Returns the first heading of a Markdown file."""
    with open(f"{ROOT}/{source}", encoding="utf-8") as file:
        return file.readline().lstrip("#").strip()


def framed(text):
    """Returns the HTML with each table in an element that scrolls by itself on a narrow screen."""
    return text.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def listing(folder, names):
    """Returns the page that lists the files of a folder."""
    items = "".join(f'<li><a href="{html.escape(name)}">{html.escape(name.removesuffix(".txt"))}</a></li>\n' for name in names)
    return Page(folder, f"{folder}/index.html", folder, f'<h1>{html.escape(folder)}</h1>\n<ul>\n{items}</ul>\n')
