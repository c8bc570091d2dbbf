"""A browser under the test's control, over a WebSocket. It answers each call under the call's number, and reports events to listeners."""

import asyncio
import json

import websockets

import background
import processes

START_s = 60
CALL_s = 40


class Browser:
    """A headless browser. At the end of its `with` block, all its processes end."""

    def __init__(self):
        """Makes a folder for the browser, and an event loop that reads its messages."""
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
        """Ends the browser's process group, which has all its processes."""
        processes.end(self.process)
        self._background.end()
        processes.remove(self.place)

    async def connect(self, address):
        """Connects to the browser, and starts to read its messages."""
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
