"""Faults of the database. In turn, each page of its file and each part of its log is overwritten, and then the daemon is killed.

All six players press buttons meanwhile.
"""

import daemon_guest
from faults_case import Faults, mended
from shared_guest import guest

STATE, KEPT = "/var/lib/tiltpad", "/run/kept-state"
FILE, LOG = f"{STATE}/tiltpad.db", f"{STATE}/tiltpad.db-wal"
PAGE_BYTES = 4096
REFUSED = "encrypted sessions are off"
STOPPED, KILLED = "systemctl kill -s STOP tiltpad", "systemctl kill -s KILL tiltpad"
OVERWRITE = "dd if=/dev/urandom of={0} bs={1} seek={2} count=1 conv=notrunc,fsync"
READ_AGAIN = f"rm -f {FILE}*; cp -a {KEPT}/. {STATE}/"


class Damage(Faults):
    """Tests of a database that has random bytes in some place, as after a fault of the disk."""

    def setUp(self):
        """Makes a copy of the daemon's state directory, and puts it back after the test."""
        super().setUp()
        guest().run(f"{STOPPED}; rm -rf {KEPT}; cp -a {STATE} {KEPT}; systemctl kill -s CONT tiltpad")
        self.addCleanup(guest().run, f"{STOPPED}; {READ_AGAIN}; {KILLED}; rm -rf {KEPT}")
        self.refusals = 0

    def damage(self, path, size, place):
        """Stops the daemon, overwrites part number `place` of a file, and kills the daemon; restores the files once the next daemon runs."""
        said = daemon_guest.said_during(f"{STOPPED}; {OVERWRITE.format(path, size, place)}; sha256sum {FILE} >/run/damaged; {KILLED}; "
                                        "until systemctl is-active -q tiltpad; do sleep 0.1; done")
        if REFUSED in said:
            self.refusals += 1
            guest().run("sha256sum -c /run/damaged")
        return mended(f"{STOPPED}; {READ_AGAIN}; {KILLED}")

    def parts(self, path, size):
        """Returns how many parts of `size` bytes a file has, including an incomplete last one."""
        return -(-int(guest().run(f"stat -c %s {path}").stdout) // size)

    def test_each_page_is_overwritten(self):
        """Either the daemon refuses the file and leaves it unchanged, or the page does not matter.

        Only the paired player may lose presses that were not too old.
        """
        count = self.parts(FILE, PAGE_BYTES)
        for page in range(count):
            self.suffer("a page of the database overwritten, daemon killed, file restored", lambda page=page: self.damage(FILE, PAGE_BYTES, page),
                        losers=("paired",))
        self.assertGreater(self.refusals, 0)
        print(f"faults: {self.refusals} of {count} damaged pages were refused")

    def test_each_part_of_the_log_is_overwritten(self):
        """SQLite ignores the log from the first damaged part on. So the daemon reads an earlier state, and never refuses the database."""
        for part in range(self.parts(LOG, PAGE_BYTES)):
            self.suffer("a part of the database's log overwritten, daemon killed", lambda part=part: self.damage(LOG, PAGE_BYTES, part))
        self.assertEqual(self.refusals, 0)
