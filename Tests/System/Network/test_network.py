"""Encrypted sessions over bad networks: python3 Tests/System/Network/test_network.py [--full] [--write] [-f] [-k PATTERN].

--full plays through each network for a minute; --write writes docs/network.md, if every test has passed; the sections whose
tests have not run, as with -k, stay as they are.
"""

import os
import pathlib
import signal
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE)]

import counted  # noqa: E402

wishes = {name for name in ("--full", "--write") if name in sys.argv}
sys.argv = [word for word in sys.argv if word not in wishes]
if "--full" in wishes:
    os.environ.update(TILTPAD_NETWORK="full", TILTPAD_LONG="yes")

import namespaces  # noqa: E402
import table  # noqa: E402

# When this process ends by SIGTERM, it also ends the processes that it has started.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
if namespaces.unavailable() is None:
    namespaces.sweep()
# These tests keep the processors busy, or measure milliseconds. A run that writes keeps all results in one process.
ALONE = ["flood_tests.py", "matrix_tests.py", "phone_tests.py", "quiz_page_tests.py", "quiz_tests.py", "stun_flood_tests.py"]
status = counted.main("network", HERE, at_once=1 if "--write" in wishes else 2 * counted.processors(), alone=ALONE)
if "--write" in wishes and status == 0:
    table.write()
sys.exit(status)
