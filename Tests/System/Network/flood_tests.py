"""Tests of strangers that flood the host while somebody plays (docs/threat-model.md)."""

import concurrent.futures
import hashlib
import hmac
import os
import pathlib
import random
import subprocess
import time
import unittest

import table
import times
import watch
from links import Flood, processors
from namespaces import unavailable
from scene import PORT, Scene

RATE = 150_000
IS_FULL = os.environ.get("TILTPAD_NETWORK") == "full"
SECONDS = 8 if IS_FULL else 3
# The numbers of addresses that a flood comes from.
SOURCES = (1, 1000) if IS_FULL else (1000,)
# The age that a flood may add to the player's axes, in ms.
TOLERANCE = 5
# A busy machine makes the results worse far more often than better, so the best of this many attempts counts.
ATTEMPTS = 3
GROWTH_KB = 512
# The flood that takes most of the daemon's processor time.
COSTLIEST = "INIT with another's cookie"
# A person notices a command that takes longer than this, in ms.
NOTICEABLE_ms = 100
# A shell script. It prints a line for each run of a command: its time in µs.
SHELL = "while :; do start=$EPOCHREALTIME; /bin/true; end=$EPOCHREALTIME; echo $((${end/./} - ${start/./})); sleep 0.01; done"
PROBE, PROBE_REPLY, INIT, DATA = 0xD0, 0xD1, 0xD2, 0xD5
MTU_ROOM = 512


def code(key, data):
    """Returns the first 16 bytes of an HMAC (docs/protocol.md, "Codes and cookies")."""
    return hmac.new(key, data, hashlib.sha256).digest()[:16]


class Strangers:
    """Makes the datagrams of strangers that have listened for a while."""

    def __init__(self, scene, seed=1):
        """Learns all that a stranger can learn: the host's key and a cookie, from the answer to PROBE, and packets of a player."""
        self._random = random.Random(seed)
        reply = self.ask(scene)
        self.key, self.cookie = reply[24:56], reply[56:72]
        self.init, self.data = scene.link.recall(INIT), scene.link.recall(DATA)

    def ask(self, scene):
        """Requests the host's PROBE_REPLY, which everybody gets."""
        with scene.near.socket() as asker:
            return scene.answer(asker, self.probe())

    def bytes(self, count):
        """Returns random bytes."""
        return self._random.randbytes(count)

    def probe(self):
        """Returns a PROBE."""
        return bytes([PROBE, 1, 0, 0]) + b"TPP1" + self.bytes(8) + bytes(104)

    def introduction(self, is_coded, cookie=None):
        """Returns an INIT with a random handshake. If `is_coded`, its first code is right. With a `cookie`, it has a second code."""
        head = bytes([INIT, 1, 0, 0]) + self.bytes(3) + b"\0" + self.bytes(152)
        coded = head + (code(hashlib.sha256(b"tpp/1 mac1" + self.key).digest(), head) if is_coded else self.bytes(16))
        return coded + (code(cookie, coded) if cookie else bytes(16))

    def forged(self):
        """Returns a DATA packet for the player's session that is not sealed with the session's key."""
        counter = (int.from_bytes(self.data[4:8], "little") + self._random.randrange(1, 10_000)).to_bytes(4, "little")
        return self.data[:4] + counter + self.bytes(len(self.data) - 8)

    def kinds(self):
        """Returns the datagrams of each kind of flood, by its name."""
        return {
            "junk": [self.bytes(self._random.randrange(1, MTU_ROOM)) for _ in range(256)],
            "INIT with a wrong first code": [self.introduction(False) for _ in range(256)],
            "INIT with another's cookie": [self.introduction(True, self.cookie) for _ in range(256)],
            "INIT that is forged": [self.introduction(True) for _ in range(256)],
            "INIT of the player, repeated": [self.init],
            "DATA of the player's session, forged": [self.forged() for _ in range(256)],
            "PROBE": [self.probe() for _ in range(256)],
        }


@unittest.skipIf(unavailable(), unavailable())
class Floods(unittest.TestCase):
    """Tests of a player during floods. The strangers share the machine with the host and the player.

    The strangers' process has the last processor for itself. The kernel receives the packets on this processor, too, as it would in the interrupts
    of a network card. All other processes have the other processors.
    """

    @classmethod
    def setUpClass(cls):
        """Floods the host in every way, and measures the player just before each flood and during it."""
        cls.outcomes = []
        if len(processors()) < 2:
            raise unittest.SkipTest("there is only one processor")
        *ours, cls.theirs = processors()
        with Scene(delay=1, processor_list=",".join(map(str, ours))) as scene:
            scene.controller("--swing", "--press", "a,b,x,y", "--count", 2000)
            scene.wait_for_player()
            scene.watch.listen(1)
            strangers = Strangers(scene)
            cls.memory = [resident(scene)]
            for name, datagrams in strangers.kinds().items():
                for sources in SOURCES:
                    cls.outcomes.append(cls.best(scene, name, sources, datagrams))
                    print(table.flood_line(cls.outcomes[-1]), flush=True)
            cls.memory.append(resident(scene))
            scene.watch.listen(1)
            cls.pads, cls.players = scene.daemon.text().count("joined, pad "), scene.watch.players
        table.record("flood", cls.outcomes)

    @classmethod
    def best(cls, scene, name, sources, datagrams):
        """Repeats a flood up to ATTEMPTS times; returns the attempt that delayed the player least."""
        attempts = []
        while len(attempts) < ATTEMPTS:
            attempts.append(cls.attempt(scene, name, sources, datagrams))
            if attempts[-1]["age"] < attempts[-1]["quiet"] + TOLERANCE:
                break
        return min(attempts, key=lambda one: one["age"] - one["quiet"])

    @classmethod
    def attempt(cls, scene, name, sources, datagrams):
        """Measures the player without strangers and with them."""
        with Flood(scene.far, PORT, sources, RATE, SECONDS, cls.theirs) as flood:
            quiet = observe(scene, lambda: scene.watch.listen(SECONDS))
            sent = {}
            busy = observe(scene, lambda: sent.update(flood_and_listen(scene, flood, datagrams)))
        return {"name": name, "sources": sources, "quiet": quiet["age"], **busy, **sent,
                "read": busy["drops"] + sent["answers"]}

    def test_a_flood_costs_a_player_nothing(self):
        for outcome in self.outcomes:
            with self.subTest(**outcome):
                times.hold(self, "axes in a flood", outcome["age"] / 1000, (outcome["quiet"] + TOLERANCE) / 1000)

    def test_a_flood_takes_no_slot_and_no_press(self):
        """The player has the same pad throughout, and none of its presses is skipped."""
        self.assertEqual({player.slot for player in self.players}, {1})
        self.assertEqual(self.pads, 1)
        self.assertEqual({player.connected for player in self.players}, {True})
        counts = self.players[-1].counts
        self.assertEqual((counts.skipped, counts.hurried), (0, 0))
        self.assertGreater(counts.edges, SECONDS)

    def test_a_flood_takes_no_memory(self):
        before, after = self.memory
        print(f"{before} kB, then {after} kB", end=" ")
        self.assertLess(after - before, GROWTH_KB)

    def test_strangers_are_answered_with_less_than_they_send(self):
        for outcome in self.outcomes:
            with self.subTest(**outcome):
                self.assertGreater(outcome["sent"], 100 * SECONDS)
                self.assertLessEqual(outcome["answer_bytes"], outcome["bytes"])

    def test_who_forges_gets_no_answer(self):
        """The host does not answer strangers that do not use its key, nor forged packets of a session."""
        silent = ("junk", "INIT with a wrong first code", "DATA of the player's session, forged")
        self.assertEqual({one["name"]: one["answers"] for one in self.outcomes if one["name"] in silent},
                         dict.fromkeys(silent, 0))


@unittest.skipIf(unavailable(), unavailable())
class Shells(unittest.TestCase):
    """Tests of a daemon with the lowest real-time priority, as in its unit, and a shell on the same processor."""

    def test_a_flood_leaves_a_shell_on_the_same_processor_usable(self):
        if len(processors()) < 2:
            self.skipTest("there is only one processor")
        ours, *_, theirs = processors()
        outcomes = []
        with Scene(delay=1, processor_list=str(ours)) as scene:
            scene.controller("--swing", "--count", 2000)
            scene.wait_for_player()
            os.sched_setscheduler(scene.daemon.process.pid, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
            quiet = commands(ours)
            for name, datagrams in self.chosen(Strangers(scene).kinds()):
                with Flood(scene.far, PORT, 1000, RATE, SECONDS + 1, theirs) as flood:
                    flood.begin(datagrams)
                    spent = processor_time(scene)
                    took = commands(ours)
                    outcomes.append({"name": name, "busy": (processor_time(scene) - spent) / SECONDS, "quiet": quiet, "times": took})
                    sent = flood.stop()
                outcomes[-1]["sent"] = sent["sent"] / sent["seconds"]
                print(table.shell_line(outcomes[-1]), flush=True)
        table.record("shell", outcomes)
        for outcome in outcomes:
            with self.subTest(outcome["name"]):
                self.assertGreater(len(outcome["times"]), 0)
                times.hold(self, "a command in the shell, p99", watch.percentile(outcome["times"], 99) / 1000, NOTICEABLE_ms / 1000)

    @staticmethod
    def chosen(kinds):
        """Returns the floods to test: all of them, or in a short run only the costliest."""
        return kinds.items() if os.environ.get("TILTPAD_NETWORK") == "full" else [(COSTLIEST, kinds[COSTLIEST])]


def commands(processor):
    """Returns the times that a shell's commands take on this processor, in ms."""
    shell = subprocess.Popen(["taskset", "-c", str(processor), "bash", "-c", SHELL], stdout=subprocess.PIPE, text=True)
    try:
        first = shell.stdout.readline()
        time.sleep(SECONDS)
    finally:
        shell.terminate()
    return [int(line) / 1000 for line in (first + shell.communicate()[0]).splitlines()]


def flood_and_listen(scene, flood, datagrams):
    """Runs the flood and watches the host meanwhile; returns the flood's counts."""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        counts = pool.submit(flood.run, datagrams)
        while not counts.done():
            scene.watch.listen(0.02)
        return counts.result()


def observe(scene, while_running):
    """Returns figures about the time of `while_running`.

    They are the 99th percentile of the age of the player's axes in ms, the packets that the daemon dropped, and its share of a processor.
    """
    scene.watch.drain()
    place, start = len(scene.watch.arrivals), time.monotonic_ns()
    drops, spent = sum(scene.watch.hosts[-1][1]), processor_time(scene)
    while_running()
    scene.watch.drain()
    end = start + int(SECONDS * 1e9)
    shown = [(arrival.time, arrival.sample) for arrival in scene.watch.arrivals[place:] if arrival.sample]
    return {
        "age": watch.percentile(watch.ages(shown, start, end), 99),
        "drops": sum(scene.watch.hosts[-1][1]) - drops, "busy": (processor_time(scene) - spent) / SECONDS}


def resident(scene):
    """Returns the daemon's memory, in kB."""
    lines = pathlib.Path(f"/proc/{scene.daemon.process.pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def processor_time(scene):
    """Returns the daemon's processor time, in s."""
    fields = pathlib.Path(f"/proc/{scene.daemon.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
