"""A browser that programs control over a WebSocket: it answers calls by their number, and reports events to listeners."""

import asyncio
import json

import websockets

import background
import processes

START_s = 60
CALL_s = 40


class Browser:
    """A headless browser; a context manager that ends it with all its processes."""

    def __init__(self):
        """Makes a folder for the browser, and a loop for what it says."""
        self.place = processes.place("tiltpad-browser-")
        self.listeners = []
        self._next = 0
        self._answers = {}
        self._background = background.Background()
        self._run = self._background.run

    def __enter__(self):
        """Returns the browser."""
        return self

    def __exit__(self, *_):
        """Ends every process of the browser: it has a group of its own."""
        processes.end(self.process)
        self._background.end()
        processes.remove(self.place)

    async def connect(self, address):
        """Connects to the browser, and listens to it from then on."""
        self._socket = await websockets.connect(address, max_size=None, ping_interval=None)
        self._listening = asyncio.get_running_loop().create_task(self._listen())

    async def ask(self, **message):
        """Sends a message under the next number, and returns the answer with that number."""
        self._next += 1
        answer = self._answers[self._next] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": self._next, **message}))
        return await asyncio.wait_for(answer, CALL_s)

    async def _listen(self):
        try:
            async for text in self._socket:
                message = json.loads(text)
                waiting = self._answers.pop(message.get("id"), None)
                if waiting and not waiting.done():
                    waiting.set_result(message)
                if "method" in message:
                    for listener in list(self.listeners):
                        listener(message)
        except websockets.ConnectionClosed:
            pass
