"""The package of the previous version, 0.1.0. Its programs are built from its commit.

That version had no package of its own, only `make install`. So the package has the paths and the maintainer scripts of today's package.
"""

import pathlib
import shutil
import subprocess
import tempfile

import daemon_guest
from shared_guest import guest

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMIT, VERSION = "79d29ff", "0.1.0"
PLACE = ROOT / ".cache/former" / COMMIT
PROGRAMS = [PLACE / f".build/release/{name}" for name in ("tiltpad", "tiltpad-web")]
# Directories of /usr/lib that debhelper of Debian 12 puts into /lib.
MOVED = ("systemd", "udev")


def package(test):
    """Puts the package into the guest; returns its path in the guest. Skips `test` if this clone lacks the commit."""
    if subprocess.run(["git", "-C", ROOT, "cat-file", "-e", f"{COMMIT}^{{commit}}"], capture_output=True, check=False).returncode:
        test.skipTest(f"this clone lacks {COMMIT}, the commit of version {VERSION}: git fetch --unshallow")
    if not all(program.exists() for program in PROGRAMS):
        build()
    with tempfile.TemporaryDirectory(prefix="tiltpad-former-") as place:
        pack(pathlib.Path(place))
        guest().put_file(f"{place}/former.deb", "/tmp/former.deb")
    return "/tmp/former.deb"


def build():
    """Builds the programs of that version; this takes many minutes."""
    PLACE.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(["git", "-C", ROOT, "archive", COMMIT], stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "-x", "-C", PLACE], stdin=archive.stdout, check=True)
    subprocess.run(["scripts/programs", "--release"], cwd=PLACE, stdin=subprocess.DEVNULL, check=True, stdout=subprocess.DEVNULL)


def pack(place):
    """Makes former.deb in the empty directory `place`."""
    tree = place / "tree"
    present = next((daemon_guest.REPOSITORY / "pool").glob("tiltpad_*.deb"))
    subprocess.run(["make", "-s", "-o", "build", "install", "prefix=/usr", f"DESTDIR={tree}"], cwd=PLACE, check=True)
    for name in MOVED:
        shutil.copytree(tree / "usr/lib" / name, tree / "lib" / name)
        shutil.rmtree(tree / "usr/lib" / name)
    shutil.copy(PLACE / "scripts/activate", tree / "usr/libexec/tiltpad/activate")
    subprocess.run(["dpkg-deb", "-e", present, tree / "DEBIAN"], check=True)
    (tree / "DEBIAN/md5sums").unlink()
    control = tree / "DEBIAN/control"
    lines = [f"Version: {VERSION}" if line.startswith("Version: ") else line for line in control.read_text().splitlines()]
    control.write_text("\n".join(lines) + "\n")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", tree, place / "former.deb"], check=True, capture_output=True)
