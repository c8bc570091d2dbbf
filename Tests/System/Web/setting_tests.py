"""Tests of settings that a dashboard tries and keeps, with a real daemon and its gateway."""

import asyncio
import json
import signal

from dashboard import Dashboard
from tables import KNOBS
from with_gateway import Page, WithGateway

KEYS = [row[0] for row in KNOBS]
COMMON, KEPT, FIXED, TRIED = range(4)


class Settings(WithGateway):
    """Tests of a host whose dashboard changes settings."""

    def setUp(self):
        super().setUp()
        self.file = self.place / "state" / "dashboard.conf"

    def lines(self):
        """Returns the lines of the file with the kept settings, without comments; an empty list if there is no file."""
        return [line for line in self.file.read_text().splitlines() if line and not line.startswith("#")] if self.file.exists() else []

    def run_dashboard(self, test):
        """Runs `test` with a dashboard on this machine."""
        async def run():
            async with self.connect_dashboard() as link:
                return await test(Dashboard(link))
        return asyncio.run(run())

    async def state(self, dashboard, key, slot=0, wanted=lambda value, origin: True):
        """Returns the value and the origin of a setting, once they fulfil `wanted`."""
        at = KEYS.index(key)
        await dashboard.send("setting", do="follow", slot=0)
        said = await dashboard.hear("settings", lambda said: said["slot"] == slot and wanted(said["values"][at], said["origins"][at]))
        return said["values"][at], said["origins"][at]

    def test_a_trial_is_in_effect_and_undone_and_kept_over_a_restart(self):
        async def test(dashboard):
            self.assertEqual(await self.state(dashboard, "full_lock"), (450, COMMON))
            self.assertEqual(await dashboard.order("setting", do="try", slot=0, key="full_lock", value=600), "done")
            self.assertEqual(await self.state(dashboard, "full_lock"), (600, TRIED))
            self.assertEqual(await self.state(dashboard, "full_lock", 16), (600, COMMON))
            self.assertEqual(await dashboard.order("setting", do="undo", slot=0), "done")
            self.assertEqual(await self.state(dashboard, "full_lock"), (450, COMMON))
            self.assertFalse(self.file.exists())
            await dashboard.order("setting", do="try", slot=2, key="dead_zone", value=200)
            self.assertEqual(await dashboard.order("setting", do="keep", slot=2), "done")
            self.assertEqual(await self.state(dashboard, "dead_zone", 2), (200, KEPT))
        self.run_dashboard(test)
        self.assertEqual(self.lines(), ["[player 2]", "dead_zone = 0.2"])
        self.end(self.daemon)
        self.start_daemon()

        async def again(dashboard):
            self.assertEqual(await self.state(dashboard, "dead_zone", 2), (200, KEPT))
            self.assertEqual(await dashboard.order("setting", do="clear", slot=2, key="dead_zone"), "done")
            self.assertEqual(await self.state(dashboard, "dead_zone", 2), (30, COMMON))
        self.run_dashboard(again)
        self.assertEqual(self.lines(), [])

    def test_what_a_dashboard_tries_ends_when_it_closes(self):
        async def test(dashboard):
            await dashboard.order("setting", do="try", slot=0, key="curve", value=100)
            async with self.connect_dashboard() as other:
                second = Dashboard(other)
                self.assertEqual(await self.state(second, "curve"), (100, TRIED))
                await dashboard.link.close()
                self.assertEqual(await self.state(second, "curve", wanted=lambda value, origin: origin == COMMON), (0, COMMON))
        self.run_dashboard(test)

    def test_a_file_edited_by_hand_meanwhile_is_untouched(self):
        async def test(dashboard):
            self.assertEqual(await dashboard.order("setting", do="keep", slot=0, key="players", value=6), "done")
            edited = self.file.read_text().replace("players = 6", "players = 7")
            self.file.write_text(edited)
            self.assertEqual(await dashboard.order("setting", do="keep", slot=0, key="players", value=8), "edited")
            self.assertEqual(self.file.read_text(), edited)
            self.daemon.send_signal(signal.SIGHUP)
            self.assertEqual(await self.state(dashboard, "players", wanted=lambda value, origin: value == 7), (7, KEPT))
        self.run_dashboard(test)

    def test_a_key_that_root_has_set_is_refused_and_shown_with_its_place(self):
        (self.place / "tiltpad.conf").open("a").write("[input]\nfull_lock = 30\n")
        self.daemon.send_signal(signal.SIGHUP)

        async def test(dashboard):
            self.assertEqual(await self.state(dashboard, "full_lock", wanted=lambda value, origin: origin == FIXED), (300, FIXED))
            self.assertEqual(await dashboard.order("setting", do="try", slot=0, key="full_lock", value=600), "fixed")
            self.assertEqual(await dashboard.order("setting", do="keep", slot=3, key="full_lock", value=600), "fixed")
            await dashboard.send("setting", do="follow", slot=0)
            place = await dashboard.hear("lock", lambda said: said["key"] == "full_lock")
            self.assertTrue(place["file"].endswith("tiltpad.conf") and place["line"] > 1, place)
        self.run_dashboard(test)
        self.assertFalse(self.file.exists())

    def test_what_is_no_setting_changes_nothing(self):
        wrong = [{"do": "keep", "slot": 0, "key": key, "value": 1} for key in ("port", "socket", "allow_plain", "admission", "page", "__proto__", "")]
        wrong += [{"do": "try", "slot": 0, "key": "players", "value": 4}, {"do": "try", "slot": 17, "key": "curve", "value": 1},
                  {"do": "keep", "slot": 1, "key": "players", "value": 4}, {"do": "try", "slot": 0, "key": "curve", "value": 101},
                  {"do": "try", "slot": 0, "key": "curve", "value": "1\n[web]"}, {"do": "write", "slot": 0}, {"do": "keep"}, {"slot": 0}]

        async def test(dashboard):
            for members in wrong:
                await dashboard.send("setting", **members)
            self.assertEqual(await dashboard.order("policy", policy="open"), "done")
            self.assertEqual(await self.state(dashboard, "curve"), (0, COMMON))
        self.run_dashboard(test)
        self.assertFalse(self.file.exists())

    def test_a_television_and_a_players_page_cannot_change_settings(self):
        television = self.run_command("dashboard", "--link", "--kiosk", "--address", "127.0.0.1", "--socket", self.tickets).stdout
        order = json.dumps({"type": "setting", "number": 1, "do": "keep", "slot": 0, "key": "players", "value": 9})

        async def test():
            async with self.connect_dashboard(television.strip().split("#")[1]) as link:
                await link.send(order)
            async with self.connect(self.ticket()) as link:
                await Page(link).hello()
                await link.send(order)
            async with self.connect_dashboard() as host:
                self.assertEqual(await self.state(Dashboard(host), "players"), (4, COMMON))
        asyncio.run(test())
        self.assertFalse(self.file.exists())

    def test_a_host_that_forbids_it_says_so_and_the_terminal_still_may(self):
        (self.place / "tiltpad.conf").open("a").write("[host]\ndashboard_settings = no\n")
        self.daemon.send_signal(signal.SIGHUP)

        async def test(dashboard):
            await dashboard.send("setting", do="follow", slot=0)
            await dashboard.hear("settings", lambda said: said["off"])
            self.assertEqual(await dashboard.order("setting", do="try", slot=0, key="curve", value=1), "switchedOff")
        self.run_dashboard(test)
        done = self.run_command("set", "curve", "0.5", "--socket", self.socket)
        self.assertEqual((done.returncode, done.stdout), (0, "curve is now 0.5\n"), done.stderr)
        shown = json.loads(self.run_command("set", "curve", "--json", "--socket", self.socket).stdout)
        self.assertEqual((shown["value"], shown["origin"]), ("0.5", "kept"))
        listed = self.run_command("set", "--socket", self.socket).stdout.splitlines()
        self.assertEqual([line.split()[0] for line in listed], KEYS)
        self.assertEqual(self.run_command("set", "curve", "--default", "--socket", self.socket).returncode, 0)
        self.assertEqual(self.lines(), [])
