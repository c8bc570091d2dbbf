"""Tests of games and emulators that print by themselves which controller they have found."""

import re
import unittest

import browsers
import players
import readers
import suite
import table
import views
from shared_guest import guest
from steps import REST
from table import NO, NONE, YES, Seen

SCREEN = ":5"
AS_PLAYER = f"{browsers.AS_PLAYER} SDL_AUDIODRIVER=dummy DISPLAY={SCREEN}"

LIMIT = "timeout --foreground 60"
BY_TLK = (r"joystick  : (?P<name>.*?)( \[|$)|axes      : (?P<axes>\d+)|buttons   : (?P<buttons>\d+)", r"hats      :|available: 0")

# For each game: its command, the pattern of its lines about the pad, and the pattern of a later line, which comes with and without a pad.
GAMES = {
    "Teeworlds": (f"{LIMIT} stdbuf -oL /usr/games/teeworlds",
                  r"Name: (?P<name>.*)|Axes: (?P<axes>\d+)|Buttons: (?P<buttons>\d+)", r"Number of Balls|refreshing master"),
    "Trigger Rally": (f"{LIMIT} stdbuf -oL /usr/games/trigger-rally",
                      r"Joystick \d+: (?P<name>.*), (?P<axes>\d+) axis, (?P<buttons>\d+) button", "GLEW initialized"),
    "Powermanga": (f"{LIMIT} stdbuf -oL /usr/games/powermanga --verbose --window --nosound", *BY_TLK),
    "TecnoballZ": (f"{LIMIT} stdbuf -oL /usr/games/tecnoballz --verbose --window --nosound", *BY_TLK),
    "Mednafen": (f"SDL_VIDEODRIVER=dummy {LIMIT} /usr/games/mednafen -sounddriver dummy /etc/hostname",
                 r"ID: 0x.{16}(?P<axes>.{4})(?P<buttons>.{4})0{8} - (?P<name>.*)", r"Loading \"/etc"),
    "DOSBox": (f"SDL_VIDEODRIVER=dummy {LIMIT} sh -c 'dosbox -c exit; echo ended'",
               r"Using joystick (?P<name>.*) with (?P<axes>\d+) axes, (?P<buttons>\d+) buttons", "^ended|Using joystick"),
}


def setUpModule():
    """Starts the daemon, and a screen that does not restart between two games."""
    players.start()
    GamesThatSay.screen = guest().spawn(f"exec Xvfb {SCREEN} -noreset -screen 0 640x480x24")
    guest().run(f"until [ -e /tmp/.X11-unix/X{SCREEN.removeprefix(':')} ]; do sleep 0.1; done")


def tearDownModule():
    """Removes the screen."""
    GamesThatSay.screen.end()


@suite.for_each_identity
class GamesThatSay(unittest.TestCase):
    """Tests in which each game starts with the pad present, and prints its name and the numbers of its axes and buttons."""

    TITLE = "games"

    def check(self, identity):
        """Compares the pad with what each game prints about it."""
        with players.joined(identity):
            said = {game: self.said(game) for game in GAMES}
        for game, found in said.items():
            self.assertEqual(found, expected(identity, game), game)
            table.record(identity, game, Seen(YES, found["name"], f"{found['axes']} axes, {found['buttons']} buttons", NONE,
                                              notes=("names-only",)))

    def check_sensors(self, identity):
        """Checks that each game finds no controller."""
        with players.joined(identity):
            players.sensor_nodes()
            for game in GAMES:
                self.assertEqual(self.said(game), {}, game)
                table.record(identity, game, Seen(NO, notes=("sensors-only",)))

    def said(self, game):
        """Returns the pad's name and the numbers of its axes and buttons, as the game prints them; an empty dictionary if the game found no pad."""
        command, pattern, end = GAMES[game]
        found = {}

        def fold(_, line):
            """Adds the matches in a line to `found`."""
            for match in re.finditer(pattern, line.get("text", "")):
                found.update({name: text for name, text in match.groupdict().items() if text})

        with readers.Reader(f"{AS_PLAYER} {command}", fold) as reader:
            reader.lines.until(lambda line: fold(None, line) or re.search(end, line.get("text", "")), 60)
        base = 16 if game == "Mednafen" else 10
        return found | {key: int(found[key], base) for key in ("axes", "buttons") if key in found}


# The games with SDL 2, which print SDL's name of a pad.
BY_SDL_2 = ("Teeworlds", "Trigger Rally")
# SDL's numbers of axes and buttons of the pads whose HID reports SDL reads itself, by identity.
OF_REPORTS = {"dualsense": (6, 17), "xboxone-bt": (6, 15)}


def expected(identity, game):
    """Returns the name and the numbers of axes and buttons that a game should print about a pad."""
    axes, hats = len(identity.axes), 2 * ("hat_x" in identity.axes)
    name, counts = identity.device, (axes if game == "Mednafen" else axes - hats, len(views.joystick_buttons(identity, REST)))
    if game in BY_SDL_2:
        name = identity.game or name
        counts = OF_REPORTS.get(identity.name, (axes - hats, len(identity.keys)))
    return {"name": name, "axes": counts[0], "buttons": counts[1]}
