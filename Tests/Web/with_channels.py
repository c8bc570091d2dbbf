"""A gateway whose pages have data channels."""

import base64
import re
import socket

from rtc_peer import Channel, Path, credentials
from with_gateway import DEADLINE, WithGateway


class WithChannels(WithGateway):
    """A test with a gateway whose pages have data channels."""

    def start_gateway(self):
        """Starts the gateway, and notes the fingerprint of its certificate."""
        line = super().start_gateway()
        digest = bytes.fromhex(re.search(r"SHA-256 is ([0-9A-F:]+)", line)[1].replace(":", ""))
        self.fingerprint = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        return line

    def path(self, ticket=None):
        """Returns a way to the gateway, with a ticket."""
        return Path(self.port, *credentials(ticket or self.ticket()))

    def channel(self, ticket=None):
        """Returns a data channel of a page that has `ticket`."""
        return Channel(self.path(ticket), self.fingerprint)

    def channel_of(self, welcome):
        """Returns the data channel that a welcome offers."""
        offer = welcome["rtc"]
        return Channel(Path(offer["port"], offer["user"], offer["password"]), offer["fingerprint"])

    def strange_socket(self):
        """Returns a socket that knows the gateway only."""
        link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(link.close)
        link.connect(("127.0.0.1", self.port))
        link.settimeout(DEADLINE)
        return link


__all__ = ["WithChannels"]
