"""The numbers of docs/protocol.md and their names, written by `swift run tables --write`."""

import enum

Drop = enum.IntEnum("Drop", {
    "TOO_SHORT": 0, "TOO_LONG": 1, "UNKNOWN_TYPE": 2, "RESERVED_NOT_ZERO": 3, "EMPTY": 4, "FRAME_TRUNCATED": 5, "FRAME_LENGTH": 6,
    "FRAME_REPEATED": 7, "WRONG_DIRECTION": 8, "HISTORY_WITHOUT_STATE": 9, "ANGLE_NOT_FINITE": 10, "ANGLE_RANGE": 11, "BUTTON_RANGE": 12,
    "BATTERY_RANGE": 13, "TOUCH_PHASE": 14, "NOT_ALLOWED": 15, "FOREIGN_ENDPOINT": 16, "FULL": 17, "FLOODING": 18, "GONE": 19, "SUSPECT": 20,
    "DUPLICATE": 21, "TOO_OLD": 22, "SESSION_SIZE": 23, "SESSION_TYPE": 24, "SESSION_VERSION": 25, "SESSION_RESERVED": 26, "SESSION_VALUE": 27,
    "WRONG_CODE": 28, "NO_COOKIE": 29, "FORGED": 30, "UNKNOWN_KEY": 31, "REFUSED": 32, "UNKNOWN_INDEX": 33, "EXPIRED": 34, "PAIRING_CLOSED": 35,
    "UNEXPECTED": 36, "WAITING": 37, "TOUCH_CONTACT": 38,
})
Transport = enum.IntEnum("Transport", {
    "UDP": 0, "WEBSOCKET": 1, "HTTP": 2, "WEBRTC": 3, "OTHER": 4, "DSU": 5, "DROIDPAD": 6, "OPENTRACK": 7, "FREEPIE": 8, "OSC": 9, "SENSAGRAM": 10,
    "RETROPAD": 11, "YOKE": 12, "ELRS": 13, "SENSORSERVER": 14,
})
Mode = enum.IntEnum("Mode", {"ATTRACT": 0, "LOBBY": 1, "PLAY": 2, "BUZZER": 3, "TANK": 4})
RoundPhase = enum.IntEnum("RoundPhase", {"IDLE": 0, "ARMED": 1, "LOCKED": 2, "RESULT": 3})
RoundFlag = enum.IntEnum("RoundFlag", {"AUTOMATIC": 1, "TIE": 2, "MIDPOINT": 4, "SHARED": 8})
Doubt = enum.IntEnum("Doubt", {"CLOCK": 1, "TIME": 2, "STALLED": 4})
Policy = enum.IntEnum("Policy", {"OPEN": 0, "ASK": 1, "LOCKED": 2})
Silence = enum.IntEnum("Silence", {"LIVE": 0, "HOLDING": 1, "RELEASING": 2, "RELEASED": 3})
PeerState = enum.IntEnum("PeerState", {"AVAILABLE": 0, "UNAVAILABLE": 1, "CONNECTED": 2, "DISCONNECTED": 3, "CONNECTING": 4})
Refusal = enum.IntEnum("Refusal", {
    "NONE": 0, "VERSION": 1, "FULL": 2, "LOCKED": 3, "PAIRING_CLOSED": 4, "DENIED_BY_HOST": 5, "REVOKED": 6, "RATE": 7, "TAKEOVER": 8, "WRONG_PIN": 9,
    "EXHAUSTED_PIN": 10, "ROLE": 11, "SESSION_MISMATCH": 12, "SHUTDOWN": 13, "PROTOCOL_ERROR": 14, "CLOCK_SUSPECT": 15, "TIMEOUT": 16, "BUSY": 17,
})
PRESETS = ["help", "turns", "halves", "together", "one", "first", "vote", "mean"]
IDENTITIES = ["host", "xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer", "dualsense", "xboxone-bt", "g29"]
Button = enum.IntEnum("Button", {
    "A": 0, "B": 1, "C": 2, "X": 3, "Y": 4, "Z": 5, "LB": 6, "RB": 7, "LT": 8, "RT": 9, "BACK": 10, "START": 11, "GUIDE": 12, "LS": 13, "RS": 14,
    "SHARE": 15, "UP": 16, "DOWN": 17, "LEFT": 18, "RIGHT": 19, "EXTRA1": 20, "EXTRA2": 21, "EXTRA3": 22, "EXTRA4": 23, "EXTRA5": 24, "EXTRA6": 25,
    "EXTRA7": 26, "EXTRA8": 27, "EXTRA9": 28, "EXTRA10": 29, "EXTRA11": 30, "PAD": 31,
})
Count = enum.IntEnum("Count", {
    "RECEIVED": 0, "LATE": 1, "LOST": 2, "EDGES": 3, "RECOVERED": 4, "SKIPPED": 5, "HURRIED": 6, "MESSAGES": 7, "UNREAD": 8,
})
Message = enum.IntEnum("Message", {
    "FRAMES": 224, "GONE": 225, "PAGE": 226, "NAME": 227, "ALIVE": 228, "GUEST": 229, "VERDICT": 230, "RUMBLE": 231, "WATCH": 232, "HOST": 233,
    "PLAYER": 234, "TRACE": 235, "RECENTRE": 236, "ORDER": 237, "ANSWER": 238, "PEER": 239, "MESSAGE": 240, "DELIVERY": 241, "SEAT": 242,
    "SETUP": 243, "SITE": 244, "REPORT": 245, "SHARE": 246, "SETTING": 247, "GAME": 223,
})
Topic = enum.IntEnum("Topic", {"STATUS": 1, "TRACE": 2, "PEERS": 4, "MESSAGES": 8, "STAGE": 16, "REPORTS": 32})
StatusFrame = enum.IntEnum("StatusFrame", {
    "BRIDGE": 1, "DROPS": 2, "ROOM": 3, "ROUND": 4, "PRESSES": 5, "PLACE": 6, "APPS": 7, "CONTROLLER": 17, "TIMES": 18, "TILT": 19, "PAD": 20,
    "COUNTS": 21, "CLOCK": 22, "DELAYS": 23, "HANDLING": 24, "IDENTITY": 25, "SHARES": 26,
})
Verb = enum.IntEnum("Verb", {
    "ACCEPT": 1, "DENY": 2, "KICK": 3, "POLICY": 4, "OFFER_CODE": 5, "OFFER_PIN": 6, "CLOSE_PAIRING": 7, "REVOKE": 8, "RENAME": 9, "MODE": 10,
    "ARM": 11, "RIGHT": 12, "WRONG": 13, "SHARED": 14, "AGAIN": 15, "MIDPOINT": 16, "CLEAR": 17, "UNDO": 18, "AUTOMATIC": 19, "RESET": 20, "TEAM": 21,
    "POINTS": 22, "CHOOSE": 23, "FORGET": 24,
})
Result = enum.IntEnum("Result", {
    "DONE": 0, "NOBODY": 1, "NOT_NOW": 2, "NO_SESSIONS": 3, "FAILED": 4, "FULL": 5, "OVERRULED": 6, "FIXED": 7, "EDITED": 8, "SWITCHED_OFF": 9,
})
KNOBS = [
    ("profile", "feel", ["wheel", "pad", "flight", "raw"]),
    ("full_lock", "feel", 10, 1800, 1, "degrees"),
    ("dead_zone", "feel", 0, 900, 3, "part"),
    ("curve", "feel", 0, 100, 2, "none"),
    ("invert", "feel", ["no", "yes"]),
    ("smoothing", "feel", 0, 1000, 2, "hertz"),
    ("stick_dead_zone", "feel", 0, 900, 3, "part"),
    ("stick_anti_dead_zone", "feel", 0, 900, 3, "part"),
    ("stick_curve", "feel", 0, 100, 2, "none"),
    ("press_hold", "feel", ["no", "yes"]),
    ("minimum_press", "feel", 0, 100, 0, "milliseconds"),
    ("gyro", "feel", ["off", "stick"]),
    ("gyro_space", "feel", ["player", "world", "local"]),
    ("gyro_rate", "feel", 1, 200, 1, "none"),
    ("gyro_tighten", "feel", 0, 500, 1, "speed"),
    ("turn_rate", "feel", 30, 3600, 0, "speed"),
    ("turn_power", "feel", 10, 40, 1, "none"),
    ("turn_inner", "feel", 0, 400, 3, "part"),
    ("turn_outer", "feel", 0, 400, 3, "part"),
    ("flick", "feel", ["no", "yes"]),
    ("flick_snap", "feel", ["0", "4", "8"]),
    ("identity", "pad", ["xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer", "dualsense", "xboxone-bt", "g29"]),
    ("motion", "pad", ["no", "yes"]),
    ("battery", "host", ["no", "yes"]),
    ("players", "host", 1, 16, 0, "none"),
    ("keep_slot", "host", 0, 3600, 0, "seconds", "forever"),
]
SLOTS = 16
VERSION = 1
