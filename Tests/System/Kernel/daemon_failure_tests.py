"""Tests of a daemon that cannot start: it prints three lines for the user, and ends with the status 1, or with 2 for a wrong option."""

import unittest

import daemon_guest
from shared_guest import guest

CONFIGURATION = "/run/failing.conf"


def setUpModule():
    """Installs the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Failures(unittest.TestCase):
    """Tests of the three lines that a daemon prints when it cannot start: the failure, what it was doing, and the remedy."""

    def refused(self, arguments, configuration="[host]\nport = 28461\n", prefix=""):
        """Runs the daemon by hand, and checks that it does not start; returns the first and the last of its three lines."""
        daemon_guest.write(CONFIGURATION, configuration)
        done = guest().run(f"{prefix} timeout 10 tiltpad serve --config {CONFIGURATION} "
                           f"--socket /tmp/failing.sock {arguments}", check=False)
        lines = done.stderr.splitlines()
        self.assertEqual((done.returncode, done.stdout, len(lines)), (1, "", 3), done.stderr)
        self.assertRegex(lines[0], "^tiltpad: ")
        self.assertRegex(lines[1], "^  while ")
        self.assertRegex(lines[2], "^  try: ")
        return lines[0].removeprefix("tiltpad: "), lines[2].removeprefix("  try: ")

    def test_there_is_no_such_device(self):
        """Neither module is loaded and neither node exists, so the daemon could not make any pad."""
        daemon_guest.stop()
        guest().run("rmmod uinput uhid; rm -f /dev/uinput /dev/uhid")
        self.addCleanup(lambda: guest().run("modprobe -a uinput uhid && udevadm settle && systemctl start tiltpad"))
        what, remedy = self.refused("")
        self.assertEqual(what, "cannot open /dev/uinput: there is no such device; /dev/uhid: there is no such device")
        self.assertIn("modprobe uinput", remedy)

    def test_the_device_may_not_be_opened(self):
        """The user is not in the group `tiltpad`, so the daemon may not open the devices."""
        nobody = "setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/ "
        what, remedy = self.refused("", prefix=nobody)
        self.assertEqual(what, "cannot open /dev/uinput: permission denied; /dev/uhid: permission denied")
        self.assertIn("systemctl start tiltpad", remedy)

    def test_the_socket_is_taken(self):
        """A second daemon with the same socket ends with an error, and does not take the socket over."""
        what, remedy = self.refused("--socket /run/tiltpad/bridge.sock")
        self.assertRegex(what, "^cannot listen at /run/tiltpad/bridge.sock: ")
        self.assertIn("--socket", remedy)

    def test_the_configuration_is_wrong(self):
        """The message names the file, the line, and the values that are allowed."""
        what, remedy = self.refused("", configuration="[host]\n# four seats\nplayers = many\n")
        self.assertEqual(what, f"{CONFIGURATION}:3: players is not a number from 1 to 16: many")
        self.assertIn("tiltpad.conf", remedy)

    def test_the_configuration_is_not_there(self):
        """A named configuration file has to exist."""
        done = guest().run("tiltpad serve --config /nothing.conf", check=False)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 3))
        self.assertIn("cannot read /nothing.conf", done.stderr)

    def test_a_word_that_is_not_understood_is_status_two(self):
        """A wrong option ends with the status 2, after which systemd does not start the daemon again."""
        done = guest().run("tiltpad serve --prot 1", check=False)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 3))

    def test_the_unit_loads_the_modules_that_it_needs(self):
        """The unit starts while neither module is loaded, and loads both."""
        daemon_guest.stop()
        guest().run("rmmod uinput uhid")
        guest().run("systemctl start tiltpad")
        guest().run("grep -q ^uinput /proc/modules && grep -q ^uhid /proc/modules")
        unit = daemon_guest.show("ActiveState", "NRestarts")
        self.assertEqual(unit, {"ActiveState": "active", "NRestarts": "0"})
