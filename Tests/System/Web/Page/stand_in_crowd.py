"""The stand-in's crowd. It greets each page with the text that the test has prepared, and keeps the votes."""

import json

import websocket_server

# The first text to a page, unless the test prepares another one.
USUAL = {"type": "crowd", "preset": "ballot", "window": 5000, "left": 3200, "open": True, "round": 4, "slot": 3, "voters": 14, "of": 12, "agree": 7,
         "result": [23170, -23170, 0, 0, 1], "shown": [23170, -23170, 0, 0, 1]}


class Crowd:
    """The pages of a crowd, and their votes."""

    def __init__(self):
        """Prepares the usual text. Pages may come with any code."""
        self.first, self.refuses = dict(USUAL), False
        # The votes and the secrets of all pages, in the order of their arrival, and the pages' WebSockets.
        self.votes, self.devices, self.pages = [], [], []

    async def answer(self, headers, reader, writer):
        """Serves a page until it has gone, or refuses it.

        Returns True, since the connection cannot take another request.
        """
        offered = websocket_server.protocols(headers)
        if self.refuses or offered[0] != "tpp.crowd.v1":
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            return True
        socket = websocket_server.shake_hands(headers, offered[0], reader, writer)
        self.devices.append(next(name[7:] for name in offered if name.startswith("device.")))
        self.pages.append(socket)
        socket.send(json.dumps(self.first))
        async for is_text, payload in socket.messages():
            assert is_text
            self.votes.append(json.loads(payload)["vote"])
        self.pages.remove(socket)
        return True

    def say(self, **said):
        """Sends a text to all pages."""
        for page in self.pages:
            page.send(json.dumps(said))
