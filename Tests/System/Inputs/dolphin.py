"""The emulator Dolphin without a window, and a program for its GameCube that only reads controllers."""

import select
import shutil
import socket
import struct
import subprocess

PROGRAM = shutil.which("dolphin-emu-nogui", path="/usr/games:/usr/bin")
# SERIAL: the registers of the serial interface, to which controllers are connected (YAGCD, chapter 5.8). CODE: the address of the program. SEEN: the
# address to which it copies the controllers' answers.
SERIAL, CODE, SEEN = 0xCC006400, 0x80004000, 0x80005000
PADS = 4


def program():
    """Returns a DOL file: a program that polls all four controllers, and copies their answers to memory in an endless loop."""
    def load_address(register, value):
        return [0x3C000000 | register << 21 | value >> 16, 0x60000000 | register << 21 | register << 16 | value & 0xFFFF]

    def store(register, offset, base):
        return 0x90000000 | register << 21 | base << 16 | offset

    def load(register, offset, base):
        return 0x80000000 | register << 21 | base << 16 | offset

    code = load_address(3, SERIAL) + load_address(4, SEEN) + load_address(5, 0x00400300)
    code += [store(5, 12 * pad, 3) for pad in range(PADS)] + load_address(6, 0x80000000) + [store(6, 0x38, 3)]
    start = len(code)
    for pad in range(PADS):
        for word in (0, 4):
            code += [load(7, 12 * pad + 4 + word, 3), store(7, 8 * pad + word, 4)]
    code.append(0x48000000 | 4 * (start - len(code)) & 0x03FFFFFC)
    text = struct.pack(f">{len(code)}I", *code)
    text += bytes(-len(text) % 32)
    header = bytearray(0x100)
    for place, value in ((0, len(header)), (0x48, CODE), (0x90, len(text)), (0xE0, CODE)):
        struct.pack_into(">I", header, place, value)
    return bytes(header) + text


class Dolphin:
    """A running Dolphin. Its controllers are mapped to inputs of a DSU server, and its memory watcher reports what the GameCube reads."""

    def __init__(self, place, port, pads):
        """Starts Dolphin, as a client of the DSU server at `port` of this machine. `pads` maps the controls of each controller to expressions."""
        settings = place / "Config"
        watcher = place / "MemoryWatcher"
        for folder in (settings, watcher):
            folder.mkdir(parents=True)
        plugged = "\n".join(f"SIDevice{pad} = 6" for pad in range(len(pads)))
        (settings / "Dolphin.ini").write_text(
            f"[Core]\n{plugged}\nCPUCore = 0\nCPUThread = False\n[Input]\nBackgroundInput = True\n"
            "[Analytics]\nPermissionAsked = True\n[DSP]\nBackend = No Audio Output\n")
        (settings / "DSUClient.ini").write_text(f"[Server]\nEnabled = True\nEntries = Tiltpad:127.0.0.1:{port};\n")
        (settings / "GCPadNew.ini").write_text("".join(
            f"[GCPad{number}]\nDevice = DSUClient/0/Tiltpad\n" + "".join(f"{key} = {text}\n" for key, text in pad.items())
            for number, pad in enumerate(pads, 1)))
        (watcher / "Locations.txt").write_text("".join(f"{SEEN + 4 * word:08X}\n" for word in range(2 * PADS)))
        (place / "pad.dol").write_bytes(program())
        self.ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.ear.bind(str(watcher / "MemoryWatcher"))
        self.words = [0] * (2 * PADS)
        self.child = subprocess.Popen(
            [PROGRAM, "-u", str(place), "-p", "headless", "-v", "Null", "-e", str(place / "pad.dol")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        """Ends the emulator."""
        self.child.kill()
        self.child.wait()
        self.ear.close()

    def read(self):
        """Reads the memory watcher's messages about changed words."""
        while select.select([self.ear], [], [], 0)[0]:
            lines = self.ear.recv(1 << 16).rstrip(b"\0").decode().split()
            for place, value in zip(lines[::2], lines[1::2]):
                self.words[(int(place, 16) - SEEN) // 4] = int(value, 16)

    def buttons(self, pad):
        """Returns the bits of the pressed buttons of a controller. Bit 0x80, which is always set, is left out."""
        return self.words[2 * pad] >> 16 & ~0x80

    def sticks(self, pad):
        """Returns the four axes of the two sticks of a controller, −128 to 127, positive to the right and up."""
        high, low = self.words[2 * pad:2 * pad + 2]
        return tuple(byte - 128 for byte in (high >> 8 & 255, high & 255, low >> 24, low >> 16 & 255))
