"""Tests of the overlay's port: who may watch, what an overlay receives, and that it receives nothing else."""

import asyncio
import json
import os
import pathlib
import re
import socket
import subprocess
import unittest
import urllib.parse

from dashboard import Dashboard
from overlays import WEB, WithOverlay, answer, refusal
from ports import free_port
from with_daemon import BINARY, DEADLINE
from with_gateway import Page, WithGateway, state

NOBODY = 65534
A, FULL_RIGHT = 1, 32767
FIELDS = {"slot", "name", "colour", "buttons", "sticks", "triggers", "roll"}
# Finds the files that a file of the pages loads.
LOADED = re.compile(r"""(?:(?:from|import) ?\(?"(\./[^"]+|\.\./[^"]+)"|(?:href|src)="(/web/[^"]+)"|`(/web/[^#`$]+)#)""")
# A program that opens the overlay's WebSocket as another user, and prints the status.
CLIENT = """
import os, socket, sys
port, user = int(sys.argv[1]), int(sys.argv[2])
os.setgroups([]); os.setgid(user); os.setuid(user)
link = socket.create_connection(("127.0.0.1", port), 60)
link.sendall((f"GET /overlay HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nOrigin: http://127.0.0.1:{port}\\r\\nConnection: Upgrade\\r\\n"
    "Upgrade: websocket\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\nSec-WebSocket-Version: 13\\r\\n"
    "Sec-WebSocket-Protocol: tpp.overlay.v1\\r\\n\\r\\n").encode())
print(link.recv(4096).split()[1].decode())
"""


class Overlays(WithOverlay):
    def test_it_shows_the_pad_of_each_player_who_is_there(self):
        async def test():
            async with self.watch() as link:
                self.assertEqual(await link.recv(), '{"players":[]}')
                async with self.connect(self.ticket()) as guest:
                    page = Page(guest)
                    await page.hello("Aki")
                    async with page.holding(state(A, FULL_RIGHT)):
                        await self.shown(link, lambda players: players == [
                            {"slot": 1, "name": "Aki", "colour": "#e69f00", "buttons": A, "sticks": [0, 0, FULL_RIGHT, 0],
                             "triggers": [0, 0], "roll": None}])
                # The slot is still reserved for the page, but nobody plays in it.
                await self.shown(link, lambda players: not players)
        asyncio.run(test())

    def test_nobody_is_shown_while_the_daemon_is_away(self):
        async def test():
            async with self.watch() as link:
                async with self.connect(self.ticket()) as guest:
                    await Page(guest).hello()
                    await self.shown(link, lambda players: players)
                    self.daemon.kill()
                    await self.shown(link, lambda players: not players)
        asyncio.run(test())

    def test_it_says_nothing_of_codes_tickets_pins_addresses_and_who_waits(self):
        texts = []

        async def listen(link):
            async for text in link:
                texts.append(text)

        async def test():
            code = await asyncio.to_thread(self.viewer_ticket)
            async with self.watch() as link, self.watch_by_link(code) as far, self.connect_dashboard() as host:
                listening = [asyncio.create_task(listen(each)) for each in (link, far)]
                secrets = await self.secrets_of_an_evening(Dashboard(host), texts)
                for task in listening:
                    task.cancel()
            return secrets | {code}
        secrets = asyncio.run(test())
        self.assertEqual([secret for secret in secrets if len(secret) < 6], [])
        said = "\n".join(texts)
        for secret in (*secrets, "127.0.0.1", str(self.port), self.host.split(":")[1], "ticket", "pin", "key", "code", "peer", "address"):
            self.assertNotIn(secret, said)
        for text in texts:
            found = json.loads(text)
            self.assertEqual(set(found), {"players"})
            for player in found["players"]:
                self.assertEqual(set(player), FIELDS)

    async def secrets_of_an_evening(self, dashboard, texts):
        """Lets a page and an app play, until the overlays have ten more texts. The app has to wait for permission first.

        Returns the secrets that only the host may know.
        """
        fingerprint = (await dashboard.hear("welcome"))["fingerprint"]
        code = urllib.parse.urlsplit((await dashboard.hear("ticket"))["url"]).fragment
        await dashboard.send("pin")
        pin = (await dashboard.hear("pin"))["pin"]
        app = self.app("--pin", pin)
        key = (await dashboard.hear("peer", lambda peer: peer["state"] == "connected" and peer["slot"] == 1))["key"]
        self.end_app(app)
        self.assertEqual(await dashboard.order("policy", policy="ask"), "done")
        self.app()
        await dashboard.hear("peer", lambda peer: peer["state"] == "connecting" and peer["key"] == key)
        used, unused = self.ticket(), self.ticket()
        async with self.connect(used) as guest:
            resume = (await Page(guest).hello())["resume"]
            self.assertEqual(await dashboard.order("accept", key=key), "done")
            await dashboard.hear("peer", lambda peer: peer["state"] == "connected" and peer["key"] == key)
            before = len(texts)
            async with asyncio.timeout(DEADLINE):
                while len(texts) < before + 10:
                    await asyncio.sleep(0.05)
        return {fingerprint, code, pin, key, used, unused, resume}

    def app(self, *arguments):
        """Starts an app, as on another device, that swings a tilt; returns its process, which ends with the test."""
        child = subprocess.Popen(
            [BINARY, "send", "--swing", "--host", self.host, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**self.surroundings, "XDG_STATE_HOME": str(self.place / "app")})
        self.addCleanup(self.end_app, child)
        return child

    def end_app(self, child):
        """Ends an app that still runs."""
        child.terminate()
        child.wait(DEADLINE)

    def test_the_port_has_the_files_that_the_overlay_loads_and_no_others(self):
        wanted, found = ["overlay.html"], set()
        while wanted:
            name = wanted.pop()
            if name in found:
                continue
            found.add(name)
            path = "/overlay" if name == "overlay.html" else f"/web/{name}"
            status, body = self.ask("GET", path)
            self.assertEqual(status, 200, path)
            for near, far, drawn in LOADED.findall(body):
                wanted.append((far or drawn).removeprefix("/web/") if far or drawn else
                              os.path.normpath(pathlib.PurePosixPath(name).parent / near))
        others = [path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.is_file()]
        for name in set(others) - found:
            self.assertEqual(self.ask("GET", f"/web/{name}")[0], 404, name)
        for path in ("/", "/tank", "/j/", "/check", "/web/overlay.html", "/overlay/", "/link", "/host", "/link/events/" + "A" * 22):
            self.assertEqual(self.ask("GET", path)[0], 404, path)
        origin = f"http://127.0.0.1:{self.overlay_port}"
        for path in ("/overlay", "/link", "/link/open", "/host"):
            self.assertEqual(self.ask("POST", path, body=b"", Origin=origin, Authorization=f"Bearer {self.ticket()}")[0], 403, path)

    def test_a_ticket_opens_nothing_there(self):
        for path in ("/link", "/host"):
            for protocol in ("tpp.v1", "tpp.host.v1"):
                self.assertEqual(refusal(self.watch, path=path, protocols=(protocol, f"ticket.{self.ticket()}")), 404)
        self.assertEqual(refusal(self.watch, protocols=("tpp.v1", f"ticket.{self.ticket()}")), 403)

    def test_names_and_pages_of_others_are_refused(self):
        for host in (f"evil.example:{self.overlay_port}", f"127.0.0.1:{self.port}", "127.0.0.1", f"127.0.0.1.evil.example:{self.overlay_port}"):
            self.assertEqual(self.ask("GET", "/overlay", host)[0], 421, host)
        self.assertEqual(self.ask("GET", "/overlay", f"localhost:{self.overlay_port}")[0], 200)
        for origin in (f"https://127.0.0.1:{self.overlay_port}", f"http://127.0.0.1:{self.port}", "http://evil.example", "null"):
            self.assertEqual(refusal(self.watch, origin=origin), 403, origin)

    def test_the_port_is_closed_to_other_machines(self):
        listening = subprocess.run(["ss", "-Hltn", f"sport = :{self.overlay_port}"], capture_output=True, text=True, check=True).stdout
        self.assertEqual([line.split()[3] for line in listening.splitlines()], [f"127.0.0.1:{self.overlay_port}"])

    @unittest.skipIf(os.getuid() != 0, "only root can be other users")
    def test_another_user_of_this_machine_sees_nothing(self):
        for user, status in ((0, "101"), (NOBODY, "403")):
            result = subprocess.run(["/usr/bin/python3", "-c", CLIENT, str(self.overlay_port), str(user)], capture_output=True, text=True,
                                    timeout=DEADLINE)
            self.assertEqual(result.stdout.strip(), status, result.stderr)

    def test_an_overlay_that_sends_anything_is_closed(self):
        async def test(message):
            async with self.watch() as link:
                await link.send(message)
                async with asyncio.timeout(DEADLINE):
                    await link.wait_closed()
        for message in ("{}", b"\0", '{"type":"pin","number":1}'):
            asyncio.run(test(message))
        self.assertEqual(json.loads(self.run_command(
            "status", "--json", "--socket", self.socket, "--tickets", self.tickets).stdout)["gateway"]["refused"]["messages"], 3)

    def test_a_stream_has_sixteen_overlays(self):
        async def test():
            links = [await self.watch() for _ in range(16)]
            self.assertEqual(await answer(self.watch), 503)
            await links.pop().close()
            links.append(await self.watch())
            for link in links:
                self.assertEqual(await link.recv(), '{"players":[]}')
                await link.close()
        asyncio.run(test())


class Passed(WithOverlay):
    """Tests of the overlay's port when systemd opens it for the service."""

    # The descriptor becomes number 3, the first that a service manager passes.
    START = 'exec 3<&{0}; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=page exec "$@"'

    def start(self, program, *arguments):
        """Starts a program. The gateway also gets the overlay's listening socket."""
        if program != "web":
            return super().start(program, *arguments)
        with socket.create_server(("127.0.0.1", self.overlay_port)) as passed:
            child = subprocess.Popen(
                ["sh", "-c", self.START.format(passed.fileno()), "sh", BINARY, program, *arguments], pass_fds=[passed.fileno()],
                stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.surroundings)
            self.addCleanup(self.end, child)
            # While this process has the socket, no other process can listen at its port.
            self.said = child.stderr.readline()
        return child

    def start_gateway(self):
        self.folder = WEB
        self.gateway = self.start(
            "web", "--folder", str(self.folder), "--port", str(self.port), "--socket", self.bridge_socket, "--tickets", self.tickets, *self.extra)
        return self.said

    def test_a_port_that_the_service_manager_has_opened_is_used(self):
        self.assertRegex(self.said, rf"serving the page on TCP port {self.port}, and the overlay on {self.overlay_port};")
        self.assertEqual(self.ask("GET", "/overlay")[0], 200)
        self.assertEqual(self.ask("GET", "/j/")[0], 404)
        self.assertEqual(refusal(self.watch), 101)


class Off(WithGateway):
    def test_two_pages_on_one_port_are_refused(self):
        result = self.run_command(
            "web", "--folder", str(self.folder), "--port", str(self.port), "--overlay-port", str(self.port),
            "--socket", self.bridge_socket, "--tickets", str(self.place / "other.sock"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("have to be different", result.stderr)

    def test_a_port_that_is_taken_is_named(self):
        with socket.create_server(("127.0.0.1", free_port())) as taken:
            port = str(taken.getsockname()[1])
            result = self.run_command(
                "web", "--folder", str(self.folder), "--port", str(free_port()), "--overlay-port", port, "--socket", self.bridge_socket,
                "--tickets", str(self.place / "other.sock"))
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"cannot listen on TCP port {port}", result.stderr)
        self.assertIn("--overlay-port", result.stderr)


del WithGateway, WithOverlay
