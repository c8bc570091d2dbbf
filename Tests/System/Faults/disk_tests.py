"""Faults of the disk: it is full, it is read-only, and /run, the file system in memory, is full."""

import daemon_guest
from daemon_lobby_tests import PAIR
from faults_case import Faults, lasting, mended
from shared_guest import guest

FILL = ("fallocate -l $(df --output=avail -B1 {0} | tail -1) {0}/fill; cat /dev/zero >>{0}/fill 2>/dev/null; sync -f {0}; "
        "test $(df --output=avail {0} | tail -1) -lt 8")
BOTH_KILLED = "systemctl kill -s KILL tiltpad tiltpad-web"
ENDS = {"killed": BOTH_KILLED, "restarted": "systemctl restart --no-block tiltpad tiltpad-web"}
# Makes the disk read-only, although files are open for writing, as when a disk has failed. Unlike after an error of ext4, this can be undone.
READ_ONLY = "echo u >/proc/sysrq-trigger; until grep -q ' / ext4 ro' /proc/mounts; do sleep 0.1; done"
WRITABLE = "mount -o remount,rw /"


def devices():
    """Returns the number of paired devices."""
    return len(guest().run("tiltpad devices --json").stdout.splitlines())


class Disk(Faults):
    """Tests of a disk to which nothing can be written, while the daemon and the gateway run, and when they start."""

    def tearDown(self):
        """Makes the disk writable and frees the space again."""
        guest().run(f"{WRITABLE}; rm -rf /fill /run/fill /run/phone77")

    def test_the_disk_is_full(self):
        """A controller pairs while the disk is full. The database has it once there is space again."""
        before = devices()

        def inject():
            guest().run(FILL.format("/"))
            # The files of the controller and its link are in /run, because the disk is full.
            self.assertIn("no space", daemon_guest.said_during(PAIR.format(number=77).strip().replace("/tmp/", "/run/")))
            return daemon_guest.uptime()
        self.suffer("the disk full, and a controller pairs", inject, besides="the new controller's pairing is saved later")
        self.assertEqual(devices(), before)
        guest().run("rm /fill")
        guest().run("XDG_STATE_HOME=/run/phone77 timeout 60 tiltpad send --host 127.0.0.1:28460 --swing --duration 0.3 --quiet")
        self.assertEqual(devices(), before + 1)

    def test_both_end_while_the_disk_is_full(self):
        """systemd needs space for a directory with a private /dev for each of the two. Both start as soon as there is space."""
        for words, command in ENDS.items():
            self.suffer(f"the disk full for 3 s, daemon and gateway {words} meanwhile",
                        lambda command=command: lasting(f"{FILL.format('/')}; {command}", 3, "rm /fill"), times=2)

    def test_the_disk_becomes_read_only(self):
        """The daemon and the gateway cannot save their state, but play continues."""
        self.suffer("the disk read-only for 3 s", lambda: lasting(READ_ONLY, 3, WRITABLE), times=2)

    def test_both_end_while_the_disk_is_read_only(self):
        """systemd starts the daemon and the gateway as soon as it can make a directory for their private /dev."""
        for words, command in ENDS.items():
            self.suffer(f"the disk read-only for 3 s, daemon and gateway {words} meanwhile",
                        lambda command=command: lasting(f"{READ_ONLY}; {command}", 3, WRITABLE), times=2)

    def test_the_disk_in_memory_is_full(self):
        """The daemon and the gateway are killed while /run is full, in which the daemon records the owners of the pads."""
        guest().run(FILL.format("/run"))
        self.suffer("/run full, daemon and gateway killed", lambda: mended(BOTH_KILLED), times=2)
