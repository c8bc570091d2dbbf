"""The measurements of the tests, as text for the terminal and for docs/network.md."""

import itertools
import os
import pathlib
import platform
import re

import matrix
import watch

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/network.md"
_recorded = {}


def record(name, outcomes):
    """Stores the measurements of a group of tests."""
    _recorded[name] = outcomes


def record_crowd(name, times):
    """Stores the times, in s, that a controller needed to get a session among strangers."""
    _recorded.setdefault("crowd", []).append((name, times))


def summary(outcomes):
    """Returns the figures of the matrix, a line for each delay, loss and burst."""
    return ["delay loss burst | presses and releases, first packet lost | age p99, worst, and of the network alone (ms)"] + [
        f"{delay:5} {loss:4} {burst:5} | {sent:6} {recovered:6} | {age:6.1f} {ideal:6.1f}"
        for delay, loss, burst, sent, recovered, age, ideal in rows(outcomes)]


def rows(outcomes):
    """Yields delay, loss, burst, edges, recovered edges, the worst age, and the age that this network alone causes.

    The networks that differ only in duplicates and reordering share a row.
    """
    def key(one):
        return one.cell.delay, one.cell.loss, one.cell.burst
    for (delay, loss, burst), group in itertools.groupby(sorted(outcomes, key=key), key):
        group = list(group)
        worst = max(group, key=lambda one: one.age)
        yield (delay, loss, burst, sum(one.sent for one in group), sum(one.recovered for one in group), worst.age,
               worst.ideal_age)


def flood_line(one):
    """Returns the figures of a flood."""
    return (f"{one['name']}, {one['sources']} sources: {one['sent'] / one['seconds'] / 1000:.0f} kpps sent, "
            f"{one['read'] / one['seconds'] / 1000:.0f} kpps read at {100 * one['busy']:.0f} % of a core, "
            f"{one['answer_bytes'] / one['bytes']:.4f} answered, age p99 {one['quiet']:.1f} -> {one['age']:.1f} ms")


def shell_line(one):
    """Returns the times of a shell's commands before a flood and during it, in a line."""
    return (f"{one['name']}: {one['sent'] / 1000:.0f} kpps sent, {100 * one['busy']:.0f} % of a core, a command takes "
            f"{watch.percentile(one['quiet'], 50):.1f} -> {watch.percentile(one['times'], 50):.1f} ms, "
            f"p99 {watch.percentile(one['quiet'], 99):.1f} -> {watch.percentile(one['times'], 99):.1f}, "
            f"worst {max(one['quiet']):.1f} -> {max(one['times']):.1f}")


def phone_line(one):
    """Returns the figures of a page over one network and one transport, in a line."""
    return (f"{one.way}, {one.loss} % in bursts of {one.burst} ms: a state takes {watch.percentile(one.delays, 50):.1f} ms, "
            f"p99 {watch.percentile(one.delays, 99):.1f}, worst {max(one.delays):.1f}; age p50 {watch.percentile(one.ages, 50):.1f}, "
            f"p99 {watch.percentile(one.ages, 99):.1f}, worst {max(one.ages):.1f}; {one.sent} edges")


def write():
    """Writes the measurements to docs/network.md. Sections whose tests have not run stay as they are."""
    _, *former = re.split(r"\n(?=##+ )", PAGE.read_text())
    sections = {"matrix": matrix_section, "blackout": blackout_section, "flood": flood_section, "stun": stun_section,
                "crowd": crowd_section, "shell": shell_section, "phone": phone_section}
    parts = dict(zip(sections, former))
    for name, section in sections.items():
        if name in _recorded:
            parts[name] = "\n".join(section()).lstrip("\n") + "\n"
    PAGE.write_text("\n".join(["\n".join(INTRODUCTION) + "\n", *parts.values()]))


def matrix_section():
    """Returns the table of the matrix."""
    lines = [MATRIX.format(seconds=matrix.SECONDS, count=len(_recorded["matrix"])),
             "| delay ms | loss % | burst ms | presses and releases | with first packet lost | lost | age p99 ms | age of the network ms |",
             "|---:|---:|---:|---:|---:|---:|---:|---:|"]
    return lines + [
        f"| {delay} | {loss} | {burst if loss else '–'} | {sent} | {recovered} | 0 | {age:.1f} | {ideal:.1f} |"
        for delay, loss, burst, sent, recovered, age, ideal in rows(_recorded["matrix"])]


def blackout_section():
    """Returns the table of the blackouts."""
    lines = [BLACKOUT, "| without a network | back after, ms |", "|---:|---|"]
    for seconds in sorted({one["seconds"] for one in _recorded["blackout"]}):
        times = sorted(1000 * one["back"] for one in _recorded["blackout"] if one["seconds"] == seconds)
        lines.append(f"| {seconds} s | {', '.join(f'{time:.0f}' for time in times)} |")
    return lines


def flood_section():
    """Returns the table of the floods."""
    lines = [FLOOD, "| strangers send | addresses | sent kpps | read kpps | CPU % | answered | age p99 before the flood ms | during it ms |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for one in _recorded["flood"]:
        lines.append(
            f"| {one['name']} | {one['sources']} | {one['sent'] / one['seconds'] / 1000:.0f} | "
            f"{one['read'] / one['seconds'] / 1000:.0f} | {100 * one['busy']:.0f} | "
            f"{100 * one['answer_bytes'] / one['bytes']:.2f} % | {one['quiet']:.1f} | {one['age']:.1f} |")
    return lines


def crowd_section():
    """Returns the table of strangers that have their own addresses."""
    lines = [CROWD, "| strangers | a paired controller has its session after, ms |", "|---|---|"]
    return lines + [f"| {name} | {', '.join(f'{1000 * time:.0f}' for time in sorted(times))} |"
                    for name, times in _recorded["crowd"]]


def shell_section():
    """Returns the table of a shell next to a daemon with real-time priority."""
    quiet = _recorded["shell"][0]["quiet"]
    figures = ([f"{watch.percentile(times, 50):.1f}", f"{watch.percentile(times, 99):.1f}", f"{max(times):.1f}"]
               for times in (quiet, *(one["times"] for one in _recorded["shell"])))
    rows = [["nobody", "–", "–", *next(figures)]]
    rows += [[one["name"], f"{one['sent'] / 1000:.0f}", f"{100 * one['busy']:.0f}", *next(figures)] for one in _recorded["shell"]]
    return [SHELL, "| strangers send | sent kpps | daemon's CPU % | median ms | p99 ms | worst ms |", "|---|---:|---:|---:|---:|---:|",
            *(f"| {' | '.join(row)} |" for row in rows)]


def stun_section():
    """Returns the table of the floods at the port for data channels."""
    lines = [STUN, "| strangers send | sent kpps | before the flood ms | during it ms |", "|---|---:|---:|---:|"]
    return lines + [f"| {name} | {rate / 1000:.0f} | {quiet:.1f} | {loud:.1f} |" for name, rate, quiet, loud in _recorded["stun"]]


def phone_section():
    """Returns the tables of a phone's page."""
    outcomes, dark = _recorded["phone"]
    lines = [PHONE, "| transport | loss % | burst ms | a state takes, p50 ms | p99 ms | worst ms | age p50 ms | p99 ms | worst ms | edges | lost |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for one in sorted(outcomes, key=lambda one: (one.burst, one.loss)):
        figures = [f"{watch.percentile(values, share):.1f}" for values in (one.delays, one.ages) for share in (50, 99, 100)]
        burst = one.burst if one.loss else "–"
        lines.append(f"| {one.way} | {one.loss} | {burst} | {' | '.join(figures)} | {one.sent} | {one.sent - one.taken} |")
    lines += [DARK, "| transport | back after, ms |", "|---|---:|"]
    return lines + [f"| {way} | {back:.0f} |" for way, (_, back) in dark.items()]


INTRODUCTION = [
    "# Bad networks",
    "",
    "`scripts/test/network --full --write` writes this page from a run in which every test passed. Without `--full`, as in `make test`, the tests",
    "take less time. `tiltpad send` plays over an encrypted session with `tiltpad serve --pads memory`, which runs in another network namespace.",
    "A tool of this project, `Tests/System/Network/impair.c`, connects the two namespaces with TUN devices and makes the network bad.",
    "",
    f"The machine has {os.cpu_count()} processors, is shared with other work, and runs Linux {platform.release().split('-')[0]}. The tests' processes "
    "have a higher priority than the",
    "others. A machine that is shared with other work often makes axes older, and rarely makes them younger.",
    "If the age of the axes exceeds its limit, the test of that network or flood is tried again, up to three times in all.",
    "A press that is lost in any of these attempts is a failure.",
    "",
    "The age of the axes is the time since the controller took the newest sample that the pad shows. It is read every millisecond. For 99 % of",
    "the time it does not exceed p99. The age *of the network* is the age of the newest sample that had arrived. No host can do better.",
]

MATRIX = """
## Loss, delay, duplicates, order

The tests play through {count} networks for {seconds} s each, with 125 samples and five presses a second. A row of the table is for up to four networks with
the same delay, loss and bursts. In these networks, 0 or 5 % of the packets are doubled, and 0 or 10 % are held back for 30 ms. The row's counts
are sums over its networks, and its age is that of the worst one. The last column is the age that this worst network alone causes. The lengths
of bursts of loss are exponentially distributed. At 20 % loss, a burst ends after at most 400 ms.

Bursts of loss alone make readings old, whatever the host does. P is the time between two samples, 8 ms. If a burst lasts for the time L, the
newest sample is older than an age x for the time L + P − x. If bursts last for the time B on average, samples are older than x for more than
1 % of the whole time, for every x up to P + B · ln(loss / 1 %). For 3 % loss in bursts of 30 ms, this x is 41 ms, more than two frames of a
game.
"""

BLACKOUT = """
## No network at all

After 900 ms without a packet, the buttons go up. After 5 s, the slot and the pad wait for the controller. The table shows the time from the
moment when packets pass again until the host accepts the first packet. The network's delay is 10 ms.
"""

FLOOD = """
## Floods

Strangers send as many datagrams as the machine can, at most 150,000 a second. Meanwhile a player plays over a link with a delay of 1 ms.
The strangers' process has one processor, which also does the kernel's receive work, as for a network card. Host and player have the others.
The column *read* counts the datagrams that reached the daemon. The others were lost on the way or dropped by the kernel. *CPU* is the daemon's
processor time, as a share of one core. *answered* is the size of all answers, as a share of the size of everything that was sent.
"""

CROWD = """
### With addresses of their own

Strangers who receive the host's replies have cookies, so the host looks at each of their handshakes. Meanwhile a paired controller starts
ten times. The table shows the time from the start of its program to its session. The limit is 3 s.
"""

SHELL = """
### A shell on the same processor

The systemd unit gives the daemon's loop the lowest real-time priority, which is above that of every ordinary program
([0028](decisions/0028-ahead-of-games.md)). The table shows how long `/bin/true` takes in a shell that shares its only processor with such a
daemon. The strangers send from a thousand addresses.
"""

PHONE = """
## A phone's page

A page in Chromium plays over a link with a delay of 2 ms each way. One thumb turns a lever, and the other presses a button twice a second.
The page sends 60 states a second, over the one transport that the test allows. *A state takes* is the time from its sample on the page
until the bridge has it. States that never arrive do not count in this column, but they increase the age of the axes.
"""

STUN = """
### At the port for data channels

A thousand addresses send the same amount to the web gateway's port for data channels, while a phone's page plays over a data channel in
Chromium. The kernel passes everything from that page, and some 10,000 datagrams a second of the rest
([0040](decisions/0040-strangers-in-a-flood.md)). The times are those of states, from the page to the bridge, at p99.
"""

DARK = """
Then the link carries nothing for 2 s while a button is held. Meanwhile the button goes up. The table shows the time from the moment when
packets pass again until the first state arrives. With that state the button is down again.
"""
