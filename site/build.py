#!/usr/bin/env python3
"""Makes the documentation site from the repository (scripts/build/site). Its plain files open from a folder and from any web server."""

import argparse
import glob
import html
import os
import pathlib
import re
import shutil
import string
import tomllib

import documents
import libraries
import manuals
import navigation
import search
from pages import ROOT, Site, relative

HERE = pathlib.Path(__file__).resolve().parent
HEADING = re.compile(r'(<h([2-4])\b[^>]*\bid="([^"]+)"[^>]*>.*?)(?=</h\2>)', re.S)
FIXED = {"site.css": HERE / "site.css", "search.js": HERE / "search.js", "icon.svg": f"{ROOT}/web/icon.svg"}


def expanded(names):
    """Returns the sources that match the names and patterns. Each source comes once, in the order of `names`."""
    found = {}
    for name in names:
        for source in sorted(glob.glob(name, root_dir=ROOT)) or [name]:
            found[source] = None
    return list(found)


def sources():
    """Returns the subjects, each as its name, the line about it, and the sources of its pages.

    Fails if a document of the repository belongs to no subject.
    """
    table = tomllib.loads((HERE / "subjects.toml").read_text())["subjects"]
    subjects = [(row["name"], row["about"], expanded(row["pages"])) for row in table]
    listed = {source for *_, names in subjects for source in names}
    missing = [name for name in expanded(["*.md", "docs/*.md", "docs/decisions/*.md", "docs/man/*.[1-8]"]) if name not in listed]
    if missing:
        raise SystemExit(f"site: {', '.join(missing)} is in no subject of site/subjects.toml")
    return subjects


def made(source, site):
    """Returns the pages of a source. A document or a man page makes one page, a library makes many."""
    if source.endswith(".md"):
        return [documents.page(source, site)]
    if source.startswith("docs/man/"):
        return [manuals.page(source, site)]
    return libraries.Library(source).pages()


def linked(body):
    """Returns a page's text in which each heading has a link to itself."""
    return HEADING.sub(r'\1<a class="anchor" href="#\3" aria-label="Link to this heading">#</a>', body)


def write(folder, pages, subjects):
    """Writes the pages into their frame, and writes the index of the search."""
    frame = string.Template((HERE / "frame.html").read_text())
    for page in pages:
        root = relative(".", page.place)
        title = page.title if page.place == "index.html" else f"{page.title} – Tiltpad"
        text = frame.substitute(root=root, title=html.escape(title), body=linked(page.body), turn=subjects.turn(page),
                                subjects=subjects.menu(page))
        (folder / page.place).parent.mkdir(parents=True, exist_ok=True)
        (folder / page.place).write_text(text)
    (folder / "search-index.js").write_text(search.index(pages))


def build(folder):
    """Makes the site in a folder, and returns how many pages it has."""
    table = sources()
    site = Site(source for *_, names in table for source in names)
    subjects = navigation.Subjects([(name, about, [page for source in names for page in made(source, site)]) for name, about, names in table])
    first = subjects.order[0][1]
    first.body = first.body.replace("<h2", f"{subjects.cards(first)}\n<h2", 1)
    pages = [page for _, page in subjects.order] + [documents.listing(*each) for each in site.folders.items()]
    write(folder, pages, subjects)
    for place, file in [*FIXED.items(), *site.copies.items()]:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / place)
    return len(pages)


def main():
    """Removes an earlier site from the folder, and makes the new site there. Fails if the folder has other files."""
    parser = argparse.ArgumentParser(description="Makes the documentation site.")
    parser.add_argument("folder", type=pathlib.Path, help="the folder for the site; an earlier site in it is replaced")
    folder = parser.parse_args().folder
    if folder.exists() and any(folder.iterdir()) and not (folder / "search-index.js").exists():
        raise SystemExit(f"site: {folder} has other files; name an empty or a new folder")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    print(f"site: {build(folder)} pages in {folder}")


if __name__ == "__main__":
    main()
