"""Runs every *_tests.py next to it in one guest: python3 Tests/System/Kernel/test_kernel.py [-f] [-k PATTERN].

If the guest stands still, so that no command in it ends, the current file and those after it run in a second guest.
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE)]

import counted  # noqa: E402
import shared_guest  # noqa: E402

# The option of the run in the second guest. Its arguments are the first file, and the numbers of tests that have passed, failed and been skipped.
REST = "--rest"


def in_guests(directory, pattern):
    """Runs the files one after the other; returns how many tests passed, failed and were skipped."""
    is_second = REST in sys.argv
    first, *sums = sys.argv[2:] if is_second else ["", 0, 0, 0]
    sys.argv[1:], sums = [], [int(number) for number in sums]
    for file in sorted(path.name for path in directory.glob(pattern)):
        if file < first:
            continue
        counts = counted.in_turn(directory, file)
        if counts[1] and not is_second and shared_guest.stands_still():
            print(f"kernel: the guest stands still; {file} and what follows run in another", flush=True)
            shared_guest.guest().stop()
            os.execv(sys.executable, [sys.executable, "-u", __file__, REST, file, *map(str, sums)])
        sums = list(map(sum, zip(sums, counts)))
    return sums


is_whole = len(sys.argv) == 1 or REST in sys.argv
sys.exit(counted.main("kernel", HERE, turn=in_guests if is_whole else None))
