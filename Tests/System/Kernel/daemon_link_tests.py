"""Tests of the links below /dev/input/by-id, by which launchers find the devices of one player."""

import pathlib
import re
import shlex
import unittest

import daemon_guest
from shared_guest import guest

PLAYERS = 16
# One identity of uinput, and two of uhid, whose devices are recognized by their uniq. All players who are not listed have the first one.
IDENTITIES = {1: "xbox360", 2: "dualsense", 3: "xboxone-bt", 16: "dualsense"}
PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "split-screen.md"
LINK = re.compile(r"tiltpad-player(\d+)-([a-z-]+)$")


def setUpModule():
    """Installs the daemon, with a pad for each player."""
    sections = "".join(f"[player {number}]\nidentity = {name}\n" for number, name in IDENTITIES.items())
    daemon_guest.start(f"players = {PLAYERS}\nstanding = {PLAYERS}\n{sections}")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def links():
    """Returns the node of each of Tiltpad's links, by the name of the link."""
    guest().run("udevadm settle")
    printed = guest().run("cd /dev/input/by-id 2>/dev/null && find . -name 'tiltpad-*' -printf '%f %l\\n'; true").stdout
    return {name: target.removeprefix("../") for name, target in (line.split() for line in printed.splitlines())}


def owners():
    """Returns the player of each input node, according to the phys or the uniq of its device."""
    found = {}
    for path, text in guest().read("/sys/class/input/*/device/phys", "/sys/class/input/*/device/uniq").items():
        node, text = path.split("/")[4], text.strip()
        if named := re.fullmatch(r"tiltpad/(?:pad|motion)(\d+)", text):
            found[node] = int(named[1])
        elif text.startswith("02:74:62:"):
            found[node] = int(text[-1], 16) + 1
    return found


class Links(unittest.TestCase):
    """Tests with sixteen pads of three identities."""

    def setUp(self):
        """Waits until all pads are there."""
        daemon_guest.wait_until(lambda: len(set(owners().values())) == PLAYERS, 60, "sixteen pads")
        self.links, self.owners = links(), owners()

    def kinds(self, player):
        """Returns the kinds of a player's links, such as "event-joystick"."""
        found = (LINK.match(name) for name in self.links)
        return {match[2] for match in found if int(match[1]) == player}

    def test_each_player_has_one_link_for_each_kind_of_node(self):
        """A DualSense also has links for motion and a touchpad. An Xbox pad does not."""
        for player in range(1, PLAYERS + 1):
            extra = {"event-motion", "event-touchpad"} if IDENTITIES.get(player) == "dualsense" else set()
            self.assertEqual(self.kinds(player), {"event-joystick", "joystick"} | extra, player)

    def test_each_link_leads_to_a_device_of_its_player(self):
        """The node's phys or uniq names the same player as the link."""
        for name, node in self.links.items():
            self.assertEqual(self.owners[node], int(LINK.match(name)[1]), name)

    def test_a_restart_keeps_each_link_with_its_player(self):
        """After a restart of the daemon and after a crash, the same links lead to the same players, and there are no other links."""
        for way in (lambda: guest().run("systemctl restart tiltpad"), daemon_guest.crash):
            way()
            daemon_guest.wait_until(lambda: set(links()) == set(self.links), 60, "the same links")
            now = owners()
            self.assertEqual({name: now[node] for name, node in links().items()},
                             {name: self.owners[node] for name, node in self.links.items()})

    def test_a_pad_that_goes_takes_its_links_along(self):
        """The configuration then has one standing pad instead of sixteen, so only the links of player 1 stay."""
        start = daemon_guest.ALLOWED + f"players = {PLAYERS}\n"
        sections = "".join(f"[player {number}]\nidentity = {name}\n" for number, name in IDENTITIES.items())
        self.addCleanup(daemon_guest.configure, f"{start}standing = {PLAYERS}\n{sections}")
        daemon_guest.configure(f"{start}standing = 1\n{sections}")
        daemon_guest.wait_until(lambda: set(links()) == {"tiltpad-player1-event-joystick", "tiltpad-player1-joystick"}, 30, "one player's links")

    def test_the_pages_script_shows_a_program_one_pad(self):
        """A program that runs in the script of docs/split-screen.md may open the pad of its player, and sees no other device."""
        script = re.search(r"```sh\n(.*?)```", PAGE.read_text(), re.S)[1]
        guest().write("/tmp/one-pad", script)
        # evdev lists the devices that it may open.
        seen = "import evdev; print(*[device.phys for device in map(evdev.InputDevice, evdev.list_devices())])"
        for player in (1, 5):
            printed = guest().run(f"sh /tmp/one-pad {player} python3 -c {shlex.quote(seen)}").stdout
            self.assertEqual(printed.split(), [f"tiltpad/pad{player}"])
