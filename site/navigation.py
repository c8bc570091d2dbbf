"""The navigation of a page: the subjects, the pages of its own subject, the headings of the page, and the pages beside it."""

import html

from pages import relative
from search import Parts, squeezed


class Subjects:
    """All subjects in order, each with its pages."""

    def __init__(self, subjects):
        """Takes the name, the line about it and the pages of each subject."""
        self.subjects = subjects
        self.order = [(name, page) for name, _, pages in subjects for page in pages]

    def menu(self, page):
        """Returns the list of subjects. The subject of the page is open, and shows its pages."""
        items = ""
        for name, _, pages in self.subjects:
            inner = self._pages(pages, page) if any(each is page for each in pages) else ""
            items += f"<li>{link(page, pages[0], name)}{inner}</li>\n"
        return f"<ul>\n{items}</ul>"

    def _pages(self, pages, current):
        items = ""
        for page in pages:
            if page is current:
                items += f'<li><b aria-current="page">{html.escape(page.title)}</b>{contents(page)}</li>\n'
            else:
                items += f"<li>{link(current, page, page.title)}</li>\n"
        return f"\n<ul>\n{items}</ul>"

    def turn(self, page):
        """Returns the links to the previous and the next page. A link to a page of another subject also has the subject's name."""
        place = next((number for number, (_, each) in enumerate(self.order) if each is page), None)
        if place is None:
            return ""
        links = ""
        for step, word in ((-1, "prev"), (1, "next")):
            if 0 <= place + step < len(self.order):
                name, other = self.order[place + step]
                title = other.title if name == self.order[place][0] else f"{name}: {other.title}"
                links += f'<a rel="{word}" href="{html.escape(relative(other.place, page.place))}">{html.escape(title)}</a>\n'
        return f'<nav class="turn" aria-label="Next and previous">\n{links}</nav>'

    def cards(self, page):
        """Returns the list of subjects with the lines about them, for the first page."""
        items = "".join(f"<li>{link(page, pages[0], name)}<p>{html.escape(about)}</p></li>\n" for name, about, pages in self.subjects)
        return f'<ul class="cards">\n{items}</ul>'


def link(origin, page, title):
    """Returns a link from the page `origin` to the page `page`."""
    return f'<a href="{html.escape(relative(page.place, origin.place))}">{html.escape(title)}</a>'


def contents(page):
    """Returns the list of a page's headings."""
    parts = [part for part in Parts(page.body).parts if 1 < part[0] <= page.depth]
    items = "".join(f'<li class="h{level}"><a href="#{html.escape(anchor)}">{html.escape(squeezed(heading))}</a></li>\n'
                    for level, anchor, heading, _ in parts)
    return f"\n<ul>\n{items}</ul>" if items else ""
