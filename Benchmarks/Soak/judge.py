"""Judges a soak test by its samples: which curves grow, and what was lost. Writes the curves and the table of docs/reliability.md.

    judge.py PLACE [--write]    PLACE has samples.csv and sums.json; the exit status is 1 if something grows or was lost
"""

import csv
import json
import pathlib
import statistics
import sys

import curves
from play import unexplained

DOCUMENT, PICTURE = pathlib.Path("docs/reliability.md"), pathlib.Path("docs/soak.svg")
FIRST, LAST = "<!-- soak: written by scripts/measure/soak --write -->\n", "<!-- end of soak -->\n"

# The curves that must not grow from the second fifth of the samples to the last: column, title, unit, divisor, and the growth that is
# allowed, as a share of the earlier value plus an amount.
CURVES = (
    ("daemon_anonymous", "daemon, anonymous memory", "MB", 1000 / 1.024, 0.02, 0.1),
    ("daemon_resident", "daemon, resident memory", "MB", 1000 / 1.024, 0.03, 0.3),
    ("gateway_anonymous", "gateway, anonymous memory", "MB", 1000 / 1.024, 0.03, 0.2),
    ("gateway_resident", "gateway, resident memory", "MB", 1000 / 1.024, 0.03, 0.3),
    ("daemon_descriptors", "daemon, descriptors", "", 1, 0, 0),
    ("gateway_descriptors", "gateway, descriptors", "", 1, 0, 0),
    ("database", "database", "MB", 1e6, 0.02, 0),
    ("log", "database's log", "MB", 1e6, 0.1, 4.2),
    ("p99", "packet to pad, p99", "µs", 1, 0.5, 100),
    ("own_p99", "arrival to pad, p99, the daemon's own", "µs", 1, 1, 0),
    ("daemon_processor", "daemon, share of a core", "%", 0.01, 0.5, 3),
    ("gateway_processor", "gateway, share of a core", "%", 0.01, 0.5, 3),
)
# The column whose growth excuses the growth of a curve: it shows that the machine itself wakes a program of the same priority later.
EXCUSES = {"p99": "machine_p99", "own_p99": "machine_p99"}
# The counts that must be zero.
LOSSES = (
    ("missing", "presses of controllers that no pad showed"), ("doubled", "presses of controllers that a pad showed twice"),
    ("wrong", "reports that showed no packet of their player"), ("unanswered", "edges that the host did not acknowledge"),
    ("page_presses", "presses of pages that no pad showed, or showed twice without a pause"), ("faults", "checks that failed, while everything rested"),
    ("ends", "programs that did not end well"))
# The share of packets that may move no pad, because the kernel may drop packets while the machine stalls.
MOST_MISSED = 1e-4


def read(place):
    """Returns the rows of samples.csv, and the content of sums.json."""
    with open(place / "samples.csv", encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    return rows, json.loads((place / "sums.json").read_text())


def column(rows, name, divisor):
    """Returns the time in s and the value, divided by `divisor`, of each row that has a value in the column `name`."""
    return [(float(row["seconds"]), float(row[name]) / divisor) for row in rows if row.get(name)]


def growth(points):
    """Returns the median of the values in the second fifth of `points`, and that in the last fifth."""
    fifth = max(len(points) // 5, 1)
    values = [value for _, value in points]
    return statistics.median(values[fifth:2 * fifth] or values), statistics.median(values[-fifth:])


def excuse(rows, name):
    """Returns the growth of the column that excuses a growth of `name`; 0 if there is no such column."""
    points = column(rows, EXCUSES[name], 1) if name in EXCUSES else []
    before, after = growth(points) if points else (0, 0)
    return max(after - before, 0)


def judge(rows):
    """Returns a line of the table for each curve.

    It is the title, the unit, the least value, both medians, the greatest value, the limit of the last median, and whether it holds.
    """
    full = [row for row in rows if row["phase"] == "full"]
    lines = []
    for name, title, unit, divisor, share, amount in CURVES:
        points = column(full, name, divisor)
        before, after = growth(points)
        values = [value for _, value in points]
        most = before * (1 + share) + amount + excuse(full, name)
        lines.append((title, unit, min(values), before, after, max(values), most, after <= most))
    return lines


def losses(sums):
    """Returns the name and the count of each kind of loss in `LOSSES`."""
    counts = {
        **sums, "unanswered": sums["edges"] - sums["acknowledged"], "faults": len(sums["faults"]),
        "page_presses": unexplained(sums["pagePressesSent"], sums["pagePresses"], sums["pagePauses"]), "ends": sum(status != 0 for status in sums["exit"])}
    return [(words, counts[name]) for name, words in LOSSES]


def number(value):
    """Returns a number as text: with two decimals below 10, one below 100, and none from 100 on or for a whole number."""
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(lines):
    """Returns the table of the curves in Markdown."""
    rows = ["| | least | second fifth | last fifth | greatest | may be | |", "|---|---|---|---|---|---|---|"]
    for title, unit, *values, verdict in lines:
        cells = [f"{number(value)} {unit}".strip() for value in values]
        rows.append(f"| {title} | {' | '.join(cells)} | {'flat' if verdict else '**grows**'} |")
    return "\n".join(rows)


def played(sums):
    """Returns sentences about the packets, presses and other events of the test."""
    missed = sums["noted"] - sums["arrived"]
    return (
        f"In {sums['seconds'] / 60:.0f} minutes, {sums['packets']:,} packets of twelve controllers and {sums['pageMessages']:,} messages of "
        f"pages came; {sums['reports']:,} reports went to pads. There were {sums['presses'] + sums['buzzes'] + sums['pagePressesSent']:,} presses, "
        f"{sums['joins']:,} joins of controllers, {sums['pageVisits']:,} visits of pages, {sums['rekeys']:,} changes of keys, {sums['rumbles']:,} rumbles, "
        f"{sums['plugged']:,} pads and {sums['breaks']} pauses of all players. Of {sums['noted']:,} packets whose mark a pad had to show, {missed} "
        f"showed none; the daemon counted {sums['lost']} lost and {sums['late']} late. Pages stood still {sums['pagePauses']} times for 0.8 s with a button down; "
        f"{sums['pagePresses'] - sums['pagePressesSent']} of these presses were shown again.")


def verdict(lines, lost, sums):
    """Returns the reasons why the test has failed; empty if it has passed."""
    reasons = [f"{title} grows from {number(before)} to {number(after)} {unit}" for title, unit, _, before, after, _, _, is_flat in lines if not is_flat]
    reasons += [f"{count} {words}" for words, count in lost if count]
    if sums["noted"] - sums["arrived"] > MOST_MISSED * sums["noted"]:
        reasons.append(f"{sums['noted'] - sums['arrived']} of {sums['noted']} packets moved no pad")
    return reasons


def write(rows, lines, lost, sums):
    """Writes docs/soak.svg, and the part of docs/reliability.md between `FIRST` and `LAST`."""
    panels = [(title, unit, [point for point in column(rows, name, divisor) if point[1] >= 0]) for name, title, unit, divisor, _, _ in CURVES]
    PICTURE.write_text(curves.picture(panels, [float(row["seconds"]) for row in rows if row["phase"] == "break"]))
    before, rest = DOCUMENT.read_text().split(FIRST)
    _, after = rest.split(LAST, 1)
    lost_rows = "\n".join(f"| {words} | {count} |" for words, count in lost)
    busy = statistics.median(float(row["load"]) for row in rows)
    priority = "with" if sums["isHurried"] else "without"
    pads = "of the kernel" if sums.get("isKernel") else "sockets"
    DOCUMENT.write_text(
        f"{before}{FIRST}\n{played(sums)}\n\nThe pads were {pads}. The daemon and the players ran {priority} real-time priority; the "
        f"load average was {busy:.1f} (median).\n\n{table(lines)}\n\n| lost | |\n|---|---|\n{lost_rows}\n\n{LAST}{after}")


def main():
    """Judges the test and prints the results; with --write, also writes the picture and the document."""
    rows, sums = read(pathlib.Path(sys.argv[1]))
    lines, lost = judge(rows), losses(sums)
    print(f"{played(sums)}\n\n{table(lines)}\n")
    for words, count in lost:
        print(f"{count} {words}")
    if sums["faults"]:
        print(f"the checks that failed: {sums['faults']}")
    if "--write" in sys.argv:
        write(rows, lines, lost, sums)
    reasons = verdict(lines, lost, sums)
    print("\n".join(["", *reasons, f"soak: {'PASS' if not reasons else 'FAIL'}"]))
    sys.exit(1 if reasons else 0)


main()
