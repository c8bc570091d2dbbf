"""Tests of the owners of pads that an earlier daemon has left behind, and of pads without an owner."""

import unittest

import daemon_guest
import hid_guest
import long_run
from daemon_guest import at_rest, axis, changes, key, watch
from shared_guest import guest, start

GYRO_AXES = (3, 4, 5)
ABS_X, BTN_A, BTN_B = 0, 0x130, 0x131
# The middle of a DualSense's stick.
HID_REST = 128
RECORDS = "/run/tiltpad/pads"


def setUpModule():
    """Installs the daemon."""
    daemon_guest.installed()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Owners(unittest.TestCase):
    """Tests that a pad waits for its own player."""

    def setUp(self):
        """Starts without a pad."""
        daemon_guest.ready()

    def player(self, token, roll=0.0):
        """Returns a controller on the host that plays until the test ends."""
        player = daemon_guest.controller(token)
        player.roll = roll
        self.addCleanup(player.__exit__)
        return player.run()

    def test_two_players_keep_their_slots(self):
        """After a restart and a crash of the daemon, each player moves its own pad again."""
        players = [self.player(72, roll=0)]
        daemon_guest.wait_for_pads(1)
        players.append(self.player(73, roll=0))
        before = daemon_guest.wait_for_pads(2)
        with watch("tiltpad/pad1") as left, watch("tiltpad/pad2") as right:
            for player, probe, side in zip(players, (left, right), (-1, 1)):
                probe.until("ready", timeout_seconds=60)
                player.roll = side * 1.2
                probe.until(axis(ABS_X, lambda value, side=side: side * value > 32000))
            for interrupt in (guest().run, lambda _: daemon_guest.crash()):
                interrupt("systemctl restart tiltpad")
                for probe, side in ((left, -1), (right, 1)):
                    probe.until(at_rest(ABS_X))
                    probe.until(axis(ABS_X, lambda value, side=side: side * value > 32000))
        self.assertEqual(daemon_guest.pads(), before)

    def test_another_controller_does_not_get_the_pad_of_one_that_is_away(self):
        """The other controller gets its own pad, and the first controller still finds the old pad."""
        first = self.player(74, roll=-1.2)
        before = daemon_guest.wait_for_pads(1)
        first.stop()
        with watch() as probe:
            probe.until("ready")
            guest().run("systemctl restart tiltpad")
            self.player(75, roll=1.2)
            both = daemon_guest.wait_for_pads(2)
            self.assertEqual(both["tiltpad/pad1"], before["tiltpad/pad1"])
            self.player(74, roll=-1.2)
            probe.until(axis(ABS_X, lambda value: value < -32000))
            self.assertLess(max(value for _, value in changes(probe.seen, ABS_X)), 9)
        self.assertEqual(daemon_guest.pads(), both)

    def test_a_pad_whose_player_does_not_come_back_goes(self):
        """The slot waits for its player as long as it would without a restart, and is then free."""
        daemon_guest.start("keep_slot = 2\n")
        player = self.player(76)
        daemon_guest.wait_for_pads(1)
        player.stop()
        said = daemon_guest.said_during("systemctl restart tiltpad")
        self.assertRegex(said, r"pad 1 recovered, waiting for its player \(input[0-9]+\)")
        daemon_guest.wait_for_pads(0, timeout_seconds=6)
        self.assertEqual(len(daemon_guest.records()), 1)
        self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "0"})

    def test_who_may_no_longer_play_does_not_keep_the_pad(self):
        """The configuration forbids the player before the daemon restarts. The pad is then removed."""
        self.player(77)
        daemon_guest.wait_for_pads(1)
        daemon_guest.write(daemon_guest.DROP_IN, "[host]\nallow_plain = none\n")
        guest().run("systemctl restart tiltpad")
        daemon_guest.wait_for_pads(0)

    def test_held_buttons_are_shown_again_and_released_ones_are_not(self):
        """Button A is held while no daemon runs. Button B is released during that time."""
        player = self.player(78)
        daemon_guest.wait_for_pads(1)
        with watch() as probe:
            probe.until("ready")
            player.set("a", True)
            player.set("b", True)
            probe.until(key(BTN_B, 1))
            guest().run("systemctl kill -s STOP tiltpad")
            player.set("b", False)
            guest().run("systemctl kill -s KILL tiltpad")
            probe.until(key(BTN_B, 0))
            probe.until(key(BTN_A, 1))
            player.set("a", False)
            probe.until(key(BTN_A, 0))
        self.assertEqual([value for _, value in changes(probe.seen, BTN_A, "EV_KEY")], [1, 0, 1, 0])
        self.assertEqual([value for _, value in changes(probe.seen, BTN_B, "EV_KEY")], [1, 0])


class Sensors(unittest.TestCase):
    """Tests of the motion sensors next to a pad, which are a device of their own."""

    def test_they_stay_with_their_pad(self):
        """After a restart and a crash, the sensors first show no rotation, and keep their node. They are removed with the pad."""
        daemon_guest.ready()
        player = daemon_guest.controller(token=86)
        self.addCleanup(player.link.close)
        player.motion = (0, 0, 1, 0, 0, 90)
        player.run()
        before = daemon_guest.wait_for_pads(2)
        with watch("tiltpad/motion1") as probe:
            probe.until("ready", timeout_seconds=60)
            for interrupt in (guest().run, lambda _: daemon_guest.crash()):
                interrupt("systemctl restart tiltpad")
                probe.until(self.turning(lambda speed: speed == 0))
                probe.until(self.turning(lambda speed: speed > 60 * 1024))
                self.assertEqual(daemon_guest.pads(), before)
            self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "2"})
            player.stop()
            player.bye()
            probe.until("gone")
        self.assertEqual(daemon_guest.pads(), {})
        self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "0"})

    def turning(self, is_wanted):
        """Returns a predicate for a probe's lines: `is_wanted` is true for the gyroscope's speed about some axis, in steps."""
        return lambda line: (line.get("type") == "EV_ABS" and line["code"] in GYRO_AXES
                             and is_wanted(abs(line["value"])))


class PadsOfReports(unittest.TestCase):
    """Tests of pads of HID reports. They survive a restart like all others, with all the nodes of their driver."""

    @long_run.only
    def test_a_dualsense_stays_with_its_player(self):
        """Through a restart and a crash the pad keeps its nodes. It goes to rest, and then shows the stick again. SDL sees no removal."""
        hid_guest.start_daemon("dualsense")
        player = daemon_guest.controller(token=87)
        self.addCleanup(player.link.close)
        player.run()
        before = hid_guest.wait_for_nodes(3)
        with hid_guest.watch(hid_guest.named(before, "Controller"), seconds=120) as probe, \
                start("sdl_probe", "--seconds 120") as game:
            probe.until("ready", timeout_seconds=60)
            game.until("ready", timeout_seconds=60)
            player.sticks[0] = -32767
            probe.until(axis(ABS_X, lambda value: value == 0))
            for interrupt in (guest().run, lambda _: daemon_guest.crash()):
                interrupt("systemctl restart tiltpad")
                probe.until(axis(ABS_X, lambda value: value == HID_REST))
                probe.until(axis(ABS_X, lambda value: value == 0))
                self.assertEqual(hid_guest.nodes(), before)
                self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "1"})
            game.drain()
            self.assertEqual([line for line in game.seen if "removed" in line], [])
            player.stop()
            player.bye()
            probe.until("gone")
        hid_guest.wait_for_nodes(0)
        self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "0"})


class Records(unittest.TestCase):
    """Tests of the file with the owners of the pads."""

    def setUp(self):
        """Starts with a player."""
        daemon_guest.ready()
        self.player = daemon_guest.controller(token=79)
        self.addCleanup(self.player.__exit__)
        self.player.run()
        self.before = daemon_guest.wait_for_pads(1)

    def steer(self, probe):
        """Moves the player's pad from side to side, until the probe has seen it."""
        probe.until("ready", timeout_seconds=60)
        for side in (1, -1):
            self.player.roll = side * 1.2
            probe.until(axis(ABS_X, lambda value, side=side: side * value > 32000))

    def test_it_is_the_daemons_own(self):
        """Only the daemon can read the file, which has addresses. The file and systemd's store of descriptors follow each join and leave."""
        self.assertEqual(guest().run(f"stat -c '%U %a' {RECORDS}").stdout.split(), ["tiltpad", "600"])
        self.assertRegex("\n".join(daemon_guest.records()),
                         r"^tiltpad pads 1\n1 xbox360 [0-9a-f]{16} 0 0{20}ffff0a000202 79$")
        self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "1"})
        self.player.stop()
        self.player.bye()
        daemon_guest.wait_for_pads(0)
        self.assertEqual(daemon_guest.records(), ["tiltpad pads 1"])
        self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "0"})

    def test_when_it_is_damaged_the_pads_are_made_anew(self):
        """The owners of the pads are then unknown. So the pads are removed, and each player gets a new one."""
        for damage in (f"echo nonsense >{RECORDS}", f"truncate -s -3 {RECORDS}", f"rm {RECORDS}"):
            with watch() as probe:
                probe.until("ready", timeout_seconds=60)
                daemon_guest.crash(damage)
                probe.until("gone")
            with watch() as probe:
                self.steer(probe)
            self.assertEqual(len(daemon_guest.pads()), 1, damage)
            self.assertEqual(len(daemon_guest.records()), 2, damage)
            self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "1"})

    def test_a_pad_of_another_table_is_replaced_and_its_player_keeps_the_slot(self):
        """This happens after an upgrade that knows more buttons, or when the configuration has another identity."""
        forge = f"sed -i 's/xbox360 ................/xbox360 0123456789abcdef/' {RECORDS}"
        choose = f"printf '[player 1]\\nidentity = xboxone\\n' >>{daemon_guest.DROP_IN}"
        for change, product in ((forge, 0x028E), (choose, 0x02EA)):
            with watch() as probe:
                probe.until("ready", timeout_seconds=60)
                daemon_guest.crash(change)
                probe.until("gone")
            with watch() as probe:
                self.assertEqual(probe.until("device", timeout_seconds=60)["device"]["product"], product)
                self.steer(probe)

    def test_without_uinput_the_pads_that_are_there_still_work(self):
        """With /dev/uinput and /dev/uhid inaccessible, the pads that exist keep working, and a newcomer gets none."""
        with watch() as probe:
            self.steer(probe)
            self.addCleanup(guest().run, "udevadm trigger --settle --subsystem-match=misc")
            guest().run("chmod 0 /dev/uinput /dev/uhid && systemctl restart tiltpad")
            probe.until(at_rest(ABS_X))
            probe.until(axis(ABS_X, lambda value: value < -32000))
            with daemon_guest.controller(token=80) as stranger:
                stranger.run()
                words = "player 2 removed: cannot make a pad: /dev/uinput: permission denied"
                daemon_guest.wait_until(lambda: words in daemon_guest.said(), what=words)
        self.assertEqual(daemon_guest.pads(), self.before)
