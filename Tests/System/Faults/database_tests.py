"""Faults of the database: each of its pages is overwritten, and each part of its log, while everyone plays; then the daemon is killed."""

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
    """Tests of bytes that a disk has corrupted."""

    def setUp(self):
        """Keeps a copy of the whole database."""
        super().setUp()
        guest().run(f"{STOPPED}; rm -rf {KEPT}; cp -a {STATE} {KEPT}; systemctl kill -s CONT tiltpad")
        self.addCleanup(guest().run, f"{STOPPED}; {READ_AGAIN}; {KILLED}; rm -rf {KEPT}")
        self.refusals = 0

    def damage(self, path, size, place):
        """Overwrites a part of a file under a daemon that is killed; restores the file after the next daemon has met it."""
        said = daemon_guest.said_during(f"{STOPPED}; {OVERWRITE.format(path, size, place)}; sha256sum {FILE} >/run/damaged; {KILLED}; "
                                        "until systemctl is-active -q tiltpad; do sleep 0.1; done")
        if REFUSED in said:
            self.refusals += 1
            guest().run("sha256sum -c /run/damaged")
        return mended(f"{STOPPED}; {READ_AGAIN}; {KILLED}")

    def parts(self, path, size):
        """Returns how many parts of a size a file has."""
        return -(-int(guest().run(f"stat -c %s {path}").stdout) // size)

    def test_each_page_is_overwritten(self):
        """The file is refused and left as it is, or the page does not matter; players without a key notice nothing."""
        count = self.parts(FILE, PAGE_BYTES)
        for page in range(count):
            self.suffer("a page of the database overwritten, daemon killed, file restored", lambda page=page: self.damage(FILE, PAGE_BYTES, page),
                        losers=("paired",))
        self.assertGreater(self.refusals, 0)
        print(f"faults: {self.refusals} of {count} damaged pages were refused")

    def test_each_part_of_the_log_is_overwritten(self):
        """SQLite ignores what follows the first damaged part; the previous state is there."""
        for part in range(self.parts(LOG, PAGE_BYTES)):
            self.suffer("a part of the database's log overwritten, daemon killed", lambda part=part: self.damage(LOG, PAGE_BYTES, part))
        self.assertEqual(self.refusals, 0)
