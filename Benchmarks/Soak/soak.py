"""A soak test: plays with the released programs for a long time, and measures the resources that they use.

    soak.py PROGRAMS PLACE SECONDS    plays with the programs of a folder; PLACE has pads.so, and gets samples.csv and sums.json
"""

import csv
import json
import os
import pathlib
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2] / folder) for folder in ("Tests/Support",)]

from host import Host, descriptors, memory, processor_seconds  # noqa: E402
from play import Pages, Plan, Players  # noqa: E402

SAMPLES = 720
COLUMNS = (
    "seconds", "phase", "daemon_resident", "daemon_anonymous", "daemon_descriptors", "daemon_processor", "gateway_resident", "gateway_anonymous",
    "gateway_descriptors", "gateway_processor", "database", "log", "p50", "p99", "worst", "machine_p99", "own_p99", "packets", "noted", "arrived", "lost",
    "late", "dropped_by_kernel", "presses", "shown", "wrong", "pads", "load")


class Sampler:
    """The writer of samples.csv, which has one row for each sample."""

    def __init__(self, host, players, path):
        """Opens the file at `path` for rows about `host` and `players`, and writes its heading."""
        self.host, self.players = host, players
        self.file = open(path, "w", newline="", encoding="ascii")
        self.writer = csv.DictWriter(self.file, COLUMNS)
        self.writer.writeheader()
        self.started = time.monotonic()
        self.former = (self.started, self.spent())
        self.last = {}

    def spent(self):
        """Returns the processor times of the daemon and of the gateway, in s."""
        return [processor_seconds(child.pid) for child in (self.host.daemon, self.host.gateway)]

    def sample(self, phase):
        """Measures, and adds a row for the phase called `phase`."""
        now, spent, report = time.monotonic(), self.spent(), self.players.report()
        self.host.watch.drain()
        row = {"seconds": round(now - self.started, 1), "phase": phase, "load": round(os.getloadavg()[0], 2)}
        for name, child, new, old in zip(("daemon", "gateway"), (self.host.daemon, self.host.gateway), spent, self.former[1]):
            row[f"{name}_resident"], row[f"{name}_anonymous"] = memory(child.pid)
            row[f"{name}_descriptors"] = descriptors(child.pid)
            row[f"{name}_processor"] = round((new - old) / max(now - self.former[0], 0.001), 4)
        row["database"], row["log"] = self.host.sizes()
        row["own_p99"] = self.host.watch.handling_p99()
        row["lost"], row["late"] = self.host.watch.lost, self.host.watch.late
        row["dropped_by_kernel"] = self.host.watch.bridge.dropped_by_kernel if self.host.watch.bridge else 0
        row |= {name: value for name, value in report.items() if name in COLUMNS}
        self.former, self.last = (now, spent), report
        self.writer.writerow(row)
        self.file.flush()


def play(host, players, pages, seconds, path):
    """Plays for `seconds`, and takes samples at regular intervals; returns the plan and the sampler."""
    plan, sampler = Plan(host, players, pages), Sampler(host, players, path)
    period = max(1, seconds / SAMPLES)
    players.say("join", "all")
    time.sleep(3)
    end, due, number, phase = time.monotonic() + seconds, time.monotonic() + period, 0, "rest"
    while time.monotonic() < end:
        length, events = plan.minute(number)
        start = time.monotonic()
        for second, name, act in [*sorted(events, key=lambda event: event[0]), (length, None, lambda: None)]:
            while (wait := start + second - time.monotonic()) > 0:
                time.sleep(min(wait, max(due - time.monotonic(), 0)))
                if time.monotonic() >= due:
                    sampler.sample(phase)
                    due += period
            act()
            phase = name or phase
            if time.monotonic() >= end and phase in ("full", "rest"):
                break
        number += 1
    return plan, sampler


def main():
    """Runs the test, and writes sums.json."""
    programs, place, seconds = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3])
    os.nice(-10 if os.geteuid() == 0 else 0)
    host = Host(programs, place)
    players = Players(pathlib.Path(programs) / "soak-load", place, host.port)
    host.start(players.is_kernel)
    pages = Pages(pathlib.Path(programs) / "page-load", host)
    plan, sampler = play(host, players, pages, seconds, place / "samples.csv")
    players.say("leave", "all")
    pages.leave()
    time.sleep(8)
    plan.check_break()
    sampler.sample("end")
    last = sampler.last
    statuses = host.end()
    players.end()
    sums = {
        **{name: last[name] for name in last if name not in ("p50", "p99", "worst", "machine_p99")}, "pageVisits": pages.visits,
        "pageMessages": pages.messages, "pagePressesSent": pages.presses, "pagePauses": pages.pauses, "breaks": plan.breaks, "faults": plan.faults,
        "exit": statuses, "seconds": round(time.monotonic() - sampler.started), "lost": host.watch.lost, "late": host.watch.late,
        "drops": sum(host.watch.bridge.drops), "reports": host.watch.bridge.reports, "isHurried": host.is_hurried and players.is_hurried, "isKernel": players.is_kernel}
    (place / "sums.json").write_text(json.dumps(sums, indent=1) + "\n")


main()
