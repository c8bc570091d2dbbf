"""Tests of the archive for systems other than Debian. It is installed on a read-only root, once for the machine and once for one user."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import daemon_guest
from daemon_guest import key
from daemon_package_tests import AT_THE_SEAT, OF_THE_DOCTOR, left
from json_lines import JSONLines
from shared_guest import GUEST_DIRECTORY, guest

ARCHIVES = pathlib.Path(os.environ.get("TILTPAD_ARCHIVES", ""))
UNPACKED = "/opt/player/archive"
# Makes the root read-only, as on SteamOS: /etc gets an overlay for changes, /var, /opt and /tmp can be written, and nothing else can.
READ_ONLY = """
set -e
id player >/dev/null 2>&1 || useradd -M player
mount -t tmpfs tmpfs /mnt
for place in /var /opt; do
  mkdir -p /mnt$place; cp -a $place/. /mnt$place; mount --bind /mnt$place $place
done
mkdir -p /mnt/above /mnt/work /opt/player /etc/atomic-update.conf.d
chown player: /opt/player
usermod -s /bin/sh -d /opt/player player
mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/above,workdir=/mnt/work /etc
mount -t tmpfs tmpfs /tmp
mount -o remount,bind,ro /
! touch /usr/local/file 2>/dev/null
"""
WRITABLE = "mount -o remount,bind,rw /; for place in /tmp /etc /opt /var /mnt; do umount -l $place; done"
BTN_A = 0x130


def directories():
    """Returns the directories of /etc, /opt and /usr/local without Tiltpad's own. An uninstallation must leave them as they were."""
    return set(guest().run("find /etc /opt /usr/local -type d -not -path '*tiltpad*' -not -path '*/archive/*'").stdout.split())


def load_tests(_loader, tests, _pattern):
    """Returns the tests if there is an archive, otherwise none. scripts/test/kernel makes the archive for `make test-all`."""
    return tests if "TILTPAD_ARCHIVES" in os.environ else unittest.TestSuite()


def setUpModule():
    """Removes the package, makes the root read-only, and unpacks the archive in a home directory."""
    daemon_guest.installed()
    guest().apt("purge tiltpad")
    guest().run(READ_ONLY)
    with tempfile.TemporaryDirectory(prefix="tiltpad-archive-") as place:
        subprocess.run(["tar", "-C", place, "--strip-components=1", "--zstd", "-xf", next(ARCHIVES.glob("*.tar.zst"))], check=True)
        os.chmod(place, 0o755)
        guest().put_tree(place, UNPACKED)
    guest().run(f"chown -R player: {UNPACKED}")


def tearDownModule():
    """Makes the root writable, and installs the package again."""
    guest().run(WRITABLE)
    guest().run("systemctl daemon-reload; udevadm control --reload")
    daemon_guest.write(daemon_guest.DROP_IN, daemon_guest.ALLOWED)
    guest().install(daemon_guest.REPOSITORY)
    daemon_guest.stop()


class OnAReadOnlyRoot(unittest.TestCase):
    """Tests of the installation for the machine and of the one for a user, each from installing to uninstalling."""

    def plays(self, reader):
        """Lets a player press a button, and waits until a program sees it. `reader` is the beginning of the program's command."""
        with daemon_guest.controller(token=95).run() as player:
            daemon_guest.wait_for_pads(1)
            with JSONLines(guest(), f"{reader} python3 {GUEST_DIRECTORY}/evdev_probe.py --phys tiltpad/pad1 --seconds 60") as probe:
                probe.until("ready")
                player.set("a", True)
                probe.until(key(BTN_A, 1))
                player.set("a", False)
                probe.until(key(BTN_A, 0))

    def test_as_root_it_is_a_service_and_leaves_everything_else(self):
        before = directories()
        daemon_guest.write(daemon_guest.DROP_IN, daemon_guest.ALLOWED)
        guest().run(f"{UNPACKED}/install.sh --seat", 120)
        self.assertIn("61-tiltpad-seat.rules", guest().run("ls /etc/udev/rules.d").stdout)
        said = guest().run(f"{UNPACKED}/install.sh", 120).stdout
        self.assertIn("Tiltpad runs", said)
        self.assertNotIn("61-tiltpad-seat.rules", guest().run("ls /etc/udev/rules.d").stdout)
        self.assertEqual(guest().run("systemctl is-active tiltpad tiltpad-web").stdout.split(), ["active"] * 2)
        self.plays(f"{AT_THE_SEAT}")
        kept = guest().run("cat /etc/atomic-update.conf.d/tiltpad.conf").stdout
        self.assertIn("/etc/systemd/system/tiltpad.service\n", kept)
        # The last file is left out: its directory belongs to InputPlumber, and would stay.
        for path in OF_THE_DOCTOR[:-1]:
            guest().write(path, "# of the doctor\n")
        guest().run(f"{UNPACKED}/uninstall.sh --purge", 60)
        self.assertEqual([path for path in left() if not path.startswith((UNPACKED, "/mnt/"))], [])
        self.assertEqual(directories(), before)

    def test_for_one_user_nobodys_password_is_needed_but_for_the_rule(self):
        user = "runuser -u player -- env XDG_RUNTIME_DIR=/run/user/$(id -u player)"
        guest().run("loginctl enable-linger player; systemctl start user@$(id -u player)")
        said = guest().run(f"{user} {UNPACKED}/install.sh --user", 120).stdout
        self.assertIn("systemctl --user restart tiltpad\n", said)
        self.assertNotIn("Tiltpad runs", said)
        guest().run(f"install -m 644 {UNPACKED}/units/61-tiltpad-seat.rules /etc/udev/rules.d/; "
                    "modprobe uinput; udevadm control --reload; udevadm trigger --settle --sysname-match=uinput")
        guest().run("mkdir -p /opt/player/.config/tiltpad/tiltpad.conf.d && cat >/opt/player/.config/tiltpad/tiltpad.conf.d/10-test.conf; "
                    "chown -R player: /opt/player/.config", input=daemon_guest.ALLOWED)
        with JSONLines(guest(), f"{AT_THE_SEAT} sh -c '{UNPACKED}/install.sh --user; sleep 600'") as session:
            session.until(lambda line: "Tiltpad runs" in line.get("text", ""), 120)
            self.plays("exec runuser -u player --")
            guest().run("timeout 30 sh -c 'until ss -Hltn sport = :28443 | grep -q .; do sleep 0.2; done'", 60)
            self.assertEqual(guest().run("ps -o user=,comm= -C tiltpad,tiltpad-web | sort -u").stdout.split(),
                             ["player", "tiltpad", "player", "tiltpad-web"])
            guest().run(f"{user} {UNPACKED}/uninstall.sh --user --purge", 60)
            self.assertEqual(guest().run("find /opt/player -name '*tiltpad*' -not -path '*/archive/*'").stdout.split(), [])
        guest().run("loginctl disable-linger player; rm -f /etc/udev/rules.d/61-tiltpad-seat.rules")
