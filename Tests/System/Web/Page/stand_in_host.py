"""The stand-in with the host's side: the dashboard at `/`, and its WebSocket at `/host` (docs/web.md)."""

import asyncio
import json
import secrets
import types

import host_records
import stand_in
import stand_in_settings
import websocket_server
from tables import PRESETS

FINGERPRINT = ":".join(["7A", "31", "C0", "5E"] * 8)
# The names by which a browser on this machine opens the dashboard. They need no ticket.
OWN = ("127.0.0.1", "localhost")
PERIOD_s = 1 / 30
PAGES = {"/": "dashboard.html", "/tank": "tank.html"}


class HostStandIn(stand_in.StandIn):
    """A gateway whose players are set by the test."""

    def __init__(self, place, **options):
        """Starts the gateway without players."""
        self.record = host_records.Host()
        self.players = {}
        # The stage; None if the bridge has not sent it.
        self.stage = None
        self.names = []
        self.peers = []
        self.welcome = {"host": "Living room", "limit": 8, "layouts": ["wheel", "pad", "tank", "buzzer"], "layout": "",
                        "fingerprint": FINGERPRINT}
        self.ticket = ticket("https://192.168.1.20:28443/j/#q3Zt8LmYp0cV5xRw2hKdNg")
        self.settings = stand_in_settings.Settings()
        # Whether the host stores layouts of players.
        self.has_shelf = False
        # Whether the questions of the first visit are open.
        self.is_setup_open = False
        # The results of orders that differ from "done", by the order's type.
        self.results = {}
        self.orders = []
        self.host_tickets = set()
        self.shown_tickets = []
        # A function that is called every PERIOD_s, before a state is sent, with the time since the last period, in s.
        self.on_tick = None
        self.sockets = []
        super().__init__(place, **options)
        self.background.soon(lambda: self.background.loop.create_task(self._tick()))

    def say(self, **said):
        """Sends a text to the dashboards."""
        self.send(json.dumps(said))

    def send(self, payload):
        """Sends a text or bytes to the dashboards."""
        self.background.soon(lambda: [socket.send(payload) for socket in self.sockets])

    def tell(self):
        """Sends the dashboards a state with the current records."""
        self.send(host_records.batch(self.record, self.players, self.stage))

    def close(self):
        """Ends the connections of the dashboards."""
        self.background.soon(lambda: [socket.close() for socket in self.sockets])

    async def _tick(self):
        before = self.background.loop.time()
        while True:
            await asyncio.sleep(PERIOD_s)
            now = self.background.loop.time()
            if self.on_tick:
                self.on_tick(now - before)
                self.tell()
            before = now

    async def _answer(self, method, path, headers, body, reader, writer):
        if path == "/host" and headers.get("upgrade", "").lower() == "websocket":
            return await self._host(headers, reader, writer)
        if path in PAGES:
            self._file(PAGES[path], writer)
            return False
        return await super()._answer(method, path, headers, body, reader, writer)

    async def _host(self, headers, reader, writer):
        offered = [name.strip() for name in headers.get("sec-websocket-protocol", "").split(",")]
        shown = next((name[7:] for name in offered if name.startswith("ticket.")), None)
        self.shown_tickets.append(shown)
        is_good = shown in self.host_tickets if shown else headers["host"].split(":")[0] in OWN
        if "tpp.host.v1" not in offered or not is_good or headers.get("origin") != f"https://{headers['host']}":
            stand_in.respond(writer, 403)
            return True
        writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      f"Sec-WebSocket-Accept: {websocket_server.accept(headers['sec-websocket-key'])}\r\n"
                      "Sec-WebSocket-Protocol: tpp.host.v1\r\n\r\n").encode())
        socket = websocket_server.Socket(reader, writer)
        self._greet(socket, shown)
        self.sockets.append(socket)
        async for is_text, payload in socket.messages():
            if is_text:
                self._take(json.loads(payload), socket)
        self.sockets.remove(socket)
        return True

    def _greet(self, socket, shown):
        welcome = {"type": "welcome", **self.welcome, **({"shelf": self.shelf.all()} if self.has_shelf else {})}
        if shown:
            self.host_tickets = {secrets.token_urlsafe(16)}
            welcome["resume"] = next(iter(self.host_tickets))
        for said in (welcome, {"type": "names", "names": self.names}, *({"type": "peer", **peer} for peer in self.peers),
                     {"type": "ticket", **self.ticket}, *([{"type": "setup", "open": True}] if self.is_setup_open else [])):
            socket.send(json.dumps(said))
        socket.send(host_records.batch(self.record, self.players, self.stage))

    def _take(self, order, socket):
        self.orders.append(order)
        result = self.results.get(order["type"], "done")
        socket.send(json.dumps({"type": "answer", "number": order["number"], "result": result}))
        if result in ("done", "overruled"):
            getattr(self, f"_do_{order['type']}")(order)

    def _do_accept(self, order):
        self.say(type="peer", state="connected", slot=1, reason=0, code="", key=order["key"], name="Pixel 7")

    def _do_deny(self, order):
        self.say(type="peer", state="disconnected", slot=0, reason=5, code="", key=order["key"], name="Pixel 7")

    def _do_kick(self, order):
        self.players.pop(order["slot"], None)
        self.tell()

    def _do_policy(self, order):
        self.record.policy = order["policy"]
        self.tell()

    def _do_recentre(self, order):
        """Does nothing, since the stand-in has no effect to show."""

    def _do_mode(self, order):
        self.stage.mode = order["mode"] if not order["slot"] else self.stage.mode
        for slot, part in self.stage.players.items():
            part.mode = order["mode"] if order["slot"] in (0, slot) else part.mode
        self.tell()

    def _do_team(self, order):
        self.stage.players[order["slot"]].team = order["team"]
        self.tell()

    def _do_points(self, order):
        self.stage.players[order["slot"]].points += order["by"]
        self.tell()

    def _do_buzzer(self, order):
        """Does nothing, since the test sets the outcome."""

    def _do_layout(self, order):
        self.say(type="layout", layout=order["layout"])

    def _do_offer(self, order):
        self.shelf.offered[order["id"]] = order["to"]
        self.say(type="shelf", shelf=self.shelf.all())

    def _do_remove(self, order):
        if self.shelf.trial and self.shelf.trial[0] == order["id"]:
            self.shelf.trial = None
            return
        self.shelf.texts.pop(order["id"])
        self.say(type="shelf", shelf=self.shelf.all())

    def _do_save(self, order):
        self.shelf.answer(types.SimpleNamespace(seat=types.SimpleNamespace(player=0), say=self.say, house=self), order)
        self.say(type="shelf", shelf=self.shelf.all())

    def _do_read(self, order):
        self.say(type="controls", id=order["id"], layout=self.shelf.texts.get(order["id"]))

    def _do_setting(self, order):
        self.say(**self.settings.take(order))

    def _do_setup(self, _):
        self.is_setup_open = False
        self.say(type="setup", open=False)

    _do_noSetup = _do_setup  # noqa: N815

    def _do_share(self, order):
        main, shares = order["slot"], {share[0]: share for share in self.stage.shares}
        if order["do"] == "begin":
            _, _, members, _ = shares.get(main, (main, 0, (main,), ()))
            preset = PRESETS.index(order["preset"]) + 1
            shares[main] = (main, preset, tuple(sorted({*members, order.get("helper", main)})), ())
        if order["do"] == "end":
            shares.pop(main, None)
        self.stage.shares = list(shares.values())
        self.tell()

    def _do_helper(self, order):
        self.say(type="ticket", helps=order["slot"], **ticket(f"https://192.168.1.20:28443/j/#{secrets.token_urlsafe(16)}"))

    def _do_pin(self, _):
        self.say(type="pin", pin="58213097", seconds=60)

    def _do_droidpad(self, _):
        self.say(type="droidpad", rows=ticket("https://192.168.1.20:8080")["rows"])

    def _do_ticket(self, _):
        self.ticket = ticket(f"https://192.168.1.20:28443/j/#{secrets.token_urlsafe(16)}")
        self.say(type="ticket", **self.ticket)


def ticket(url, seconds=600):
    """Returns a ticket's address, its lifetime in s, and its QR code."""
    return {"url": url, "seconds": seconds, "rows": host_records.rows(url)}
