"""A base for tests whose pages have data channels."""

import asyncio
import base64
import re
import socket
import time

from rtc_peer import Channel, Path, credentials
from with_gateway import DEADLINE, WithGateway


class WithChannels(WithGateway):
    """A test with a gateway whose pages have data channels."""

    def start_gateway(self):
        """Starts the gateway, and stores the fingerprint of its certificate."""
        line = super().start_gateway()
        digest = bytes.fromhex(re.search(r"SHA-256 is ([0-9A-F:]+)", line)[1].replace(":", ""))
        self.fingerprint = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        return line

    def path(self, ticket=None):
        """Returns a path to the gateway with `ticket`, or with a new one."""
        return Path(self.port, *credentials(ticket or self.ticket()))

    def channel(self, ticket=None):
        """Returns the data channel of a page with `ticket`, or with a new one."""
        return Channel(self.path(ticket), self.fingerprint)

    def channel_of(self, welcome):
        """Returns the data channel that the text "welcome" offers."""
        offer = welcome["rtc"]
        return Channel(Path(offer["port"], offer["user"], offer["password"]), offer["fingerprint"])

    async def is_acknowledged(self, page):
        """Returns whether the newest packet of a page is acknowledged within 2 s.

        SCTP gives up a message that has no acknowledgement for a second.
        """
        try:
            async with asyncio.timeout(2):
                while int.from_bytes((await page.frame(0x10))[:4], "little") < page.counter:
                    pass
        except TimeoutError:
            return False
        return True

    async def deliver(self, page, *parts):
        """Sends a packet with these frames until one is acknowledged."""
        limit = time.monotonic() + DEADLINE
        await page.send(*parts)
        while not await self.is_acknowledged(page):
            self.assertLess(time.monotonic(), limit, "no packet is acknowledged")
            await page.send(*parts)

    def strange_socket(self):
        """Returns a stranger's UDP socket, connected to the gateway."""
        link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(link.close)
        link.connect(("127.0.0.1", self.port))
        link.settimeout(DEADLINE)
        return link


__all__ = ["WithChannels"]
