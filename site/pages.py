"""The pages of the site, and how they refer to each other and to files of the repository."""

import dataclasses
import os
import posixpath

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
# The endings of files that browsers show as they are. Other files are copied as text.
SHOWN = (".png", ".svg")


@dataclasses.dataclass
class Page:
    """A page: its source, its place in the site, its title, its text as HTML, and the lowest level of headings that the navigation shows."""

    source: str
    place: str
    title: str
    body: str
    depth: int = 2


class Site:
    """The places of all pages, and the files of the repository that they refer to."""

    def __init__(self, sources):
        """Decides the place of each source's page."""
        self.places = {source: place_of(source) for source in sources}
        self.copies = {}
        self.folders = {}

    def address(self, href, source):
        """Returns the reference for a link on the page of `source`. `href` is the link's target in the repository, relative to `source`."""
        path, mark, anchor = href.partition("#")
        if not path or ":" in path.split("/")[0]:
            return href
        target = self.target(path, source)
        place = self.places.get(target) or self._copy(target)
        return relative(place, place_of(source)) + mark + anchor

    def target(self, path, source):
        """Returns the path in the repository that `path` means in the document `source`."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(source), path))

    def _copy(self, target):
        """Records a file to be copied to the site, or a folder that gets a page with the list of its files; returns the place."""
        file = os.path.join(ROOT, target)
        if not os.path.exists(file):
            raise SystemExit(f"site: a page refers to {target}, which is not there")
        if os.path.isdir(file):
            self.folders[target] = [posixpath.basename(self._copy(f"{target}/{name}")) for name in sorted(os.listdir(file))]
            return f"{target}/index.html"
        place = target if target.endswith(SHOWN) else f"{target}.txt"
        self.copies[place] = file
        return place


def place_of(source):
    """Returns the place of a source's page. Places mirror the repository; only the README becomes the first page of the site."""
    if source == "README.md":
        return "index.html"
    return source.removesuffix(".md") + ".html"


def relative(place, origin):
    """Returns the relative reference from the page at `origin` to the page at `place`."""
    return posixpath.relpath(place, posixpath.dirname(origin) or ".")
