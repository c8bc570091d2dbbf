"""A base for tests that have a gateway with a crowd on one pad, and pages that vote."""

import asyncio
import base64
import contextlib
import json
import signal
import socket
import struct
import threading
import urllib.parse

import status
import websockets
from tables import Message, Topic
from with_gateway import DEADLINE, LIKE_A_BROWSER, TRUSTING, WithGateway

A, X, FULL = 1, 8, 32767
FIELDS = {"type", "preset", "window", "left", "open", "round", "slot", "voters", "of", "agree", "result", "shown"}


def secret(number):
    """Returns the secret of browser `number`, in the form in which the page makes it."""
    return base64.urlsafe_b64encode(bytes([number]) * 16).decode().rstrip("=")


class Voter:
    """A page of the crowd, which votes."""

    def __init__(self, link):
        """Uses the open WebSocket `link`."""
        self.link, self.said = link, []

    async def vote(self, x=0, y=0, left=0, right=0, buttons=0):
        """Sends a vote: the stick's position, the triggers and the buttons."""
        await self.link.send(json.dumps({"vote": [x, y, left, right, buttons]}))

    @contextlib.asynccontextmanager
    async def voting(self, **vote):
        """Repeats a vote every half second during a `with` block, as the page does while a control is held."""
        async def repeat():
            while True:
                await self.vote(**vote)
                await asyncio.sleep(0.5)
        task = asyncio.create_task(repeat())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, websockets.ConnectionClosed):
                await task

    async def hear(self, wanted=lambda said: True):
        """Returns the next text for which `wanted` holds."""
        async with asyncio.timeout(DEADLINE):
            while True:
                self.said.append(await self.link.recv())
                said = json.loads(self.said[-1])
                if wanted(said):
                    return said

    async def until(self, wanted):
        """Returns the newest text if `wanted` holds for it, otherwise the next one for which it holds."""
        said = json.loads(self.said[-1])
        return said if wanted(said) else await self.hear(wanted)

    async def end(self):
        """Waits for the text "end", and for the gateway to close the connection; returns the reason."""
        said = await self.hear(lambda said: said["type"] == "end")
        async with asyncio.timeout(DEADLINE):
            await self.link.wait_closed()
        return said["why"]


class Reports:
    """Records all states that the pad of player 1 has shown, as (left stick, buttons), even very short ones."""

    REPORT = struct.Struct("<BBBBI2h")

    def __init__(self, path):
        """Starts to watch the daemon at `path`."""
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.connect(path)
        self.link.send(status.watch(Topic.REPORTS, 1_000))
        self.shown = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def close(self):
        """Closes the connection to the daemon."""
        self.link.shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.link.close()

    def note(self, report):
        """Records a REPORT."""
        if report[1] == 1:
            *_, buttons, x, y = self.REPORT.unpack_from(report)
            self.shown.append(((x, y), buttons))

    def _read(self):
        while message := self.link.recv(1024):
            if message[0] == Message.REPORT:
                self.note(message)


class WithCrowd(WithGateway):
    """A test with a crowd at a gateway."""

    options = ()

    def setUp(self):
        super().setUp()
        (self.folder / "crowd.html").write_text("<!doctype html><title>crowd</title>")
        self.gateway.send_signal(signal.SIGHUP)
        self.code = self.begin(*self.options)

    def crowd(self, *words):
        """Runs `tiltpad crowd` with these words."""
        return self.run_command("crowd", "--socket", self.tickets, *words)

    def begin(self, *options):
        """Starts a crowd, or changes its options; returns the ticket of its link."""
        result = self.crowd("--link", "--address", "127.0.0.1", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        link = urllib.parse.urlsplit(result.stdout.strip())
        self.assertEqual((link.scheme, link.netloc, link.path), ("https", f"127.0.0.1:{self.port}", "/crowd"))
        return link.fragment

    def socket_of(self, device, code=None, protocol="tpp.crowd.v1", path="/crowd"):
        """Returns a WebSocket of the browser with the number `device`."""
        return websockets.connect(
            f"wss://127.0.0.1:{self.port}{path}", ssl=TRUSTING, origin=self.origin,
            subprotocols=[protocol, f"ticket.{code or self.code}", f"device.{secret(device)}"], **LIKE_A_BROWSER)

    async def enter(self, links, device):
        """Opens the page of the browser `device`; returns the voter, once it has received its first text."""
        voter = Voter(await links.enter_async_context(self.socket_of(device)))
        await voter.hear()
        return voter

    def refusal(self, **options):
        """Returns the status with which a WebSocket is refused; 101 if it opens."""
        async def attempt():
            async with self.socket_of(1, **options):
                return 101
        try:
            return asyncio.run(attempt())
        except websockets.InvalidStatusCode as refused:
            return refused.status_code

    async def player(self, wanted):
        """Waits until `wanted` holds for player 1, the crowd."""
        await self.until(lambda players: any(wanted(player) for player in players if player["player"] == 1))


def holds(x, y, *buttons):
    """Returns a condition that holds if a player's pad shows this stick and these buttons."""
    return lambda player: ([round(player["leftStick"][axis] * FULL) for axis in "xy"], player["buttons"]) == ([x, y], list(buttons))


at_rest = holds(0, 0)
