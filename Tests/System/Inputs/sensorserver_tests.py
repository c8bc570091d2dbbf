"""Tests of the input SensorServer: a phone serves its sensors over WebSocket, and the gateway connects to it."""

import asyncio
import json
import time
from urllib.parse import parse_qs, urlsplit

import websockets
from cells import Broken, Cells, Sensors
from speaker import GRAVITY, Phone
from streams import LOOP

ACCELEROMETER, GYROSCOPE = "android.sensor.accelerometer", "android.sensor.gyroscope"


class SensorServerSpeaker(Phone):
    """SensorServer. A client names sensors when it connects, and gets their readings."""

    def __init__(self, port, address, sensors=(ACCELEROMETER, GYROSCOPE)):
        """Serves these sensors at `address` of this machine."""
        self.sensors, self.clients, self.paths = sensors, {}, []
        self.server = LOOP.run(self.serve(address, port))

    async def serve(self, address, port):
        """Starts the server, and returns it."""
        return await websockets.serve(self.welcome, address, port, compression=None)

    async def welcome(self, link, path):
        """Keeps a client that asks for sensors that the phone has. Closes the connection of any other client, as the app does."""
        self.paths.append(path)
        place, query = urlsplit(path).path, parse_qs(urlsplit(path).query)
        asked = query["type"] if place == "/sensor/connect" else json.loads(query["types"][0])
        if not set(asked) <= set(self.sensors):
            return await link.close(4004, "Sensor of this type is not supported")
        self.clients[link] = asked
        try:
            await link.wait_closed()
        finally:
            del self.clients[link]

    def close(self):
        """Ends the server."""
        self.server.close()
        LOOP.run(self.server.wait_closed())

    def send(self, message):
        """Sends one text to each client."""
        LOOP.run(self.spread(message.decode("latin-1")))

    async def spread(self, text):
        """Sends the text to each client that is still connected."""
        for link in list(self.clients):
            try:
                await link.send(text)
            except websockets.ConnectionClosed:
                await asyncio.sleep(0)

    def tell(self, acceleration=(0, GRAVITY, 0), rotation=(0, 0, 0)):
        """Sends the readings that the newest client has asked for.

        As in the app, each reading names its type only if the client asked for several sensors.
        """
        asked = next(reversed(self.clients.values()), ())
        for sensor in asked:
            reading = {"values": acceleration if sensor == ACCELEROMETER else rotation, "timestamp": time.monotonic_ns(), "accuracy": 3}
            self.send(json.dumps(reading | ({"type": sensor} if len(asked) > 1 else {})).encode())

    def hold(self):
        """Does nothing, because the phone has no buttons."""


class SensorServer(Cells, Broken, Sensors):
    """Tests of the input SensorServer."""

    NAME, TITLE, SPEAKER = "sensorserver", "SensorServer", SensorServerSpeaker

    @property
    def KEYS(self):
        """Lists the servers at both addresses that the cells use."""
        return f"servers = 127.0.0.1:{self.port} 127.0.0.2:{self.port}"

    def is_moved(self, pad):
        """Returns whether the left stick, which tilt steers, is at its right end."""
        return pad.left[0] == 1

    def test_who_is_not_allowed_is_not_heard(self):
        """The gateway does not connect to a phone that `servers` does not list."""
        self.end(self.gateway)
        self.start_inputs(f"[input sensorserver]\nenabled = yes\nconfirm = no\nservers = 127.0.0.2:{self.port}\n")
        stranger, guest = self.speaker(), self.speaker("127.0.0.2")
        self.watch.until(lambda: self.pad() and self.is_moved(self.pad()), lambda: (stranger.move(), guest.move()))
        self.assertEqual(stranger.paths, [])

    def test_a_phone_without_a_gyroscope_steers_by_its_accelerometer(self):
        """The phone refuses a connection for both sensors. The gateway then asks for the accelerometer alone."""
        phone = SensorServerSpeaker(self.port, "127.0.0.1", sensors=(ACCELEROMETER,))
        self.addCleanup(phone.close)
        self.watch.until(lambda: self.pad() and self.is_moved(self.pad()), phone.move)
        self.assertEqual(phone.paths[-1], f"/sensor/connect?type={ACCELEROMETER}")

    def test_a_phone_that_starts_late_is_asked_for_both(self):
        """Failed attempts to connect do not count as refusals."""
        end = time.monotonic() + 2.5
        self.watch.until(lambda: time.monotonic() > end)
        self.play(phone := self.speaker())
        self.assertEqual([path.split("?")[0] for path in phone.paths], ["/sensors/connect"])

    def test_a_phone_that_comes_back_is_called_again(self):
        """The gateway connects to the phone again by itself; the phone need not contact the gateway."""
        phone = self.speaker()
        self.play(phone)
        phone.close()
        again = self.speaker()
        self.watch.until(lambda: self.pad() and self.is_moved(self.pad()), again.move)


del Cells, Sensors
