"""A client of the dashboard's WebSocket: it receives texts and records, and gives orders."""

import asyncio
import json
import struct

from with_daemon import DEADLINE


class Dashboard:
    """An open dashboard."""

    def __init__(self, link):
        """Uses the open WebSocket `link`."""
        self.link, self.number = link, 0

    async def hear(self, kind, wanted=lambda said: True):
        """Returns the next text of the type `kind` for which `wanted` holds."""
        async with asyncio.timeout(DEADLINE):
            while True:
                message = await self.link.recv()
                if isinstance(message, str) and (said := json.loads(message))["type"] == kind and wanted(said):
                    return said

    async def hear_each(self, *kinds):
        """Waits for a text of each of these types, in any order; returns the newest of each, by type."""
        said = {}
        async with asyncio.timeout(DEADLINE):
            while not said.keys() >= set(kinds):
                message = await self.link.recv()
                if isinstance(message, str):
                    said |= {json.loads(message)["type"]: json.loads(message)}
        return said

    async def records(self, wanted=lambda records: True):
        """Returns the next state for which `wanted` holds, as a list of the bridge's packets. The host's packet comes first."""
        async with asyncio.timeout(DEADLINE):
            while True:
                message = await self.link.recv()
                if isinstance(message, bytes) and wanted(found := list(packets(message))):
                    return found

    async def send(self, kind, **members):
        """Gives an order, without waiting for the answer."""
        self.number += 1
        await self.link.send(json.dumps({"type": kind, "number": self.number, **members}))

    async def order(self, kind, **members):
        """Gives an order; returns the result in the answer."""
        await self.send(kind, **members)
        return (await self.hear("answer", lambda said: said["number"] == self.number))["result"]


def packets(message):
    """Yields the packets of a message, which consists of records `u16 length, packet`."""
    while message:
        length = struct.unpack("<H", message[:2])[0]
        yield message[2:2 + length]
        message = message[2 + length:]
