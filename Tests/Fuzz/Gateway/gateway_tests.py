"""Tests of the real gateway with arbitrary bytes: it answers after each batch of scripts, becomes idle when they end, and keeps no descriptors."""

import os
import random
import signal
import sys
import unittest

import hunt
from house import House
from making import made
from script import Step, parsed, written

SECONDS = float(os.environ.get("RAW_SECONDS", "60"))
SEED = int(os.environ.get("RAW_SEED") or random.SystemRandom().randrange(1 << 32))
FILES = os.environ.get("RAW_FILES", "").split()
IS_CHECKED = bool(os.environ.get("RAW_VALGRIND"))

House.is_checked = IS_CHECKED
House.slowness = 20 if IS_CHECKED else 1


def finds():
    """Returns the paths of the files with the scripts to replay."""
    return FILES or [str(path) for path in sorted(hunt.FINDS.glob("*.txt"))]


class Scripts(unittest.TestCase):
    def test_a_find_is_read_as_it_was_written(self):
        scripts = [made(SEED, number) for number in range(200)]
        scripts.append([Step("send", "a", "", bytes(range(256)))])
        self.assertEqual(parsed(written(scripts, ["for people"])), scripts, SEED)
        with self.assertRaisesRegex(ValueError, "line 2"):
            parsed("open a tls\nsend it")

    def test_the_same_seed_makes_the_same_scripts(self):
        self.assertEqual([made(SEED, number) for number in range(50)], [made(SEED, number) for number in range(50)], SEED)


class Old(unittest.TestCase):
    def test_old_finds_hurt_the_gateway_no_more(self):
        for path in finds():
            with self.subTest(path), open(path) as file:
                self.assertIsNone(hunt.hurts(parsed(file.read())), path)


@unittest.skipIf(FILES, "only the files named are replayed")
class Raw(unittest.TestCase):
    def test_a_gateway_that_is_stopped_is_noticed(self):
        house = hunt.opened()
        self.addCleanup(house.leave)
        self.assertIsNone(house.fault())
        house.gateway.send_signal(signal.SIGSTOP)
        house.slowness = 0.2
        self.assertIn("deaf", house.fault())

    def test_after_raw_bytes_the_gateway_answers_rests_and_keeps_nothing(self):
        run = hunt.Run(SEED, SECONDS)
        run.play()
        self.addCleanup(run.house.leave)
        print(f"raw bytes: {run.figures()}", file=sys.stderr)
        self.assertLess(run.growth(), hunt.SPARE_MEMORY, run.rests)


