"""Faults of people: they upgrade in the middle of a round of the quiz, or upgrade from the previous version and downgrade to it."""

import json

import crew
import daemon_guest
import former
from daemon_lobby_tests import PAIR, Phone
from daemon_package_tests import newer, version
from faults_case import Faults
from shared_guest import guest

STATE = "/var/lib/tiltpad"
FORM = "python3 -c 'import sqlite3, sys; c = sqlite3.connect(\"{0}/tiltpad.db\"); c.execute(\"PRAGMA user_version = {1}\"); c.commit()'"
# The numbers of two paired controllers: one only swings, and the other presses a button all the time.
SILENT, PRESSING = 7, 8


def paired():
    """Returns the paired devices, sorted: for each its fingerprint, its name and the time of the pairing."""
    devices = map(json.loads, guest().run("timeout 20 tiltpad devices --json").stdout.splitlines())
    return sorted((device["fingerprint"], device["name"], device["paired"]) for device in devices)


class Upgrades(Faults):
    """Tests of apt, which changes the version during play."""

    def changes(self, fault, words, besides=""):
        """Runs apt with `words`, which change the version, while all players press. The devices have to stay paired."""
        known = paired()

        def inject():
            guest().apt(words)
            return daemon_guest.uptime()
        self.suffer(fault, inject, besides=besides, is_by_gap=True)
        self.assertEqual(paired(), known)

    def rounds(self):
        """Returns the stored rounds of the quiz that ended with a right answer."""
        kept = map(json.loads, guest().run("timeout 20 tiltpad buzzer log --format json").stdout.splitlines())
        return [one for one in kept if one["settlement"] == "right"]

    def enter(self, phone):
        """Waits until a paired controller has joined, and puts its player into the quiz. The other players keep playing."""
        player = phone.until(lambda line: line.get("state") == "connected", 60)["player"]
        guest().run(f"timeout 20 tiltpad mode -p {player} buzzer")
        # A round can be armed only when the host has measured the controller's clock.
        daemon_guest.wait_until(lambda: guest().run("timeout 20 tiltpad buzzer arm", check=False).returncode == 0, what="an armed round")

    def win(self):
        """Plays a round of the quiz. A controller that presses all the time wins it."""
        count = len(self.rounds())
        guest().run("timeout 20 tiltpad buzzer clear")
        with Phone(PRESSING, "--press a --count 10000 --rate 60") as phone:
            self.enter(phone)
            daemon_guest.wait_until(lambda: guest().run("timeout 20 tiltpad buzzer right", check=False).returncode == 0, what="a winner")
            daemon_guest.wait_until(lambda: len(self.rounds()) == count + 1, what="the round in the log")
        daemon_guest.wait_for_pads(len(self.crew.players) + 1)

    def test_an_upgrade_in_the_middle_of_a_round_of_the_quiz(self):
        """The rounds that are stored stay. The round that was armed before the upgrade can be armed again."""
        path, before = newer(), version()
        for number in (SILENT, PRESSING):
            guest().run(f"rm -rf /tmp/phone{number}; {PAIR.format(number=number)}", timeout_seconds=120)
        silent = self.enterContext(Phone(SILENT))
        self.enter(silent)
        self.win()
        kept = self.rounds()
        guest().run("timeout 20 tiltpad buzzer arm")
        self.changes("an upgrade in the middle of a round of the quiz", f"install {path}", "the armed round")
        self.assertEqual(self.rounds(), kept)
        self.enter(silent)
        self.win()
        guest().apt(f"install --allow-downgrades tiltpad={before}")

    def test_from_the_version_before_to_this_one_and_back(self):
        """The pads keep their event nodes, a press is lost only if it is too old, and devices stay paired.

        The previous version reads the database of this one.
        """
        path, present = former.package(self), version()
        crew.dismiss()
        guest().apt("purge tiltpad")
        guest().apt(f"install {path}")
        self.addCleanup(self.restore)
        self.crew = crew.gathered()
        self.assertEqual(version(), former.VERSION)
        self.changes(f"an upgrade from {former.VERSION} (built from its commit)", "install tiltpad")
        self.assertEqual(version(), present)
        self.changes(f"a downgrade to {former.VERSION}", f"install --allow-downgrades {path}")
        self.assertEqual(version(), former.VERSION)
        self.meets_a_newer_database()

    def meets_a_newer_database(self):
        """The previous version finds a database with a newer number. It logs this, leaves the file unchanged, and works without a database."""
        crew.dismiss()
        known = paired()
        form = guest().run(f"python3 -c 'import sqlite3; print(*sqlite3.connect(\"{STATE}/tiltpad.db\").execute(\"PRAGMA user_version\").fetchone())'").stdout.strip()
        guest().run(f"systemctl stop tiltpad; {FORM.format(STATE, 99)}; sha256sum {STATE}/tiltpad.db >/run/newer")
        said = daemon_guest.said_during("systemctl start tiltpad")
        self.assertIn("was written by a newer version of Tiltpad", said)
        with daemon_guest.controller(9100).run():
            daemon_guest.wait_for_pads(1)
        guest().run(f"sha256sum -c /run/newer; systemctl stop tiltpad; {FORM.format(STATE, form)}; systemctl start tiltpad")
        self.assertEqual(paired(), known)

    def restore(self):
        """Installs today's version again."""
        crew.dismiss()
        guest().apt("install tiltpad")
