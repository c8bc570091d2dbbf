"""The pure modules according to docs/architecture.md: they use no descriptor, no clock, no Foundation and no Glibc."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PURE = re.findall(r"^\| `(\w+)` ◦ \|", (ROOT / "docs/architecture.md").read_text(), re.M)


def sources(module):
    """Returns the Swift files of a module, relative to the root, in their order."""
    return [path.relative_to(ROOT) for path in sorted(ROOT.glob(f"Sources/*/{module}/**/*.swift"))]


def write(name, command, text):
    """Replaces the part `name` of docs/testing.md, which `command` writes, with `text`."""
    path = ROOT / "docs/testing.md"
    first, last = f"<!-- {name}: written by {command} -->\n", f"<!-- end of {name} -->\n"
    before, rest = path.read_text().split(first)
    path.write_text(f"{before}{first}\n{text.strip()}\n\n{last}{rest.split(last, 1)[1]}")
