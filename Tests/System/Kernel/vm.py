"""One emulated Debian guest for the kernel tests: boots it, runs commands in it, and always kills it."""

import atexit
import contextlib
import ctypes
import functools
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import guest_state
from guest_commands import Commands, Started
from machine import Machine, VMError
from package_server import PackageServer, SOURCES

GUEST_DIRECTORY = "/opt/kernel-tests"
AGENT_PORT = "/dev/virtio-ports/agent"
AGENT = pathlib.Path(__file__).resolve().parent / "agent.py"
APT_GET = "DEBIAN_FRONTEND=noninteractive apt-get -qq --yes"


class VM:
    """A guest that runs inside `with VM() as vm:`. All changes in it are lost at the end."""

    def __init__(self, machine=Machine(), boot_timeout_seconds=600):
        """Stores the machine to boot and the time in which it has to answer; boots nothing yet."""
        self.machine = machine
        self.boot_timeout_seconds = boot_timeout_seconds * machine.slowness
        self.boot_seconds = None
        self.udp_port = self.web_port = None
        self.serial_log = machine.serial_log
        self._ssh_port = None
        self._image = None
        self._runtime = None
        self._emulator = None
        self._master = None
        self._commands = None
        self._packages = None

    def __enter__(self):
        """Makes the image if needed, boots it, and returns when commands can run."""
        self._image = self.machine.image()
        self._runtime = pathlib.Path(tempfile.mkdtemp(prefix="tiltpad-kernel-"))
        atexit.register(self.stop)
        _stop_on_termination(self)
        try:
            self._boot()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        """Kills the guest, whatever happened inside."""
        self.stop()

    def stop(self):
        """Kills the emulator and the ssh connections by their own process ids; a second call is harmless."""
        for child in (self._master, self._emulator):
            if child is not None and child.poll() is None:
                child.kill()
                child.wait()
        if self._packages is not None:
            self._packages.end()
            self._packages = None
        if self._runtime is not None:
            shutil.rmtree(self._runtime, ignore_errors=True)
        atexit.unregister(self.stop)

    def stands_still(self):
        """Returns whether commands in the guest no longer end; tries a command that systemd and udev normally answer at once."""
        try:
            self._commands.ask(60 * self.machine.slowness, command="systemctl is-system-running; udevadm settle --timeout 30", input=None)
        except (TimeoutError, VMError):
            return True
        return False

    def run(self, command, timeout_seconds=60, check=True, input=None):
        """Runs a shell command as root in the guest; with `check` a failure is a VMError with its output."""
        try:
            said = self._commands.ask(timeout_seconds * self.machine.slowness, command=command, input=input)
        except TimeoutError:
            raise VMError(f"`{command}` did not end within {timeout_seconds} s in the guest. There {self._state()}.") from None
        done = subprocess.CompletedProcess(command, said["status"], said["out"], said["error"])
        if check and done.returncode != 0:
            raise VMError(f"`{command}` ended with status {done.returncode} in the guest."
                          f"\n{done.stdout}{done.stderr}")
        return done

    def spawn(self, command=None, **request):
        """Starts a long-running command in the guest, or sends another request to its agent; `end` of the result ends it."""
        return Started(self._commands, **(request or {"start": command}))

    def read(self, *patterns):
        """Returns the texts of the guest's files whose paths match one of the patterns, by path."""
        return self._commands.ask(60 * self.machine.slowness, read=patterns)["files"]

    def write(self, path, text):
        """Writes a file in the guest, making its directory."""
        said = self._commands.ask(60 * self.machine.slowness, write=path, text=text)
        if said["status"] != 0:
            raise VMError(f"{path} could not be written in the guest: {said['error']}")

    def put_file(self, source, guest_path, mode="644"):
        """Copies one file of the host to a path in the guest, making its directory."""
        with open(source, "rb") as stream:
            self._pipe_in(stream, f"install -D -m {mode} /dev/stdin '{guest_path}'")

    def put_tree(self, directory, guest_path="/", names=(".",)):
        """Copies the contents of a directory of the host, or only `names`, into a directory of the guest, owned by root."""
        pack = ["tar", "-C", str(directory), "--owner=0", "--group=0", "--numeric-owner", "-cf", "-", *names]
        # The guest's own directories keep their modes, and its /lib stays a link to /usr/lib.
        unpack = (f"mkdir -p '{guest_path}' && "
                  f"tar -C '{guest_path}' --no-overwrite-dir --keep-directory-symlink -xf -")
        with subprocess.Popen(pack, stdout=subprocess.PIPE) as packer:
            self._pipe_in(packer.stdout, unpack)
        if packer.returncode != 0:
            raise VMError(f"tar could not read {directory} (status {packer.returncode}).")

    def forward(self, port, own=None):
        """Forwards a TCP port of the host's loopback, `own` or a free one, to a port of the guest's loopback; returns the host's port."""
        own = own or _free_port(socket.SOCK_STREAM)
        subprocess.run(self._ssh(None, "-O", "forward", "-L", f"127.0.0.1:{own}:127.0.0.1:{port}"), check=True, timeout=60)
        return own

    def install(self, repository):
        """Installs the newest package of a repository with apt, as a user would, even if it is already installed."""
        self.add_source(repository)
        return self.apt("update") + self.apt("install --reinstall tiltpad")

    def add_source(self, repository):
        """Adds a repository to apt's sources, and one with the Debian packages that it needs."""
        if self._packages is None:
            self._packages = PackageServer(repository, self._image / "archives")
            self.run("rm -f /etc/apt/sources.list")
            for name, text in self._packages.sources().items():
                self.write(f"{SOURCES}/{name}", text)

    def apt(self, words, timeout_seconds=180):
        """Runs apt-get with some words in the guest; returns what it prints."""
        done = self.run(f"{APT_GET} {words} 2>&1", timeout_seconds, check=False)
        if done.returncode != 0:
            journal = self.run("journalctl --no-pager -n 40 -u tiltpad", check=False).stdout
            raise VMError(f"`apt-get {words}` in the guest ended with status {done.returncode}.\n{done.stdout}{journal}")
        return done.stdout

    def _state(self):
        """Returns the state of the guest in one line, for errors."""
        try:
            files = self._commands.ask(20 * self.machine.slowness, read=guest_state.FILES)["files"]
        except (TimeoutError, KeyError):
            files = {}
        return guest_state.told(files, _tail(self.serial_log)) if files else "the agent does not answer"

    def _pipe_in(self, stream, command):
        """Feeds a binary stream to a command in the guest."""
        done = subprocess.run(self._ssh(command), stdin=stream, capture_output=True, timeout=300 * self.machine.slowness)
        if done.returncode != 0:
            raise VMError(f"`{command}` ended with status {done.returncode} in the guest."
                          f"\n{done.stderr.decode(errors='replace')}")

    def _boot(self):
        """Starts the emulator, waits for ssh, and opens the connection that all commands share."""
        started = time.monotonic()
        deadline = started + self.boot_timeout_seconds
        self._start_emulator()
        while not _speaks_ssh(self._ssh_port):
            self._check_alive(deadline)
        self._master = subprocess.Popen(
            self._ssh(None, "-M", "-N"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=_die_with_parent)
        while not (self._runtime / "ssh").exists():
            self._check_alive(deadline)
            time.sleep(0.05)
        self._start_agent()
        self.boot_seconds = time.monotonic() - started

    def _start_agent(self):
        """Starts the program in the guest that runs all commands of the tests."""
        self.put_file(AGENT, f"{GUEST_DIRECTORY}/{AGENT.name}")
        # It uses a serial port of the machine, because nothing is encrypted there. The host opens the port before the agent reads.
        port = socket.socket(socket.AF_UNIX)
        port.connect(str(self._runtime / "agent"))
        self._commands = Commands(port.makefile("wb"), port.makefile("rb"))
        with open(os.devnull, "rb") as nothing:
            self._pipe_in(nothing, f"setsid -f python3 {GUEST_DIRECTORY}/{AGENT.name} <>{AGENT_PORT} >&0 2>/run/agent.log")

    def _start_emulator(self, attempts=3):
        """Starts qemu with free ports; tries other ports if a port was taken in the meantime."""
        for _ in range(attempts):
            self._ssh_port = _free_port(socket.SOCK_STREAM)
            self.udp_port, self.web_port = _free_port(socket.SOCK_DGRAM), _free_port(socket.SOCK_DGRAM)
            with open(self._runtime / "qemu.log", "wb") as log:
                command = self.machine.command(self._image, self._ssh_port, self.udp_port, self.web_port) + [
                    "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=agent",
                    "-chardev", f"socket,id=agent,path={self._runtime / 'agent'},server=on,wait=off"]
                self._emulator = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                  preexec_fn=functools.partial(_go_at, self.machine.nice))
            try:
                self._emulator.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                return
        raise VMError(f"The emulator would not start: {(self._runtime / 'qemu.log').read_text().strip()}")

    def _ssh(self, command, *options):
        """Returns the ssh command line for a command in the guest, over the shared connection."""
        words = ["ssh", "-F", "none", "-i", str(self._image / "id_ed25519"), "-p", str(self._ssh_port),
                 "-o", f"ControlPath={self._runtime / 'ssh'}", "-o", "LogLevel=ERROR",
                 "-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "-o", "UpdateHostKeys=no",
                 "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                 *options, "root@127.0.0.1"]
        return words if command is None else [*words, command]

    def _check_alive(self, deadline):
        """Raises when the emulator is dead, the connection was refused, or the time is up."""
        if self._emulator.poll() is not None:
            reason = f"the emulator ended with status {self._emulator.returncode}"
        elif self._master is not None and self._master.poll() is not None:
            reason = f"ssh ended with status {self._master.returncode}"
        elif time.monotonic() > deadline:
            reason = f"it did not answer ssh within {self.boot_timeout_seconds} s"
        else:
            return
        said = (self._runtime / "qemu.log").read_text().strip()
        raise VMError(f"The guest did not boot: {reason}. {said}\n"
                      f"The end of {self.serial_log}:\n{_tail(self.serial_log)}")


def _free_port(kind):
    """Returns a loopback port that nobody uses at this moment."""
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _speaks_ssh(port):
    """Returns whether an ssh server answers on a loopback port; waits a moment before it returns False."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            if connection.recv(4) == b"SSH-":
                return True
    except OSError:
        pass
    time.sleep(0.2)
    return False


def _die_with_parent():
    """Makes the kernel kill this child when its parent dies (prctl PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _go_at(nice):
    """Lets the emulator run at a nice value, if that is allowed.

    Where the kernel groups processes by session (CONFIG_SCHED_AUTOGROUP, sched(7)), a nice value counts for the session.
    """
    _die_with_parent()
    os.setsid()
    with contextlib.suppress(OSError):
        os.nice(nice)
        pathlib.Path("/proc/self/autogroup").write_text(str(nice))


def _stop_on_termination(vm):
    """Makes SIGTERM stop the guest before it ends this program."""
    if threading.current_thread() is not threading.main_thread():
        return

    def terminate(number, _):
        """Ends the guest, and then this program by the same signal."""
        vm.stop()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    signal.signal(signal.SIGTERM, terminate)


def _tail(path, lines=25):
    """Returns the last lines of a file, or the reason why there are none."""
    try:
        return "\n".join(path.read_text(errors="replace").splitlines()[-lines:])
    except OSError as error:
        return f"({error})"


if __name__ == "__main__":
    with VM() as guest:
        print(f"booted in {guest.boot_seconds:.1f} s", file=sys.stderr)
        result = guest.run(" ".join(sys.argv[1:]) or "uname -a", timeout_seconds=600, check=False)
        print(result.stdout + result.stderr, end="")
        sys.exit(result.returncode)
