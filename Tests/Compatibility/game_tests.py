"""Games and emulators that say on their own which controller they have found."""

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
from table import NONE, YES, Seen

SCREEN = ":5"
AS_PLAYER = f"{browsers.AS_PLAYER} SDL_AUDIODRIVER=dummy DISPLAY={SCREEN}"

# What starts each, the words by which it names the pad, and the line after them.
GAMES = {
    "Teeworlds": ("timeout 60 stdbuf -oL /usr/games/teeworlds",
                  r"Name: (?P<name>.*)|Axes: (?P<axes>\d+)|Buttons: (?P<buttons>\d+)", "Number of Balls"),
    "Mednafen": ("SDL_VIDEODRIVER=dummy timeout 60 /usr/games/mednafen -sounddriver dummy /etc/hostname",
                 r"ID: 0x.{16}(?P<axes>.{4})(?P<buttons>.{4})0{8} - (?P<name>.*)", r"Loading \"/etc"),
    "DOSBox": ("SDL_VIDEODRIVER=dummy timeout 60 dosbox -c exit",
               r"Using joystick (?P<name>.*) with (?P<axes>\d+) axes, (?P<buttons>\d+) buttons", "Using joystick"),
}


def setUpModule():
    """Starts the daemon, and a screen."""
    players.start()
    GamesThatSay.screen = guest().spawn(f"exec Xvfb {SCREEN} -screen 0 640x480x24")


def tearDownModule():
    """Takes the screen away."""
    guest().end(GamesThatSay.screen)


@suite.for_each_identity
class GamesThatSay(unittest.TestCase):
    """Each starts with the pad there, and says its name and how many axes and buttons it has."""

    TITLE = "games"

    def check(self, identity):
        """Compares what each says with what the pad has."""
        with players.joined(identity):
            said = {game: self.said(game) for game in GAMES}
        axes, hats = len(identity.axes), 2 * ("hat_x" in identity.axes)
        counts = {"Teeworlds": (axes - hats, len(identity.keys)),
                  "Mednafen": (axes, len(views.joystick_buttons(identity, REST))),
                  "DOSBox": (axes - hats, len(views.joystick_buttons(identity, REST)))}
        for game, (name, *numbers) in said.items():
            table.record(identity, game, Seen(YES, name, f"{numbers[0]} axes, {numbers[1]} buttons", NONE,
                                              notes=("names-only",)))
            self.assertEqual(tuple(numbers), counts[game], game)
            self.assertEqual(name, NAMES.get(game, {}).get(identity.name, identity.device), game)

    def said(self, game):
        """Returns the name, the axes and the buttons."""
        command, pattern, end = GAMES[game]
        found = {}

        def fold(_, line):
            """Keeps each part as it comes."""
            for match in re.finditer(pattern, line.get("text", "")):
                found.update({name: text for name, text in match.groupdict().items() if text})

        with readers.Reader(f"{AS_PLAYER} {command}", fold) as reader:
            reader.lines.until(lambda line: fold(None, line) or re.search(end, line.get("text", "")), 60)
        base = 16 if game == "Mednafen" else 10
        return found["name"], int(found["axes"], base), int(found["buttons"], base)


# Where a game does not have the kernel's name but SDL's.
NAMES = {"Teeworlds": {"xbox360": "Xbox 360 Controller", "xboxone": "Xbox One S Controller",
                       "xboxseries": "Xbox Series X Controller"}}
