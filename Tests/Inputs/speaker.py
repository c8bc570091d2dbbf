"""A speaker of somebody else's protocol over UDP, written from its description and not with our code."""

import socket


class Speaker:
    """A controller that sends datagrams."""

    def __init__(self, port, address):
        """Sends from this address of the machine to the port."""
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind((address, 0))
        self.link.connect(("127.0.0.1", port))

    def close(self):
        """Ends."""
        self.link.close()

    def hold(self):
        """Holds what there is besides the axis."""

    def send(self, message):
        """Sends one message; nobody may be listening."""
        try:
            self.link.send(message)
        except ConnectionRefusedError:
            pass
