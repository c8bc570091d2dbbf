"""A relay on loopback that simulates bad Wi-Fi: it can hold back all bytes, lose datagrams, or break connections."""

import asyncio

import background
import ports


class Proxy:
    """A relay that passes bytes to a port, both ways."""

    def __init__(self, host, port=0):
        """Starts to relay a free port on loopback to `port` of `host`. If `port` is 0, the host's port has the number of the free one."""
        self._host = host
        self._writers = set()
        self._background = background.Background()
        self._flows = asyncio.Event()
        self._flows.set()
        self.port = ports.free_port()
        self._server = self._background.run(asyncio.start_server(self._relay, "127.0.0.1", self.port))
        self._to = port or self.port
        _, self._datagrams = self._background.run(self._background.loop.create_datagram_endpoint(
            lambda: Datagrams(self, (host, self._to)), ("127.0.0.1", self.port)))

    def hold(self):
        """Holds back all bytes from now on, and drops datagrams."""
        self._background.soon(self._flows.clear)

    def let_go(self):
        """Passes on the held bytes, and all later ones."""
        self._background.soon(self._flows.set)

    def cut(self):
        """Breaks every connection."""
        self._background.run(self._abort())

    def end(self):
        """Ends the relay. Its port is free afterwards."""
        self.cut()
        self._background.soon(self._server.close)
        self._background.soon(self._datagrams.close)
        self._background.end()

    @property
    def flows(self):
        """Returns whether the relay passes bytes at present."""
        return self._flows.is_set()

    async def _abort(self):
        for writer in list(self._writers):
            writer.transport.abort()

    async def _relay(self, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection(self._host, self._to)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
        self._writers -= {writer, far_writer}

    async def _pass_on(self, reader, writer):
        try:
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        except (ConnectionError, OSError):
            pass
        finally:
            writer.close()


class Datagrams(asyncio.DatagramProtocol):
    """The relay for datagrams. Each sender gets its own socket, as from a router."""

    def __init__(self, proxy, to):
        """Creates a relay to the address `to`, which works while `proxy` passes bytes."""
        self._proxy, self._to = proxy, to
        self._sockets = {}

    def connection_made(self, transport):
        self._transport = transport

    def datagram_received(self, data, address):
        if address not in self._sockets:
            self._sockets[address] = asyncio.ensure_future(asyncio.get_running_loop().create_datagram_endpoint(
                lambda: Answers(self, address), remote_addr=self._to))
        if self._proxy.flows:
            self._sockets[address].add_done_callback(lambda made: made.result()[0].sendto(data))

    def close(self):
        """Closes all sockets."""
        self._transport.abort()
        for made in self._sockets.values():
            made.add_done_callback(lambda made: made.cancelled() or made.result()[0].abort())

    def answer(self, data, address):
        """Sends an answer to the sender at `address`, or drops it while `proxy` holds back bytes."""
        if self._proxy.flows:
            self._transport.sendto(data, address)


class Answers(asyncio.DatagramProtocol):
    """Receives the answers for one sender."""

    def __init__(self, relay, address):
        """Creates a receiver that passes on the answers to the sender at `address`."""
        self._relay, self._address = relay, address

    def datagram_received(self, data, _):
        self._relay.answer(data, self._address)

    def error_received(self, _):
        """Ignores the error that nobody listens at the port now."""
