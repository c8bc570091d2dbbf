"""The state of a guest in one line, for the error about a command that does not end in time."""

import re

# proc(5): the files to read in the guest.
FILES = ("/proc/meminfo", "/proc/loadavg", "/proc/[0-9]*/stat", "/proc/[0-9]*/wchan")
# The fields of /proc/PID/stat: a process's name and state, and the processor on which it ran last (field 39).
PROCESS = re.compile(r"(?P<pid>\d+) \((?P<name>.*)\) (?P<state>\S)(?: \S+){35} (?P<processor>\d+)")
STATES = {"R": "runs", "D": "cannot be woken"}
# A line of the kernel in the serial log, which begins with the seconds since the boot.
KERNEL = re.compile(r"\[ *\d+\.\d+\] .*")


def told(files, serial):
    """Returns the state of a guest: systemd, the busy processes, the memory, and the kernel's last lines.

    `files` has the texts of FILES, by path, and `serial` the end of the serial log.
    """
    processes = [found for path, text in files.items() if path.endswith("/stat") and (found := PROCESS.match(text))]
    busy = [found for found in processes if found["pid"] == "1" or found["state"] in STATES]
    words = [f"{found['name']} ({found['pid']}) {STATES.get(found['state'], 'sleeps')} on processor {found['processor']}"
             f" in {files.get('/proc/%s/wchan' % found['pid'], '?').strip('0') or 'its own code'}" for found in busy]
    words += re.findall(r"MemAvailable: +(.*)", files.get("/proc/meminfo", ""))[:1] or ["?"]
    words[-1] += " of memory are available"
    words.append(f"load {files.get('/proc/loadavg', '?').strip()}")
    return "; ".join(words + [f"the kernel says: {line}" for line in KERNEL.findall(serial)[-2:]])
