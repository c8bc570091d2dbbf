"""The measurements of all faults, and the tables of docs/reliability.md that contain them."""

import dataclasses
import pathlib
import statistics

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs/reliability.md"
# The lines before and after the table of the usual guest, and before and after the table of the steady guest (see machine.py).
QUICK = "<!-- faults: written by scripts/test/faults --write -->\n", "<!-- end of faults -->\n"
STEADY = "<!-- steady faults: written by scripts/test/faults --steady --write -->\n", "<!-- end of steady faults -->\n"
HEAD = ("| fault | injected | presses | lost | shown twice | until normal, s |", "|---|---:|---:|---|---:|---:|")
NOTHING = "nothing"


@dataclasses.dataclass
class Row:
    """One kind of fault: all its results, and a further loss in words, or "" if there is none."""

    results: list
    besides: str


_rows = {}


def record(fault, results, besides=""):
    """Adds results to the earlier results of a fault."""
    row = _rows.setdefault(fault, Row([], ""))
    row.results += results
    row.besides = besides or row.besides


def summary(fault):
    """Returns the figures of a fault in one line."""
    return f"faults: {' | '.join(cells(fault, _rows[fault]))}"


def cells(fault, row):
    """Returns the cells of a fault's row in the table."""
    times = sorted(one.seconds for one in row.results)
    middle = f"{statistics.median(times):.1f}"
    return (fault, str(len(times)), str(sum(one.pressed for one in row.results)), lost(row),
            str(sum(one.twice for one in row.results)), middle if len(times) == 1 else f"{middle} ({times[-1]:.1f})")


def lost(row):
    """Returns the losses in words: presses and pads by the kind of player, then the further loss."""
    parts = [f"{count} {words}" for field, words in (("lost", "presses of {} players"), ("unplugged", "pads of {} players"))
             for words, count in by_kind(row, field, words)]
    return "; ".join([*parts, *([row.besides] if row.besides else [])]) or NOTHING


def by_kind(row, field, words):
    """Yields a pair for each kind of player: `words` with the kind in it, and the sum of `field` over these players."""
    sums = {}
    for one in row.results:
        for name, count in getattr(one, field).items():
            kind = name.split()[0]
            sums[kind] = sums.get(kind, 0) + count
    for kind, count in sums.items():
        yield words.format(kind), count


def write(place, is_whole):
    """Writes the rows between the two lines `place` of the document. Unless `is_whole`, rows of faults that were not injected stay."""
    first, last = place
    before, rest = DOCUMENT.read_text().split(first)
    former, after = rest.split(last, 1)
    rows = {} if is_whole else {line.split(" | ")[0].removeprefix("| "): line for line in former.splitlines()[3:] if line}
    rows |= {fault: f"| {' | '.join(cells(fault, row))} |" for fault, row in _rows.items()}
    table = "\n".join([*HEAD, *rows.values()])
    DOCUMENT.write_text(f"{before}{first}\n{table}\n\n{last}{after}")
