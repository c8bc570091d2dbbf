"""Pages without a browser over data channels: each sends states at 60 Hz and reads the answers, by aiortc.

    channels.py PORT SECONDS PID CERTIFICATE    plays a page for each ticket on standard input; prints what PID needs for them
"""

import asyncio
import pathlib
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2] / folder) for folder in ("Tests/System/Web", "Tests/System/Commands", "Tests/Support")]

from rtc_peer import Channel, Path, credentials, fingerprint  # noqa: E402
from with_gateway import Page, state  # noqa: E402

RATE = 60
# Seconds before the measurement begins.
WARMING = 2


def spent(pid):
    """Returns the processor time of all threads of a process, in ns (/proc/PID/task/TID/schedstat)."""
    return sum(int(path.read_text().split()[0]) for path in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"))


def memory(pid):
    """Returns the resident memory of a process in KiB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


async def play(page, start, sent):
    """Sends the page's states 60 times a second from `start` on, and counts them in `sent[0]`; late states are sent at once."""
    turn = 0
    while True:
        await asyncio.sleep(start + turn / RATE - time.monotonic())
        await page.send(state(right_x=turn * 97 % 16000 - 8000, sample_time=time.monotonic_ns() // 1000 & 0xffffffff))
        sent[0] += 1
        turn += 1


async def hear(channel, heard):
    """Reads the answers that arrive at `channel`, and counts them in `heard[0]`."""
    while True:
        await channel.recv()
        heard[0] += 1


async def main(port, seconds, pid, certificate, tickets):
    """Plays a page for each ticket for `seconds`, and prints what the process `pid` needs for them."""
    digest, empty = fingerprint(pathlib.Path(certificate).read_text()), memory(pid)
    channels = [Channel(Path(port, *credentials(ticket)), digest) for ticket in tickets]
    for channel in channels:
        await channel.__aenter__()
        page = Page(channel)
        await page.say(type="hello", name="Aki", language="ja", colour="#e69f00", counter=0)
        await page.text("welcome", "waiting")
    sent, heard, start = [0], [0], time.monotonic() + 0.1
    tasks = [asyncio.create_task(hear(channel, heard)) for channel in channels]
    tasks += [asyncio.create_task(play(Page(channel), start + number / RATE / len(channels), sent))
              for number, channel in enumerate(channels)]
    await asyncio.sleep(WARMING)
    sent[0] = heard[0] = 0
    used, began = -spent(pid), time.monotonic()
    await asyncio.sleep(seconds)
    used, took = used + spent(pid), time.monotonic() - began
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    print(f"{len(channels)} pages, {took:.0f} s: {sent[0]} messages, {heard[0]} answers, {(memory(pid) - empty) // len(channels)} KiB a page; "
          f"{used / took / 1e6:.0f} thousandths of a core, {used // max(sent[0], 1)} ns a message")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.stdin.read().split()))
