"""Runs in the guest: prints the kernel's data on one input device, as JSON lines.

First it prints {"device": {...}}, then {"ready": true}, then for the given seconds one line for each event, with the
kernel's own time on the monotonic clock. With --rumble-ms it also prints {"rumble": {...}}, with the duration of an upload.
"""

import argparse
import fcntl
import json
import os
import select
import struct
import sys
import time

import evdev
from evdev import ecodes

EVIOCSCLOCKID = 0x400445A0


def say(**fields):
    """Prints one JSON line at once."""
    print(json.dumps(fields), flush=True)


def find(phys, path, wait_seconds):
    """Opens the device at a path or with a phys, waiting until it is there and may be opened."""
    deadline = time.monotonic() + wait_seconds
    while True:
        for candidate in [path] if path else evdev.list_devices():
            try:
                device = evdev.InputDevice(candidate)
            except OSError:
                continue
            if path or device.phys == phys:
                return device
            device.close()
        if time.monotonic() >= deadline:
            sys.exit(f"evdev_probe: no input device with {'path ' + path if path else 'phys ' + phys}")
        time.sleep(0.1)


def describe(device):
    """Returns all data that a reader can ask the kernel for."""
    capabilities = {}
    for kind, codes in device.capabilities(absinfo=True).items():
        if kind == ecodes.EV_ABS:
            capabilities["EV_ABS"] = {code: absolute._asdict() for code, absolute in codes}
        elif kind != ecodes.EV_SYN:
            capabilities[ecodes.EV[kind]] = codes
    parent = os.path.realpath(f"/sys/class/input/{os.path.basename(device.path)}/device")
    return {
        "path": device.path, "sysname": os.path.basename(parent),
        "name": device.name, "phys": device.phys, "uniq": device.uniq,
        "bus": device.info.bustype, "vendor": device.info.vendor,
        "product": device.info.product, "version": device.info.version,
        "properties": device.input_props(), "effects": device.ff_effects_count,
        "capabilities": capabilities,
    }


def rumble(device, duration_ms):
    """Uploads, plays and erases one rumble effect, and prints the time that the pad's owner took to accept the effect."""
    motors = evdev.ff.Rumble(strong_magnitude=0xC000, weak_magnitude=0x4000)
    kind = evdev.ff.EffectType(ff_rumble_effect=motors)
    effect = evdev.ff.Effect(
        ecodes.FF_RUMBLE, -1, 0, evdev.ff.Trigger(0, 0), evdev.ff.Replay(duration_ms, 0), kind)
    began = time.monotonic()
    number = device.upload_effect(effect)
    uploaded = time.monotonic()
    device.write(ecodes.EV_FF, number, 1)
    time.sleep(duration_ms / 1000)
    device.write(ecodes.EV_FF, number, 0)
    device.erase_effect(number)
    say(rumble={"effect": number, "upload_seconds": round(uploaded - began, 4)})


def stream(device, shown, seconds):
    """Prints each event until the time is up or the device is gone.

    After a loss of events (SYN_DROPPED) it also prints the values that have changed meanwhile.

    `shown` has the values of all axes and keys before the first event.
    """
    deadline = time.monotonic() + seconds
    has_lost = False
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([device.fd], [], [], left)[0]:
            return
        try:
            for event in device.read():
                tell(event, shown)
                has_lost |= (event.type, event.code) == (ecodes.EV_SYN, ecodes.SYN_DROPPED)
                if has_lost and (event.type, event.code) == (ecodes.EV_SYN, ecodes.SYN_REPORT):
                    has_lost = False
                    catch_up(device, event, shown)
        except BlockingIOError:
            # The kernel has dropped the events between select and read.
            continue
        except OSError as error:
            say(gone=error.strerror)
            return


def tell(event, shown):
    """Prints an event, and stores its value in `shown`."""
    shown[event.type, event.code] = event.value
    say(type=ecodes.EV[event.type], code=event.code, value=event.value, name=name(event), kernel_seconds=event.timestamp())


def catch_up(device, last, shown):
    """Prints the states that differ from those in `shown`, as events at the time of `last` (Linux, input/event-codes.rst, SYN_DROPPED)."""
    for (kind, code), value in states(device).items():
        if shown.get((kind, code)) != value:
            tell(evdev.InputEvent(last.sec, last.usec, kind, code, value), shown)


def states(device):
    """Returns the values of all axes and keys, by type and code. When asked for them, the kernel drops waiting events of keys."""
    pressed = set(device.active_keys())
    return {(kind, code): device.absinfo(code).value if kind == ecodes.EV_ABS else int(code in pressed)
            for kind, codes in device.capabilities(absinfo=False).items() if kind in (ecodes.EV_ABS, ecodes.EV_KEY) for code in codes}


def name(event):
    """Returns all the kernel's names for an event's code, such as BTN_A/BTN_GAMEPAD/BTN_SOUTH."""
    names = ecodes.bytype[event.type].get(event.code, "?")
    return names if isinstance(names, str) else "/".join(names)


def main():
    """Finds the device, describes it, then streams it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    which = arguments.add_mutually_exclusive_group(required=True)
    which.add_argument("--phys")
    which.add_argument("--path")
    arguments.add_argument("--seconds", type=float, default=0, help="how long to print events")
    arguments.add_argument("--wait-seconds", type=float, default=5, help="how long to wait for the device")
    arguments.add_argument("--rumble-ms", type=int, help="play one effect this long before the events")
    chosen = arguments.parse_args()
    device = find(chosen.phys, chosen.path, chosen.wait_seconds)
    fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    say(device=describe(device))
    shown = states(device)
    say(ready=True)
    if chosen.rumble_ms is not None:
        rumble(device, chosen.rumble_ms)
    stream(device, shown, chosen.seconds)


if __name__ == "__main__":
    main()
