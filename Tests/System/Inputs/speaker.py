"""A speaker of somebody else's protocol over UDP, written from its description and not with our code."""

import socket

# In m/s².
GRAVITY = 9.80665


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


class Phone:
    """A phone that sends its accelerometer and its gyroscope with `tell`, in the frame of Android."""

    def rest(self):
        """Stands upright."""
        self.tell()

    upright = rest

    def move(self):
        """Is turned to the right by 90 degrees, twice the full lock of the profile."""
        self.tell(acceleration=(-GRAVITY, 0, 0))

    def turn(self):
        """Turns on the table, to the left as seen from above, by 90 degrees a second."""
        self.tell(acceleration=(0, 0, GRAVITY), rotation=(0, 0, 1.5708))
