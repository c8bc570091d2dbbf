"""A relay on loopback that can hold everything back, or break the connections, as bad Wi-Fi does."""

import asyncio

import background
import ports


class Proxy:
    """A relay that passes bytes to a port, both ways."""

    def __init__(self, host, port=0):
        """Relays a port of its own to `port` of `host`, or to that of the same number."""
        self._host = host
        self._writers = set()
        self._background = background.Background()
        self._flows = asyncio.Event()
        self._flows.set()
        self.port = ports.free_port()
        self._server = self._background.run(asyncio.start_server(self._relay, "127.0.0.1", self.port))
        self._to = port or self.port

    def hold(self):
        """Lets nothing through from now on."""
        self._background.soon(self._flows.clear)

    def let_go(self):
        """Lets all held bytes through, and all after them."""
        self._background.soon(self._flows.set)

    def cut(self):
        """Breaks every connection."""
        self._background.soon(lambda: [writer.transport.abort() for writer in list(self._writers)])

    def end(self):
        """Stops listening."""
        self.cut()
        self._background.soon(self._server.close)
        self._background.end()

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
