"""Tests of the unit, the rule and the signals, as systemd, udev and the kernel apply them to the installed daemon."""

import re
import time
import unittest

import daemon_guest
import long_run
import times
from daemon_guest import DROP_IN, show
from shared_guest import guest

ABS_Y = 1


def setUpModule():
    """Installs the daemon and starts it."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class TheUnit(unittest.TestCase):
    """Tests of the daemon as systemd runs it."""

    def test_it_is_active_once_the_daemon_listens(self):
        """The unit has Type=notify, so it is active once the daemon itself has reported that it listens."""
        self.assertEqual(guest().run("systemctl is-active tiltpad").stdout.strip(), "active")
        unit = show("Type", "StatusText", "SubState")
        self.assertEqual(unit, {"Type": "notify", "SubState": "running",
                                "StatusText": "listening on UDP port 28460"})
        listeners = guest().run("ss -Hlunp sport = 28460").stdout
        self.assertIn('"tiltpad"', listeners)

    def test_it_runs_as_its_own_user_with_no_power_over_anything(self):
        """The daemon is not root, has no capability in any set and cannot gain one, and its system calls are filtered."""
        pid = daemon_guest.main_pid()
        status = dict(line.split(":\t", 1) for line in
                      guest().run(f"cat /proc/{pid}/status").stdout.splitlines() if ":\t" in line)
        user = guest().run("id -u tiltpad").stdout.strip()
        self.assertNotEqual(user, "0")
        self.assertEqual(status["Uid"].split(), [user] * 4)
        for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(status[capabilities], 16), 0, capabilities)
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))

    def test_its_loop_goes_before_games_and_no_other_thread_does(self):
        """The loop has the lowest real-time priority, which threads and children do not inherit. The daemon's memory is locked."""
        pid = daemon_guest.main_pid()
        policies = {}
        for task in guest().run(f"ls /proc/{pid}/task").stdout.split():
            fields = guest().run(f"cat /proc/{pid}/task/{task}/stat").stdout.rsplit(")", 1)[1].split()
            policies[int(task)] = (int(fields[38]), int(fields[37]))
        self.assertEqual(policies.pop(pid), (2, 1), "SCHED_RR, priority 1")
        self.assertEqual(set(policies.values()) - {(0, 0)}, set())
        self.assertIn("SCHED_RESET_ON_FORK", guest().run(f"chrt --pid {pid}").stdout)
        # The daemon locks its memory two seconds after the last join or leave.
        guest().run(f"for count in $(seq 100); do grep -q 'VmLck:.* 0 kB' /proc/{pid}/status || break; sleep 0.1; done")
        locked = re.search(r"VmLck:\s+(\d+) kB", guest().run(f"cat /proc/{pid}/status").stdout)
        self.assertGreater(int(locked[1]), 0)

    def test_of_the_devices_it_sees_only_those_that_make_pads(self):
        """The daemon's /dev has harmless nodes, /dev/uinput and /dev/uhid, but no pad, no keyboard and no disk."""
        seen = guest().run(f"cd /proc/{daemon_guest.main_pid()}/root && ls dev").stdout.split()
        self.assertLessEqual({"uinput", "uhid"}, set(seen))
        self.assertEqual({"input", "vda", "mem", "kmsg", "ttyS0", "hidraw0"} & set(seen), set())

    def test_it_starts_where_there_is_no_uhid(self):
        """The daemon starts without /dev/uhid, which it needs only for pads of HID reports."""
        self.addCleanup(daemon_guest.start)
        self.addCleanup(guest().run, "mknod -m 600 /dev/uhid c 10 239 && udevadm trigger -y uhid && udevadm settle")
        guest().run("rm /dev/uhid")
        daemon_guest.start()
        self.assertEqual(guest().run("systemctl is-active tiltpad").stdout.strip(), "active")

    def test_systemd_finds_no_fault_in_its_file(self):
        """A key that this systemd does not know would be a warning."""
        done = guest().run("systemd-analyze verify --man=no /lib/systemd/system/tiltpad.service", check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_what_it_keeps_is_for_nobody_else(self):
        """Nobody but the daemon may open the directory of its database."""
        self.assertEqual(guest().run("stat -c '%U %a %F' /var/lib/tiltpad").stdout.strip(), "tiltpad 700 directory")

    def test_its_socket_is_there_for_local_programs(self):
        """Everyone may enter the directory; the socket itself decides about connections."""
        listed = guest().run("stat -c '%U %a %F' /run/tiltpad /run/tiltpad/bridge.sock").stdout.splitlines()
        self.assertEqual(listed[0], "tiltpad 755 directory")
        self.assertRegex(listed[1], "^tiltpad [0-9]{2}0 socket$")


class TheDevice(unittest.TestCase):
    """Tests of the access to /dev/uinput."""

    def owner(self):
        """Returns owner, group and mode of /dev/uinput."""
        return guest().run("stat -c '%U:%G %a' /dev/uinput").stdout.strip()

    def test_the_services_group_may_open_uinput_and_nobody_at_the_seat(self):
        """scripts/activate has applied the rule. Neither the group `input` nor the person at the seat may open the node."""
        self.assertEqual(self.owner(), "root:tiltpad 660")

    def test_the_node_is_right_at_boot_before_the_module_is_loaded(self):
        """The test repeats what happens at boot: tmpfiles makes the static node, and udevd sets its mode when it starts."""
        daemon_guest.stop()
        self.addCleanup(daemon_guest.start)
        guest().run("rmmod uinput && rm -f /dev/uinput")
        guest().run("systemctl restart kmod-static-nodes systemd-tmpfiles-setup-dev systemd-udevd")
        self.assertEqual(self.owner(), "root:tiltpad 660")
        guest().run("! grep -q ^uinput /proc/modules")
        guest().run("modprobe uinput && udevadm settle")
        self.assertEqual(self.owner(), "root:tiltpad 660")

    def test_udev_reads_every_line_of_the_rule(self):
        """udev would name a line that it cannot read. Its output shows both effects of the rule."""
        done = guest().run("udevadm test /devices/virtual/misc/uinput 2>&1")
        complaints = [line for line in done.stdout.splitlines()
                      if "60-tiltpad" in line and re.search("(?i)invalid|unknown|error|ignoring", line)]
        self.assertEqual(complaints, [])
        self.assertRegex(done.stdout, r"60-tiltpad.rules:\d+ GROUP")
        self.assertRegex(done.stdout, r"60-tiltpad.rules:\d+ MODE 0660")


class TheSignals(unittest.TestCase):
    """Tests of SIGHUP, SIGTERM, and a daemon that hangs."""

    def setUp(self):
        """Begins with a daemon without players."""
        daemon_guest.ready()

    def test_a_reload_lets_other_controllers_in(self):
        """allow_plain applies from the reload on. A player who is no longer allowed leaves, and may join again when allowed again."""
        with daemon_guest.controller(token=1).run():
            daemon_guest.wait_for_pads(1)
            said = daemon_guest.configure("[host]\nallow_plain = none\n")
            self.assertIn("configuration reloaded", said)
            daemon_guest.wait_for_pads(0)
            daemon_guest.configure(daemon_guest.ALLOWED)
            daemon_guest.wait_for_pads(1)

    def test_a_reload_changes_the_profile_of_those_who_join_next(self):
        """Under the profile `flight` the pitch moves an axis, and under `wheel` it does not."""
        daemon_guest.configure(daemon_guest.ALLOWED + "[input]\nprofile = flight\n")
        with daemon_guest.controller(token=2).run() as player, daemon_guest.watch() as probe:
            probe.until("ready")
            player.pitch = 0.4
            probe.until(daemon_guest.axis(ABS_Y, lambda value: value > 15000))

    def test_a_reload_of_a_broken_file_keeps_the_former_configuration(self):
        """The daemon logs the file and the line of the fault, and play continues."""
        with daemon_guest.controller(token=3).run():
            before = daemon_guest.wait_for_pads(1)
            said = daemon_guest.configure("[host]\nallow_plain = none\nport = many\n")
            self.assertIn(f"{DROP_IN}:3: port is not a number from 1 to 65535: many", said)
            self.assertIn("the previous configuration stays in force", said)
            self.assertEqual(daemon_guest.wait_for_pads(1), before)
        self.assertEqual(show("ActiveState", "NRestarts"), {"ActiveState": "active", "NRestarts": "0"})

    def test_sigterm_ends_it_cleanly_and_takes_the_pads_along(self):
        """The daemon ends with the status 0 within 5 s, and leaves no node behind."""
        self.addCleanup(daemon_guest.start)
        with daemon_guest.controller(token=4).run():
            daemon_guest.wait_for_pads(1)
            began = time.monotonic()
            said = daemon_guest.said_during("systemctl stop tiltpad")
            times.hold(self, "systemctl stop", time.monotonic() - began, 5)
        self.assertIn("tiltpad: stopping", said)
        self.assertEqual(daemon_guest.pads(), {})
        self.assertEqual(show("ExecMainStatus", "Result"), {"ExecMainStatus": "0", "Result": "success"})

    @long_run.only
    def test_the_watchdog_hears_it_and_restarts_it_when_it_hangs(self):
        """The daemon pings the watchdog twice in ten seconds. A stopped process is replaced within twenty seconds."""
        first = int(show("WatchdogTimestampMonotonic")["WatchdogTimestampMonotonic"])
        pid = daemon_guest.main_pid()
        began = time.monotonic()
        while int(show("WatchdogTimestampMonotonic")["WatchdogTimestampMonotonic"]) <= first:
            self.assertLess(time.monotonic() - began, times.HANG_SECONDS)
            time.sleep(0.2)
        guest().run(f"kill -STOP {pid}")
        began = time.monotonic()
        while show("NRestarts")["NRestarts"] == "0" and time.monotonic() - began < times.HANG_SECONDS:
            time.sleep(0.5)
        took = time.monotonic() - began
        times.hold(self, "the watchdog replaces a stopped daemon", took, 20)
        guest().run("until systemctl is-active -q tiltpad; do sleep 0.2; done", timeout_seconds=15)
        self.assertNotEqual(daemon_guest.main_pid(), pid)


