"""The settings of the stand-in's host: the default values, and those that dashboards try and keep."""

from tables import KNOBS

SECONDS = 60
# The numbers of the origins of values (web/dashboard/tuning.js).
COMMON, KEPT, TRIED = 0, 1, 3
# The default values, by key. A missing value is 0.
USUAL = {"full_lock": 450, "dead_zone": 30, "smoothing": 50, "press_hold": 1, "minimum_press": 20, "gyro_rate": 10, "gyro_tighten": 50, "turn_rate": 360,
         "turn_power": 10, "motion": 1, "battery": 1, "players": 8, "keep_slot": 60}
KEYS = [key for key, *_ in KNOBS]


class Settings:
    """The values that differ from the defaults, by key and slot, with their origins."""

    def __init__(self):
        """Starts with the default values."""
        self._chosen = {}

    def take(self, order):
        """Carries out an order; returns the text about the settings of its slot."""
        place = order.get("key"), order["slot"]
        if order["do"] == "try":
            self._chosen[place] = order["value"], TRIED
        if order["do"] == "keep":
            self._chosen |= {place: (order["value"], KEPT)} if place[0] else {each: (value, KEPT) for each, (value, _) in self._chosen.items()}
        if order["do"] == "undo":
            self._chosen = {each: chosen for each, chosen in self._chosen.items() if chosen[1] != TRIED}
        if order["do"] == "clear":
            self._chosen.pop(place, None)
        return self.told(order["slot"])

    def told(self, slot):
        """Returns the text about the settings of a slot, as the host sends it."""
        found = [self._chosen.get((key, slot), self._chosen.get((key, 0), (USUAL.get(key, 0), COMMON))) for key in KEYS]
        is_trial = any(origin == TRIED for _, origin in found)
        return {"type": "settings", "slot": slot, "values": [value for value, _ in found], "origins": [origin for _, origin in found],
                "seconds": SECONDS if is_trial else 0, "edited": False, "off": False}
