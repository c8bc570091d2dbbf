"""The players of a quiz. Each is a controller with its own key and its own clock, and the test presses its buttons."""

import functools
import os
import pty
import struct
import subprocess
import sys
import time

import stage
from namespaces import TOOLS
from scene import PATIENCE, Child, Scene
from tables import Mode, RoundPhase

RATE_HZ = 30
# Two keys of `tiltpad send`. A terminal reports no releases, so the program holds each key for 120 ms. The other key is free meanwhile.
KEY, OTHER_KEY = "a", "b"
AHEAD_SECONDS = 5000


@functools.cache
def unavailable():
    """Returns the reason why processes cannot have their own clocks on this machine, or None if they can."""
    before = time.monotonic()
    shown = subprocess.run(
        ["unshare", "--time", "--monotonic", str(AHEAD_SECONDS), sys.executable, "-c", "import time; print(time.monotonic())"],
        capture_output=True, text=True, check=False, timeout=PATIENCE)
    if shown.returncode != 0 or float(shown.stdout) < before + AHEAD_SECONDS:
        return f"no time namespace that is entered at once, as Linux 6.1 and later have it ({shown.stderr.strip()})"
    return None


class Contestant(Child):
    """A `tiltpad send` in a time namespace. Its clock is `ahead_seconds` ahead, and runs faster by `skew_ppb` billionths (skew.c)."""

    def __init__(self, scene, number, ahead_seconds, skew_ppb):
        """Starts the program as player `number`, pairs it by a link, and waits until it plays."""
        self.number = number
        self.pressed = []
        self._record = scene.place / f"keys.{number}"
        self._master, slave = pty.openpty()
        scene.callback(os.close, self._master)
        clock = {
            "LD_PRELOAD": TOOLS / "skew.so", "SKEW_PPB": skew_ppb, "SKEW_OFFSET": ahead_seconds, "SKEW_RECORD": self._record}
        wrapper = [
            "unshare", "--time", "--monotonic", ahead_seconds, "env", *(f"{name}={value}" for name, value in clock.items())]
        try:
            super().__init__(
                scene, scene.near, f"player{number}", "send", "--json", "--rate", RATE_HZ, "--pair", scene.link_of_host(),
                wrapper=wrapper, surroundings={"XDG_STATE_HOME": str(scene.place / f"phone{number}")}, stdin=slave)
        finally:
            os.close(slave)
        self.until(f'"player":{number}')

    def press(self, key=KEY):
        """Types a key into the program's terminal."""
        self.pressed.append(time.monotonic_ns())
        os.write(self._master, key.encode())

    def noticed(self, timeout_seconds=PATIENCE):
        """Waits until the program has noticed every key; returns the times, in ns of the host's clock."""
        limit = time.monotonic() + timeout_seconds
        while len(times := self._times()) < len(self.pressed):
            assert time.monotonic() < limit, f"{len(times)} of {len(self.pressed)} keys; {self.text()}"
            time.sleep(0.005)
        return times

    def _times(self):
        data = self._record.read_bytes() if self._record.exists() else b""
        return [time for time, in struct.iter_unpack("<q", data)]


class Quiz(Scene):
    """A scene with eight contestants, and a connection by which the test leads the quiz."""

    def __init__(self, skews_ppm, guests=0, **faults):
        """Starts a contestant for each of `skews_ppm`, each with a clock that is further ahead. There is room for `guests` more players."""
        super().__init__(players=len(skews_ppm) + guests, **faults)
        try:
            self.contestants = {
                number: Contestant(self, number, 1000 * number ** 3, int(1000 * skew))
                for number, skew in enumerate(skews_ppm, 1)}
            self.host = self.enter_context(stage.lead(self.socket))
            self.host.obeyed("automatic", 0)
            self.host.obeyed("mode", Mode.BUZZER)
            self.host.know_clocks(len(self.contestants))
        except BaseException:
            self.close()
            raise

    def arm(self):
        """Starts a round; returns the earliest and the latest time at which it may have started, in ns of the host's clock."""
        since, before = len(self.host.stages), time.monotonic_ns()
        self.host.obeyed("arm")
        armed = self.host.until_stage(lambda stage_: stage_.phase == RoundPhase.ARMED, since=since)
        return before, armed.heard

    def press(self, numbers, pause_seconds, key=KEY):
        """Makes players press; returns the times, in ns of the host's clock.

        Each presses `pause_seconds` after the previous press was noticed. With 0, all press at once.
        """
        for former, number in zip([None, *numbers], numbers):
            if former and pause_seconds:
                noticed = self.contestants[former].noticed()[-1]
                self.host.wait((noticed - time.monotonic_ns()) / 1e9 + pause_seconds)
            self.contestants[number].press(key)
        return {number: self.contestants[number].noticed()[-1] for number in numbers}

    def exactness(self):
        """Returns the times from the typing of each key to its notice by the program, in ns, sorted."""
        return sorted(
            noticed - pressed for contestant in self.contestants.values()
            for pressed, noticed in zip(contestant.pressed, contestant.noticed()))
