"""Tests of the dashboard, the host's own page: its access control, its records and its orders."""

import asyncio
import contextlib
import http.client
import json
import subprocess
import urllib.parse

import status
import times
import websockets
from dashboard import Dashboard
from tables import Mode
from with_daemon import BINARY, DEADLINE
from with_gateway import TRUSTING, Page, WithGateway, state

A = 1
FULL_RIGHT = 32767


def own_address():
    """Returns an IPv4 address of this machine other than loopback, or None."""
    shown = json.loads(subprocess.run(["ip", "-j", "-4", "address"], capture_output=True, check=True).stdout)
    addresses = [entry["local"] for device in shown for entry in device["addr_info"]]
    return next((address for address in addresses if not address.startswith("127.")), None)


@contextlib.contextmanager
def other_address():
    """Yields an address at which this machine counts as another one. Adds one, for the length of the `with` block, if there is none."""
    if address := own_address():
        yield address
        return
    subprocess.run(["ip", "address", "add", "192.0.2.77/32", "dev", "lo"], check=True)
    try:
        yield "192.0.2.77"
    finally:
        subprocess.run(["ip", "address", "del", "192.0.2.77/32", "dev", "lo"], check=True)


class Dashboards(WithGateway):
    def setUp(self):
        self.address = self.enterContext(other_address())
        super().setUp()

    def run_dashboard(self, test):
        """Runs `test` with a dashboard on this machine."""
        async def run():
            async with self.connect_dashboard() as link:
                await test(Dashboard(link))
        asyncio.run(run())

    def test_it_shows_each_player_as_the_bridge_sees_them(self):
        async def test(dashboard):
            self.assertEqual((await dashboard.hear("names"))["names"], [])
            host, stage = await dashboard.records(lambda found: len(found) == 2)
            self.assertEqual((status.bridge(host)[:2], status.stage(stage).mode), ((4, 0), Mode.PLAY))
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello("Aki")
                (name,) = (await dashboard.hear("names", lambda said: said["names"]))["names"]
                self.assertEqual(name, {"slot": 1, "name": "Aki", "colour": "#e69f00"})
                async with page.holding(state(A, FULL_RIGHT)):
                    _, player, _ = await dashboard.records(
                        lambda found: len(found) == 3 and status.player(found[1])[10:12] == (A, (0, 0, FULL_RIGHT, 0)))
            seen = status.player(player)
            self.assertEqual((seen.slot, seen.connected, seen.transport), (1, True, 1))
            self.assertGreater(sum(seen.delays), 0, "delays are counted")
            self.assertGreater(sum(seen.handling), 0, "so are times on this machine")
        self.run_dashboard(test)

    def test_states_come_thirty_times_a_second(self):
        async def test(dashboard):
            await dashboard.records()
            begin = asyncio.get_running_loop().time()
            for _ in range(30):
                await dashboard.records()
            times.hold(self, "thirty states of the dashboard", asyncio.get_running_loop().time() - begin, 3)
        self.run_dashboard(test)

    def test_its_qr_code_lets_one_phone_in_and_is_then_another(self):
        async def test(dashboard):
            shown = await dashboard.hear("ticket")
            parts = urllib.parse.urlsplit(shown["url"])
            self.assertEqual((parts.scheme, parts.port, parts.path), ("https", self.port, "/j/"))
            self.assertLessEqual(540, shown["seconds"])
            self.assertEqual({len(row) for row in shown["rows"]}, {len(shown["rows"])})
            self.assertRegex(shown["rows"][0], "^1{7}0[01]+01{7}$")
            async with self.connect(parts.fragment) as link:
                self.assertEqual((await Page(link).hello())["player"], 1)
                following = await dashboard.hear("ticket")
            self.assertNotEqual(following["url"], shown["url"])
            self.assertEqual(await dashboard.order("ticket"), "done")
        self.run_dashboard(test)

    def test_a_code_that_was_replaced_is_no_good(self):
        async def test(dashboard):
            shown = await dashboard.hear("ticket")
            self.assertEqual(await dashboard.order("ticket"), "done")
            with self.assertRaises(websockets.InvalidStatusCode) as refused:
                await self.connect(urllib.parse.urlsplit(shown["url"]).fragment)
            self.assertEqual(refused.exception.status_code, 403)
        self.run_dashboard(test)

    def test_a_player_is_sent_away(self):
        async def test(dashboard):
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                self.assertEqual(await dashboard.order("kick", slot=1), "done")
                self.assertEqual((await page.text("denied"))["reason"], "kicked")
            self.assertEqual(await dashboard.order("kick", slot=1), "nobody")
        self.run_dashboard(test)

    def test_the_host_locks_and_everybody_sees_it(self):
        async def test(dashboard):
            self.assertEqual(await dashboard.order("policy", policy="locked"), "done")
            await dashboard.records(lambda found: status.bridge(found[0]).policy == "locked")
            async with self.connect(self.ticket()) as link:
                self.assertEqual((await Page(link).hello())["reason"], "locked")
            self.assertEqual(await dashboard.order("policy", policy="open"), "done")
            await dashboard.records(lambda found: status.bridge(found[0]).policy == "open")
        self.run_dashboard(test)

    def test_the_host_chooses_the_layout(self):
        async def test(dashboard):
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                welcome = await page.hello()
                self.assertEqual((welcome["layout"], welcome["layouts"]), ("pad", ["wheel"]))
                self.assertEqual(await dashboard.order("layout", layout="wheel"), "done")
                self.assertEqual((await page.text("layout"))["id"], "wheel")
            async with self.connect(self.ticket()) as link:
                self.assertEqual((await Page(link).hello())["layout"], "wheel")
            self.assertEqual(await dashboard.order("layout", layout="nothing"), "nobody")
            self.assertEqual(await dashboard.order("layout", layout=""), "done")
        (self.folder / "layouts").mkdir()
        layout = {"id": "wheel", "grid": ["a"], "controls": {"a": {"type": "button", "out": "A"}}}
        (self.folder / "layouts/wheel.json").write_text(json.dumps(layout))
        self.restart_gateway()
        self.run_dashboard(test)

    def restart_gateway(self):
        """Ends the gateway and starts another."""
        self.end(self.gateway)
        self.start_gateway()

    def phone(self, *arguments):
        """Starts an app, as on another device, that swings a tilt; returns its process, which ends with the test."""
        child = subprocess.Popen(
            [BINARY, "send", "--swing", "--host", self.host, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**self.surroundings, "XDG_STATE_HOME": str(self.place / "phone")})
        self.addCleanup(self.end_phone, child)
        return child

    def end_phone(self, child):
        """Ends an app that still runs."""
        child.terminate()
        child.wait(DEADLINE)

    def test_an_app_is_paired_by_a_pin_and_let_in_by_the_host(self):
        async def test(dashboard):
            await dashboard.send("pin")
            shown = await dashboard.hear("pin")
            self.assertRegex(shown["pin"], r"^\d{6}$")
            self.assertEqual(shown["seconds"], 60)
            app = self.phone("--pin", shown["pin"])
            key = (await dashboard.hear("peer", lambda peer: peer["state"] == "connected" and peer["slot"] == 1))["key"]
            self.end_phone(app)
            self.assertEqual(await dashboard.order("policy", policy="ask"), "done")
            await dashboard.records(lambda found: status.bridge(found[0]).players == 0)
            app = self.phone()
            await dashboard.hear("peer", lambda peer: (peer["state"], peer["key"]) == ("connecting", key))
            self.assertEqual(await dashboard.order("accept", key="00" * 32), "nobody")
            self.assertEqual(await dashboard.order("accept", key=key), "done")
            await dashboard.hear("peer", lambda peer: peer["state"] == "connected" and peer["slot"] == 1)
        self.run_dashboard(test)

    def test_nonsense_changes_nothing(self):
        async def test(dashboard):
            for text in ("", "{", "[]", "{}", '{"type":"kick"}', '{"type":"kick","slot":99,"number":1}',
                         '{"type":"accept","key":"00","number":1}', '{"type":"policy","policy":"king","number":1}',
                         '{"type":"order","number":1}', "\0" * 1024):
                await dashboard.link.send(text)
            await dashboard.link.send(bytes(100))
            self.assertEqual(await dashboard.order("recentre", slot=0), "done")
        self.run_dashboard(test)

    def test_it_says_when_the_daemon_is_away_and_back(self):
        async def test(dashboard):
            await dashboard.records()
            await asyncio.to_thread(self.restart_daemon)
            await dashboard.hear("lost")
            await dashboard.hear("found")
            await dashboard.records()
        self.run_dashboard(test)

    def status(self, *arguments, **options):
        """Returns the HTTP status of an attempt to open a dashboard; 101 if it opens."""
        async def attempt():
            async with self.connect_dashboard(*arguments, **options):
                return 101
        try:
            return asyncio.run(attempt())
        except websockets.InvalidStatusCode as refused:
            return refused.status_code

    def host_ticket(self):
        """Returns a ticket for the dashboard, as `tiltpad dashboard` prints it."""
        result = self.run_command("dashboard", "--link", "--address", self.address, "--socket", self.tickets)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, rf"^https://{self.address}:{self.port}/#[\w-]{{22}}\n$")
        return result.stdout.strip().split("#")[1]

    def test_from_elsewhere_only_a_host_ticket_opens_it_and_only_once(self):
        self.assertEqual(self.status(address=self.address), 403)
        self.assertEqual(self.status("A" * 22, address=self.address), 403)
        self.assertEqual(self.status(self.ticket(), address=self.address), 403, "a player's ticket")
        ticket = self.host_ticket()

        async def twice():
            async with self.connect_dashboard(ticket, address=self.address) as link:
                resume = (await Dashboard(link).hear("welcome"))["resume"]
                with self.assertRaises(websockets.InvalidStatusCode):
                    await self.connect_dashboard(ticket, address=self.address)
            async with self.connect_dashboard(resume, address=self.address) as link:
                await Dashboard(link).records()
            return resume
        resume = asyncio.run(twice())
        self.restart_gateway()
        self.assertEqual(self.status(resume, address=self.address), 101, "it comes back after a restart")

    def test_a_host_ticket_makes_no_player(self):
        ticket = self.host_ticket()
        self.assertEqual(self.request("POST", "/link/open", ticket).status, 403)

        async def play():
            async with self.connect(ticket):
                pass
        with self.assertRaises(websockets.InvalidStatusCode):
            asyncio.run(play())

    def test_pages_of_others_are_refused_on_this_machine_too(self):
        self.assertEqual(self.status(), 101)
        for origin in ("https://example.com", f"https://127.0.0.1:{self.port + 1}", f"http://127.0.0.1:{self.port}", "null"):
            self.assertEqual(self.status(origin=origin), 403, origin)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=TRUSTING, timeout=DEADLINE)
        connection.request("GET", "/", headers={"Host": f"evil.example:{self.port}"})
        self.assertEqual(connection.getresponse().status, 421)
        connection.close()

    def test_the_command_says_where_it_is(self):
        result = self.run_command("dashboard", "--plain", "--socket", self.tickets)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(f"on this machine: https://localhost:{self.port}/\n", result.stdout)


del WithGateway
