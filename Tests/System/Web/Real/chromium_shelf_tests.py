"""Tests of a layout from its making to its use: made on a phone, kept by the host, offered on the dashboard, and played on another phone."""

import time

import dashboard_scene
import edit_scene
import house
import real
import scene
import times

WIDTH, HEIGHT = 1280, 800
SHOWN_s = 1
KEPT = "document.querySelectorAll('#kept li').length"


class ShelfTests(dashboard_scene.DashboardScene, edit_scene.EditScene, real.Scene):
    """Tests with two phones and a dashboard at a real daemon and gateway."""

    def setUp(self):
        """Starts daemon and gateway, and opens the dashboard."""
        scene.Scene.setUp(self)
        self.desk = dashboard_scene.DashboardScene.page(self, width=WIDTH, height=HEIGHT)
        self.open_desk()

    def open_desk(self):
        """Opens the dashboard, and waits until it shows the layouts."""
        self.desk.open(self.house.address + "/")
        self.desk.wait("document.body.dataset.stage === 'open' && !document.querySelector('#shelf').hidden")

    def make(self):
        """Makes and saves a layout on a phone, with touches alone; returns the phone's player and the layout's id."""
        phone, player = self.join(width=667, height=375)
        self.open_editor(phone)
        self.select(phone, "rs")
        self.tap_tool(phone, "removeControl")
        self.select(phone, "ls")
        self.tap_tool(phone, "wider")
        self.tap_tool(phone, "save")
        self.desk.wait(f"{KEPT} === 1")
        name, layout = next(iter(self.own(phone).items()))
        self.assertNotIn("rs", layout["controls"])
        self.tap_tool(phone, "leave")
        self.shows(phone, name)
        return player, name

    def key(self, selector, key):
        """Presses a key while a part of the dashboard has the focus."""
        self.desk.run(f"document.querySelector({selector!r}).focus()")
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            self.desk.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode={"Enter": 13, "ArrowDown": 40}[key], **text)

    def test_a_layout_made_on_a_phone_is_offered_by_keys_and_played_on_another(self):
        self.desk.call("Emulation.setFocusEmulationEnabled", enabled=True)
        _, name = self.make()
        other, player = self.join(width=844, height=390)
        self.key("#kept select", "ArrowDown")
        self.desk.wait("document.querySelector('#kept select').value === '0'")
        house.until(lambda: "all" in self.listed(name).split(), "the offer")
        began = time.monotonic()
        self.key("#kept [data-key=showNow]", "Enter")
        self.shows(other, name)
        taken = time.monotonic() - began
        print(f"(shown after {taken * 1000:.0f} ms)", end=" ", flush=True)
        self.assertTrue(times.within((taken, SHOWN_s)))
        self.assertFalse(other.run("Boolean(document.querySelector('[data-cell=rs]'))"))
        other.touch(a=other.middle("[data-out=A]"))
        self.until_player(player, lambda pad: pad.buttons == 1, "A of the layout")
        other.lift()

    def test_from_the_first_scan_to_an_own_layout_that_a_friend_plays_takes_eight_touches(self):
        began = time.monotonic()
        phone = self.open(width=667, height=375)
        phone.tap("#join .action")
        self.playing(phone)
        phone.tap("#open-menu")
        phone.wait("document.querySelector('[data-edit=newLayout]')?.offsetWidth")
        phone.tap("[data-edit=newLayout]")
        phone.wait("document.querySelector('.mark')")
        across, _ = self.step(phone)
        before = self.mark(phone, "rs")
        self.drag(phone, before, -2 * across, 0)
        self.until_draft(phone, lambda draft: draft and self.mark(phone, "rs")[0] < before[0], "RS moved")
        phone.tap("#edit-bar [data-do=save]")
        phone.wait(f"{edit_scene.MESSAGE}.includes('others')")
        phone.tap("#edit-bar [data-do=leave]")
        [name] = self.own(phone)
        self.shows(phone, name)
        made = time.monotonic() - began
        self.desk.wait(f"{KEPT} === 1")
        friend = self.open(width=844, height=390)
        friend.tap("#join .action")
        self.playing(friend)
        self.desk.run("document.querySelector('#kept [data-key=showNow]').click()")
        self.shows(friend, name)
        friend.touch(a=friend.middle("[data-out=A]"))
        self.until_player(self.player_of(friend), lambda pad: pad.buttons == 1, "A of the layout")
        friend.lift()
        # The drag and the host's click count as touches too.
        touches = phone.taps + 1 + friend.taps + 1
        print(f"({touches} touches, {made:.1f} s to the own layout, {time.monotonic() - began:.1f} s until a friend plays it)", end=" ", flush=True)
        self.assertEqual((phone.taps, friend.taps), (5, 1))

    def test_a_trial_from_the_dashboard_leaves_nothing_behind_however_it_ends(self):
        phone, player = self.join(layout="pad", width=667, height=375)
        self.desk.wait(f"document.querySelector('tr[data-slot=\"{player}\"]')")
        shown = "document.querySelector('#pad').dataset.layout"
        for end in (lambda: self.desk.run("document.querySelector('#edit-back').click()"), lambda: self.desk.call("Page.navigate", url="about:blank")):
            self.desk.run("document.querySelector('#make-layout').click()")
            self.desk.wait("document.querySelector('.mark') && document.querySelector('#edit-bar select')")
            self.desk.run(f"document.querySelector('#edit-bar select').value = '{player}'; document.querySelector('[data-do=attempt]').click()")
            phone.wait(f"{shown}.startsWith('gamepad-')")
            end()
            self.shows(phone, "pad")
            self.assertEqual(self.house.command("layout", "list", "--json", "--socket", self.house.tickets).count('"by"'), 0)
            self.desk.run("document.querySelector('[data-do=leave]')?.click()")
        self.assertEqual(phone.messages, [])

    def test_a_kept_layout_is_there_after_the_programs_were_killed(self):
        _, name = self.make()
        self.house.kill_gateway()
        self.house.start_gateway()
        self.open_desk()
        self.desk.wait(f"{KEPT} === 1")
        self.assertIn(name, self.listed(name))

    def listed(self, name):
        """Returns the line of `tiltpad layout list` about this layout, or ""."""
        lines = self.house.command("layout", "list", "--socket", self.house.tickets).splitlines()
        return next((line for line in lines if name in line), "")
