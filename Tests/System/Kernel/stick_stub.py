"""Guest: joysticks made without the daemon, which `tiltpad join --stick` takes for real ones.

Each line on stdin is a JSON object:

  {"plug": KIND, "phys": PHYS}                                   plugs in a stick
  {"unplug": PHYS}                                               pulls it out
  {"write": PHYS, "events": [[type, code, value], ...]}          one batch of events

It prints {"plugged": PHYS, "path": NODE}, and {"done": true} after each other line.
"""

import json
import sys

import evdev
from evdev import AbsInfo, ecodes
from stick_kinds import KINDS

def plugged(kind, phys):
    """Returns a stick of a kind, with this phys."""
    name, vendor, product, version, keys, axes = KINDS[kind]
    events = {ecodes.EV_KEY: keys} if keys else {}
    if axes:
        events[ecodes.EV_ABS] = [(code, AbsInfo(*values)) for code, values in axes.items()]
    return evdev.UInput(events, name=name, vendor=vendor, product=product, version=version, bustype=3, phys=phys)


def main():
    """Obeys the lines on stdin until it ends."""
    sticks = {}
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        answer = {"done": True}
        if "plug" in order:
            stick = sticks[order["phys"]] = plugged(order["plug"], order["phys"])
            answer = {"plugged": order["phys"], "path": stick.device.path}
        elif "unplug" in order:
            sticks.pop(order["unplug"]).close()
        else:
            for kind, code, value in order["events"]:
                sticks[order["write"]].write(kind, code, value)
            sticks[order["write"]].syn()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
