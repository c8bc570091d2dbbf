"""A controller of another app over UDP. It is written from the protocol's description, without Tiltpad's code."""

import socket

# Standard gravity, m/s².
GRAVITY = 9.80665


class Speaker:
    """A controller that sends datagrams."""

    def __init__(self, port, address):
        """Creates a controller that sends from `address` of this machine to `port`."""
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind((address, 0))
        self.link.connect(("127.0.0.1", port))

    def close(self):
        """Closes the socket."""
        self.link.close()

    def hold(self):
        """Holds the buttons, if the controller has any."""

    def send(self, message):
        """Sends one message. It is lost if nobody listens."""
        try:
            self.link.send(message)
        except ConnectionRefusedError:
            pass


class Phone:
    """A phone that sends its accelerometer and its gyroscope with `tell`, in the axes of Android."""

    def rest(self):
        """Sends the sensor readings of a phone that stands upright."""
        self.tell()

    upright = rest

    def move(self):
        """Sends gravity after a turn to the right by 90 degrees, twice the profile's full lock."""
        self.tell(acceleration=(-GRAVITY, 0, 0))

    def turn(self):
        """Sends the sensor readings of a phone that lies on a table and turns left (seen from above) at 90 °/s."""
        self.tell(acceleration=(0, 0, GRAVITY), rotation=(0, 0, 1.5708))
