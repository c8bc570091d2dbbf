"""Runs axe-core in a page. It checks the rules for WCAG 2.2 A and AA, and those of good practice.

`scripts/setup test` downloads axe-core into .cache/axe, in the version of Tests/System/Web/axe.txt.
"""

import json
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
SCRIPT = next(ROOT.glob(".cache/axe/lib/*/site-packages/axe_playwright_python/axe.min.js"), None)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Cases that axe cannot decide, such as text over a gradient or a picture, do not count as findings. Other tests measure the colours.
RUN = """axe.run(document, {{ runOnly: {tags}, resultTypes: ["violations"] }}).then(({{ violations }}) => violations.flatMap(({{ id, nodes }}) =>
  nodes.map(({{ target, failureSummary }}) => `${{id}} ${{target.join(" ")}}: ${{failureSummary.split("\\n").slice(1, 3).join(" ").trim().slice(0, 220)}}`)))"""

needed = unittest.skipUnless(SCRIPT, "axe-core is not there: scripts/setup test")


def findings(phone):
    """Returns what axe finds on the page that a phone shows, one line for each element."""
    if not phone.run("Boolean(window.axe)"):
        phone.run(SCRIPT.read_text() + "; undefined")
    return phone.run(RUN.format(tags=json.dumps(TAGS)))
