"""Tests of the Debian package from a signed repository: it is installed, upgraded and downgraded during a game, removed, and purged."""

import pathlib
import subprocess
import tempfile
import threading
import unittest

import daemon_guest
import daemon_lobby_tests
import long_run
from daemon_guest import axis, key
from json_lines import JSONLines
from shared_guest import GUEST_DIRECTORY, guest

UNITS = ("tiltpad", "tiltpad-web")
# A service that runs only if somebody has started it.
OPTIONAL = "tiltpad-metrics"
# Paths in which Tiltpad's name may be left after a purge: apt's own files, and those of the tests.
APTS = "/etc/apt/* /var/lib/apt/* /var/cache/apt/* /var/log/* /var/lib/dpkg/* /tmp/* /proc/* /sys/*".split()
# Files that `tiltpad doctor --fix` may have written.
OF_THE_DOCTOR = ("/etc/systemd/system/tiltpad.socket.d/port.conf", "/etc/modules-load.d/tiltpad.conf", "/etc/inputplumber/devices.d/10-tiltpad.yaml")
BTN_A = 0x130
ABS_X = 0
# The length of each press, and of the pause after it.
PRESS_SECONDS = 0.4
# A session at the first virtual terminal, as a display manager opens it.
AT_THE_SEAT = "exec systemd-run -q --pipe --collect --uid player -p PAMName=login -p TTYPath=/dev/tty1 "


def tearDownModule():
    """Installs the package as the other tests expect it."""
    daemon_guest.write(daemon_guest.DROP_IN, daemon_guest.ALLOWED)
    guest().install(daemon_guest.REPOSITORY)
    guest().run(f"systemctl stop {OPTIONAL}")
    daemon_guest.stop()


def states(question):
    """Returns systemctl's answer to `question`, such as is-active, for the daemon and the gateway."""
    return guest().run(f"systemctl {question} {' '.join(UNITS)}", check=False).stdout.split()


def programs():
    """Returns the path of each running service's program, with " (deleted)" at the end if the program is no longer installed."""
    of_unit = "readlink /proc/$(systemctl show -P MainPID $unit)/exe"
    return guest().run(f"for unit in {' '.join(UNITS)} {OPTIONAL}; do {of_unit}; done").stdout.splitlines()


def paired():
    """Returns the paired devices, as `tiltpad devices` lists them."""
    return guest().run("tiltpad devices").stdout


def left():
    """Returns every path of the guest with Tiltpad's name in it, except those of APTS."""
    apart = " ".join(f"-path '{pattern}' -o" for pattern in APTS)
    return guest().run(f"find / -xdev \\( {apart} -false \\) -o -name '*tiltpad*' -print").stdout.split()


def version():
    """Returns the version of the installed package; "" if it is not installed."""
    return guest().run("dpkg-query -W -f '${Version}' tiltpad", check=False).stdout


def newer():
    """Puts a package of the same programs with a higher version into the guest; returns its path in the guest."""
    package = next((daemon_guest.REPOSITORY / "pool").glob("tiltpad_*.deb"))
    with tempfile.TemporaryDirectory(prefix="tiltpad-newer-") as place:
        subprocess.run(["dpkg-deb", "-R", package, f"{place}/tree"], check=True)
        control = pathlib.Path(place, "tree/DEBIAN/control")
        control.write_text(control.read_text().replace(f"Version: {version()}", f"Version: {version()}+newer"))
        subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "-b", f"{place}/tree", f"{place}/newer.deb"], check=True, capture_output=True)
        guest().put_file(f"{place}/newer.deb", "/tmp/newer.deb")
    return "/tmp/newer.deb"


class AMachineWithoutIt(unittest.TestCase):
    """Tests of a machine that has neither the package nor the packages that it depends on."""

    def setUp(self):
        """Purges the package and its dependencies with apt, and removes the users and the kernel modules."""
        daemon_guest.installed()
        guest().apt("purge --autoremove tiltpad")
        self.assertEqual(left(), [])
        guest().run("userdel tiltpad; userdel tiltpad-web; rmmod uinput uhid", check=False)

    def test_after_the_installation_a_paired_phone_steers_for_the_user_at_the_seat(self):
        """The test only installs the package. It starts no service, changes no mode and writes no configuration."""
        guest().install(daemon_guest.REPOSITORY)
        self.assertEqual(states("is-active") + states("is-enabled"), ["active", "active", "enabled", "enabled"])
        self.assertIn("28460", guest().run("timeout 30 tiltpad discover --once").stdout)
        self.assertNotIn("swift", guest().run("ls -R /usr/lib/swift /opt 2>/dev/null; ldd /usr/bin/tiltpad", check=False).stdout.lower())
        guest().run("id player 2>/dev/null || useradd player; rm -rf /tmp/phone9")
        guest().run(daemon_lobby_tests.PAIR.format(number=9), timeout_seconds=120)
        with daemon_lobby_tests.Phone(9) as phone:
            phone.until(lambda line: "player" in line)
            reader = f"{AT_THE_SEAT} python3 {GUEST_DIRECTORY}/evdev_probe.py --phys tiltpad/pad1 --seconds 60"
            with JSONLines(guest(), reader) as probe:
                probe.until("ready")
                probe.until(axis(ABS_X, lambda value: value > 3000))
                probe.until(axis(ABS_X, lambda value: value < -3000))


class AMachineWithIt(unittest.TestCase):
    """Tests of a machine on which somebody plays."""

    def setUp(self):
        """Installs the package if need be, and pairs a device."""
        daemon_guest.installed()
        if not version():
            guest().apt("install tiltpad")
        daemon_guest.start()
        guest().run(f"rm -rf /tmp/phone9; systemctl start tiltpad-web {OPTIONAL}")
        guest().run(daemon_lobby_tests.PAIR.format(number=9), timeout_seconds=120)

    def changes_nothing(self, words):
        """Runs apt with `words`, which change the version, while a player presses a button all the time; checks that nothing is lost."""
        former = daemon_guest.pads(), paired()
        ended, presses = threading.Event(), 0
        with daemon_guest.watch(seconds=300) as probe:
            probe.until("ready")
            changer = threading.Thread(target=lambda: (guest().apt(words), ended.set()))
            changer.start()
            while not ended.wait(PRESS_SECONDS) or presses < 4:
                presses += 1
                self.player.set("a", True)
                ended.wait(PRESS_SECONDS)
                self.player.set("a", False)
            changer.join()
            for _ in range(presses):
                probe.until(key(BTN_A, 1))
                probe.until(key(BTN_A, 0))
        self.assertEqual((daemon_guest.pads(), paired()), former)
        self.assertEqual(states("is-active"), ["active", "active"])
        self.assertEqual([program.endswith(" (deleted)") for program in programs()], [False] * 3)
        self.assertEqual([line for line in probe.seen if "gone" in line], [])

    def test_an_upgrade_and_a_downgrade_in_a_game_unplug_no_pad_and_lose_no_press(self):
        """The pad keeps its event node, and the device stays paired."""
        path, before = newer(), version()
        self.player = daemon_guest.controller(token=91)
        with self.player.run():
            daemon_guest.wait_for_pads(1)
            self.changes_nothing(f"install {path}")
            self.assertEqual(version(), f"{before}+newer")
            self.changes_nothing(f"install --allow-downgrades tiltpad={before}")
            self.assertEqual(version(), before)

    @long_run.only
    def test_when_removed_it_keeps_what_was_paired_and_when_purged_nothing(self):
        """Without the package, no service runs and no pad exists. When it is installed again, the device is still paired."""
        known = paired()
        self.assertIn("\n", known)
        guest().apt("remove tiltpad")
        self.assertEqual(states("is-active"), ["inactive", "inactive"])
        self.assertEqual(guest().run(f"systemctl is-active {OPTIONAL}", check=False).stdout.strip(), "inactive")
        self.assertEqual(daemon_guest.pads(), {})
        self.assertLessEqual({"/etc/tiltpad", "/var/lib/tiltpad"}, set(left()))
        self.assertFalse([path for path in left() if path.startswith("/usr")])
        guest().apt("install tiltpad")
        self.assertEqual((paired(), states("is-active")), (known, ["active", "active"]))
        for path in OF_THE_DOCTOR:
            guest().write(path, "# of the doctor\n")
        self.addCleanup(guest().run, "rm -rf /etc/inputplumber")
        guest().apt("purge tiltpad")
        self.assertEqual(left(), [])
