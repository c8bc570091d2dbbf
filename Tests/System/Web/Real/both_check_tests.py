"""Tests of a phone's check, with simulated sensors and faults.

Each fault is found and named, and the row is the same in the page, in the file and at the host.
"""

import json
import os
import time

import check_scene
import house
import long_run
import page_tests
import real

MUTE = "Object.defineProperty(navigator, 'vibrate', { value: undefined });"
REFUSING = "for (const kind of [DeviceOrientationEvent, DeviceMotionEvent]) kind.requestPermission = async () => 'denied';"
# A script that keeps the file that the page offers to the browser for download.
SAVING = """{ const own = URL.createObjectURL; URL.createObjectURL = (blob) => { window.file = blob; return own.call(URL, blob); };
  HTMLAnchorElement.prototype.click = () => {}; }"""
IS_FIREFOX = os.environ.get("ENGINE") == "firefox"
# Firefox opens no data channel to the own machine.
CHANNEL = "no WebRTC" if IS_FIREFOX else r"WebRTC \d+"
# The tests of faults run in Firefox only in a long run, since the page finds them in the same way in each browser.
in_chromium = long_run.only if IS_FIREFOX else lambda test: test


class Checking(check_scene.Steps):
    """Tests of the check with a real host, which run in any browser."""

    script = ""

    def check(self, script="", sensors=True):
        """Returns a phone whose check has begun."""
        phone = self.phone(script=(check_scene.SENSORS if sensors else "") + SAVING + script, width=390, height=844)
        phone.open(self.house.command("pair", "--phone", "--check", "--link", "--address", "127.0.0.1", "--socket", self.house.tickets).strip())
        self.begin(phone)
        return phone

    def lock(self, phone):
        """Hides the page, as the lock screen does, for 3 s, and shows it again."""
        self.step(phone, "checkLock")
        phone.hide()
        # The page counts the time from the browser's event, so wait for that.
        phone.wait("document.hidden")
        time.sleep(3)
        phone.show()

    def leave(self, phone):
        """Interrupts the network, and restores it."""
        self.step(phone, "checkWifi")
        self.house.proxy.hold()
        phone.wait("document.querySelector('#news').textContent !== ''")
        self.house.proxy.let_go()

    def report(self, phone):
        """Returns the cells of the row, and the class of each finding ("good", "bad" or "open")."""
        self.step(phone, "report")
        found = phone.run("JSON.stringify(Object.fromEntries([...document.querySelectorAll('#findings li')].map((e) => [e.dataset.finding, e.className])))")
        return [cell.strip() for cell in self.row(phone).split("|")[1:-1]], json.loads(found)

    def row(self, phone):
        """Returns the text of the row that the page shows."""
        return phone.run("document.querySelector('#row').textContent")

    def kept(self):
        """Returns the lines that `tiltpad check` prints at the host."""
        return self.house.command("check", "--socket", self.house.tickets).splitlines()

    def test_a_good_phone_gets_a_row_that_is_the_same_in_the_page_the_file_and_at_the_host(self):
        phone = self.check(check_scene.VIBRATES)
        self.pose(phone, "flat", "left", "right", "up")
        self.touch(phone)
        self.step(phone, "checkShake")
        self.choose(phone, "checkFelt")
        self.play(phone)
        self.lock(phone)
        self.leave(phone)
        cells, found = self.report(phone)
        print(f"({self.row(phone)})", end=" ", flush=True)
        self.assertEqual(cells[1:3], ["own certificate", "yes"])
        self.assertRegex(cells[3], rf"^{CHANNEL}, WebSocket \d+, POST \d+ ms$")
        self.assertRegex(cells[4], r"^\d+ per s, signs right, drift 0\.0$")
        self.assertRegex(cells[5], r"^2 at once, \d+ ms, 0 cancelled$")
        self.assertEqual(cells[6], "yes")
        self.assertRegex(cells[8], r"^\d+ ms, 99% below \d+ ms$")
        self.assertRegex(cells[9], r"^0 of \d+$")
        self.assertRegex(cells[10], r"^\d+\.\d s away, same player$")
        self.assertRegex(cells[11], r"^back in \d+\.\d s, same player$")
        for key in ("checkWays", "checkTilt", "checkGyro", "checkVibrates", "checkPresses", "checkLockBack", "checkWifiBack"):
            self.assertEqual(found.get(key), "good", key)
        # On a busy machine touches may be late.
        self.assertIn(found.get("checkTouches", found.get("checkLate")), ("good", "bad"))
        self.assertIn("No phone has left a row yet", self.kept()[0])
        phone.run("document.querySelector('#send').click()", is_tap=True)
        phone.wait("document.querySelector('#sent').textContent === 'The host has the row.'")
        phone.run("document.querySelector('#save').click()", is_tap=True)
        file = phone.run("window.file.text()").splitlines()
        self.assertEqual(self.kept(), file)
        self.assertEqual(file[2:], [self.row(phone)])
        self.assertEqual([said for said in phone.messages if not said.startswith("WebRTC: ICE failed")], [])
        self.house.kill_gateway()
        self.house.start_gateway()
        self.assertEqual(self.kept(), file, "after a crash of the gateway")
        self.house.command("check", "--forget", "--socket", self.house.tickets)
        self.assertIn("No phone has left a row yet", self.kept()[0])

    @in_chromium
    def test_wrong_signs_are_named(self):
        phone = self.check(check_scene.VIBRATES + "window.signs = { tilt: -1, gyro: 1 };")
        self.pose(phone, "flat", "left", "right", "up")
        self.skip(phone, "checkThumbs", "checkShake", "checkMinute", "checkLock", "checkWifi")
        cells, found = self.report(phone)
        self.assertIn("signs wrong left right up", cells[4])
        self.assertEqual(found["checkWrong"], "bad")
        self.assertEqual((found["checkNotFelt"], found["checkThumbsOpen"]), ("bad", "open"))

    @in_chromium
    def test_a_gyroscope_that_turns_the_wrong_way_is_named(self):
        phone = self.check("window.signs = { tilt: 1, gyro: -1 };" + MUTE)
        self.pose(phone, "flat", "left", "right", "up")
        self.skip(phone, "checkThumbs", "checkMinute", "checkLock", "checkWifi")
        cells, found = self.report(phone)
        self.assertIn("signs wrong gyro", cells[4])
        self.assertEqual((found["checkGyroWrong"], found["checkTilt"]), ("bad", "good"))

    @in_chromium
    def test_a_refused_permission_and_a_missing_vibration_are_named(self):
        phone = self.check(REFUSING + MUTE)
        self.skip(phone, "checkThumbs", "checkMinute", "checkLock", "checkWifi")
        cells, found = self.report(phone)
        self.assertEqual((cells[4], cells[6]), ("refused", "no"))
        self.assertEqual((found["checkRefused"], found["checkNoVibration"]), ("bad", "bad"))

    @in_chromium
    def test_a_network_that_drops_in_the_minute_loses_presses_and_one_that_stays_away_is_named(self):
        phone = self.check(REFUSING + MUTE)
        self.skip(phone, "checkThumbs")
        self.step(phone, "checkMinute")
        self.house.proxy.hold()
        time.sleep(check_scene.MINUTE_s)
        self.house.proxy.let_go()
        time.sleep(1)
        self.choose(phone, "checkEnough")
        self.skip(phone, "checkLock")
        self.step(phone, "checkWifi")
        self.house.proxy.hold()
        phone.wait("document.querySelector('#news').textContent !== ''")
        self.choose(phone, "checkSkip")
        cells, found = self.report(phone)
        self.house.proxy.let_go()
        self.assertRegex(cells[9], r"^[1-9]\d* of \d+$")
        self.assertEqual(cells[10], "does not come back")
        self.assertEqual((found["checkLost"], found["checkWifiGone"]), ("bad", "bad"))

    def test_a_page_that_is_loaded_anew_after_the_lock_screen_goes_on_and_says_so(self):
        phone = self.check(REFUSING + MUTE)
        self.skip(phone, "checkThumbs", "checkMinute")
        self.step(phone, "checkLock")
        phone.reload()
        self.step(phone, "checkResume")
        self.choose(phone, "checkBegin")
        self.skip(phone, "checkWifi")
        cells, found = self.report(phone)
        self.assertRegex(cells[3], "WebSocket")
        self.assertEqual((cells[11], found["checkLockReloaded"]), ("page was loaded anew", "bad"))
        self.assertEqual(self.house.slots, [1])

    def test_a_locked_host_is_named(self):
        self.house.order("lock", "locked")
        phone = self.phone(width=390, height=844)
        phone.open(f"{self.house.address}/check/#{self.house.ticket()}")
        self.step(phone, "checkStart")
        self.choose(phone, "checkBegin")
        self.step(phone, "checkDenied")

    def test_another_tab_takes_over_and_keeps_the_place(self):
        phone = self.phone(width=390, height=844)
        phone.open(f"{self.house.address}/check/#{self.house.ticket()}")
        self.step(phone, "checkStart")
        self.choose(phone, "checkBegin")
        house.until(lambda: self.house.slots == [1], "a place")
        tell = "new BroadcastChannel('tiltpad').postMessage(JSON.parse(localStorage.getItem('tiltpad.resume')).ticket)"
        phone.run(tell)
        self.step(phone, "checkElsewhere")
        house.until(lambda: not self.house.player(1).is_connected, "the end of its connection")
        time.sleep(3)
        self.assertEqual(phone.run("document.body.dataset.step"), "checkElsewhere")
        self.assertFalse(self.house.player(1).is_connected)

    def test_a_wrong_ticket_asks_for_the_code(self):
        phone = self.phone(width=390, height=844)
        phone.open(f"{self.house.address}/check/#AAAAAAAAAAAAAAAAAAAAAA")
        self.step(phone, "checkStart")
        self.choose(phone, "checkBegin")
        self.step(phone, "checkScan")
        self.assertEqual(self.house.slots, [])


class SocketTests(Checking, real.Scene):
    """Tests with all transports to the host."""

    without = ""


class BlockedTests(check_scene.Steps, real.Scene):
    """Tests of a phone that cannot use some transports to the host."""

    without = page_tests.NO_CHANNEL + page_tests.NO_SOCKET

    @in_chromium
    def test_ways_that_do_not_open_are_named(self):
        check = SocketTests.check
        phone = check(self, REFUSING + MUTE)
        self.skip(phone, "checkThumbs", "checkMinute", "checkLock", "checkWifi")
        cells, found = self.report(phone)
        self.assertRegex(cells[3], r"^no WebRTC, no WebSocket, POST \d+ ms$")
        self.assertEqual((found["checkNoRTC"], found["checkNoSocket"]), ("bad", "bad"))

    report, row = Checking.report, Checking.row
