"""Sends arbitrary bytes to the web gateway: see scripts/test/raw-bytes."""

import argparse
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[1]
sys.path[:0] = [str(TESTS / folder) for folder in ("Support", "System/Commands", "System/Web")]

import counted  # noqa: E402

parser = argparse.ArgumentParser(description="Speaks raw bytes to the web gateway, and asks after each whether it is well.")
parser.add_argument("seconds", nargs="?", type=float, default=60, help="how long to look for something new (60)")
parser.add_argument("--seed", type=int, help="where to begin; it is printed")
parser.add_argument("--valgrind", action="store_true", help="the gateway under valgrind, with each invalid access a failure")
parser.add_argument("--replay", nargs="+", metavar="FILE", default=[], help="only plays these finds")
options = parser.parse_args()
if options.valgrind and not shutil.which("valgrind"):
    parser.error("there is no valgrind; try: sudo apt-get install valgrind")
os.environ["RAW_SECONDS"] = str(options.seconds)
os.environ["RAW_SEED"] = "" if options.seed is None else str(options.seed)
os.environ["RAW_FILES"] = " ".join(str(pathlib.Path(file).resolve()) for file in options.replay)
os.environ["RAW_VALGRIND"] = "yes" if options.valgrind else ""
sys.argv[1:] = ["-f"]
sys.exit(counted.main("raw", HERE))
