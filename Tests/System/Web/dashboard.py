"""A dashboard as a page of the host opens it: its texts, its records and its orders."""

import asyncio
import json
import struct

from with_daemon import DEADLINE


class Dashboard:
    """A dashboard that is open."""

    def __init__(self, link):
        """Speaks over the open WebSocket `link`."""
        self.link, self.number = link, 0

    async def hear(self, kind, wanted=lambda said: True):
        """Returns the next text of a type that is wanted."""
        async with asyncio.timeout(DEADLINE):
            while True:
                message = await self.link.recv()
                if isinstance(message, str) and (said := json.loads(message))["type"] == kind and wanted(said):
                    return said

    async def hear_each(self, *kinds):
        """Returns the newest text of each type, by type, once all of these types have come, in whatever order."""
        said = {}
        async with asyncio.timeout(DEADLINE):
            while not said.keys() >= set(kinds):
                message = await self.link.recv()
                if isinstance(message, str):
                    said |= {json.loads(message)["type"]: json.loads(message)}
        return said

    async def records(self, wanted=lambda records: True):
        """Returns the next wanted state: the bridge's packets, the host's first."""
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
        """Gives an order; returns the answer."""
        await self.send(kind, **members)
        return (await self.hear("answer", lambda said: said["number"] == self.number))["result"]


def packets(message):
    """Yields the packets of records `u16 length, packet`."""
    while message:
        length = struct.unpack("<H", message[:2])[0]
        yield message[2:2 + length]
        message = message[2 + length:]
