"""Pages from the man pages, by mandoc."""

import os
import re
import subprocess

from pages import ROOT, Page, relative

ELSEWHERE = "https://manpages.debian.org/bookworm/"


def page(source, site):
    """Returns the page of a man page. References to man pages of other programs lead to Debian's site."""
    folder, name = os.path.split(source)
    # mandoc uses the first form of a link for the pages in the same folder, and the second for all others.
    form = f"man=%N.%S.html;{ELSEWHERE}%N.%S"
    text = subprocess.run(["mandoc", "-Thtml", "-O", f"fragment,{form}", name], cwd=f"{ROOT}/{folder}", stdout=subprocess.PIPE,
                          check=True, text=True).stdout
    protocol = relative(site.places["docs/protocol.md"], site.places[source])
    text = text.replace(f"{ELSEWHERE}tiltpad-protocol.7", protocol)
    text = re.sub(r'<a class="permalink" href="[^"]*">(.*?)</a>(?=</h)', r"\1", text)
    # The title of the page is the first heading.
    text = re.sub(r"<(/?)h2\b", r"<\1h3", text)
    text = re.sub(r"<(/?)h1\b", r"<\1h2", text)
    text = re.sub(r'<table class="(head|foot)">.*?</table>', "", text, flags=re.S)
    title = re.sub(r"\.(\d)$", r"(\1)", name)
    return Page(source, site.places[source], title, f'<h1>{title}</h1>\n<div class="manual">{text}</div>\n', depth=3)
