"""An event loop that runs in a thread."""

import asyncio
import threading

LONGEST_s = 100


class Background:
    """Runs coroutines in a thread, for tests that wait for their results."""

    def __init__(self):
        """Starts the thread."""
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, coroutine):
        """Runs a coroutine in the loop, and waits; returns its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(LONGEST_s)

    def soon(self, call):
        """Schedules a call of a function in the loop's thread."""
        self.loop.call_soon_threadsafe(call)

    def end(self):
        """Ends all tasks, and the thread."""
        self.run(self._cancel())
        self.soon(self.loop.stop)
        self._thread.join(5)
        self.loop.close()

    async def _cancel(self):
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
