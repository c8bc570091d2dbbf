"""Unit tests of a phone's check: its row, its sentences, and its size."""

import gzip
import re

import house
import modules

# The limits in bytes, compressed: for the check's page with its style and modules, and for the words of one language.
MOST_bytes, MOST_WORDS_bytes = 20_000, 4_000
GOOD = {
    "phone": "Pixel 8, Android 15, Chrome 142", "way": "own certificate", "warns": "yes", "ways": {"rtc": 42, "wss": 31, "POST": 55},
    "motion": {"permission": "granted", "isAbsent": False, "rate": 60, "hasGyroscope": True, "drift": 0.12,
               "poses": {name: {"tilt": True, "gyro": True} for name in ("flat", "left", "right", "up")}},
    "touches": {"most": 2, "cancelled": 0, "late": 8}, "vibrates": "yes", "screen": {"lock": "yes", "full": "yes", "safe": [47, 0, 34, 0]},
    "minute": {"count": 60, "lost": 0, "age": 8.4, "high": 20.2}, "wifi": {"seconds": 6.21, "same": True}, "lock": {"seconds": 0.84, "same": True},
}
ROW = ("| Pixel 8, Android 15, Chrome 142 | own certificate | yes | WebRTC 42, WebSocket 31, POST 55 ms | 60 per s, signs right, drift 0.1"
       " | 2 at once, 8 ms, 0 cancelled | yes | stays on, full, edges 47 0 34 0 | 8 ms, 99% below 21 ms | 0 of 60 | 6.2 s away, same player"
       " | back in 0.8 s, same player |")
IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1")
AGENTS = {
    IPHONE: "iPhone, iOS 18.5, Safari 18",
    IPHONE.replace("Version/18.5", "CriOS/142.0.7444.46"): "iPhone, iOS 18.5, Chrome 142",
    "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Android 15, Firefox 140",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":
        "Android 10, Samsung Internet 28",
    "": "unknown, unknown browser",
}


def changed(**parts):
    """Returns the findings of a good phone, with some replaced by `parts`."""
    return {**GOOD, **parts}


class RowTests(modules.Modules):
    """Tests of the row for docs/phones.md, and of the sentences about a phone."""

    def row(self, found):
        """Returns the row for these findings."""
        return self.module("check/row", "return m.row(found);", found=found)

    def bad(self, found):
        """Returns the keys of the sentences about faults, and about steps that were skipped."""
        return self.module("check/verdicts", "return m.verdicts(found).filter(({ mark }) => mark !== 'good').map(({ key }) => key);", found=found)

    def test_a_good_phone_has_a_row_and_only_good_sentences(self):
        self.assertEqual(self.row(GOOD), ROW)
        self.assertEqual(self.bad(GOOD), [])

    def test_every_fault_has_its_sentence(self):
        motion = GOOD["motion"]
        poses = {**motion["poses"], "left": {"tilt": False, "gyro": False}}
        for part, keys in (
                ({"ways": {"rtc": None, "wss": 31, "POST": 55}}, ["checkNoRTC"]), ({"ways": {"rtc": 9, "wss": None, "POST": None}}, ["checkNoSocket", "checkNoPost"]),
                ({"ways": {"rtc": None, "wss": None, "POST": None}}, ["checkNoHost"]),
                ({"motion": {**motion, "permission": "refused"}}, ["checkRefused"]), ({"motion": {**motion, "permission": "plain"}}, ["checkPlain"]),
                ({"motion": {**motion, "permission": "none"}}, ["checkNoSensor"]), ({"motion": {**motion, "isAbsent": True}}, ["checkNoSensor"]),
                ({"motion": {**motion, "poses": poses}}, ["checkWrong", "checkGyroWrong"]), ({"motion": {**motion, "rate": 20}}, ["checkSlow"]),
                ({"motion": {**motion, "poses": {}}}, ["checkTiltOpen"]),
                ({"motion": {**motion, "hasGyroscope": False}}, ["checkNoGyro"]), ({"motion": {**motion, "drift": 1.4}}, ["checkDrift"]),
                ({"motion": {**motion, "drift": None}}, ["checkDriftOpen"]), ({"touches": None}, ["checkThumbsOpen"]),
                ({"touches": {"most": 1, "cancelled": 0, "late": 8}}, ["checkOneTouch"]), ({"touches": {"most": 2, "cancelled": 3, "late": 8}}, ["checkCancelled"]),
                ({"touches": {"most": 2, "cancelled": 0, "late": 51}}, ["checkLate"]), ({"vibrates": "no"}, ["checkNotFelt"]),
                ({"vibrates": "none"}, ["checkNoVibration"]), ({"screen": {"lock": "no", "full": "none", "safe": [0] * 4}}, ["checkDark", "checkNotFull"]),
                ({"minute": None}, ["checkMinuteOpen"]), ({"minute": {"count": 60, "lost": 2, "age": 8, "high": 120}}, ["checkLost", "checkOld"]),
                ({"wifi": None, "lock": None}, ["checkLockOpen", "checkWifiOpen"]),
                ({"wifi": {"seconds": None}, "lock": {"seconds": None}}, ["checkLockGone", "checkWifiGone"]),
                ({"wifi": {"seconds": 3, "same": False}, "lock": {"seconds": None, "isReloaded": True}}, ["checkLockReloaded", "checkWifiOther"])):
            self.assertEqual(self.bad(changed(**part)), keys, part)

    def test_every_sentence_has_its_words_and_advice(self):
        source = (house.WEB / "check/verdicts.js").read_text()
        keys = set(re.findall(r'(?:open|good)\("(\w+)"', source)) | {key + end for key in re.findall(r'bad\("(\w+)"', source) for end in ("", "Do")}
        keys |= {f"check{name}{end}" for name in ("Lock", "Wifi") for end in ("Open", "Back", "Other", "OtherDo", "Gone", "GoneDo")}
        for path in [*(house.WEB / "check").glob("*.js"), house.WEB / "check.html"]:
            keys |= set(re.findall(r'(?:word\(|show\(|tellSent\(|data-word=|\{ |, |\?\? |: )"(check[A-Z]\w+)"', path.read_text()))
            keys |= set(re.findall(r"(check[A-Z]\w+): \(\) =>", path.read_text()))
        found = self.module("language", """return m.speak(["en"]).then(() => m.learn("check")).then(() => keys.filter((key) => !m.hasWord(key)));""",
                            keys=sorted(keys))
        self.assertEqual(found, [])
        self.assertGreater(len(keys), 80)

    def test_nothing_that_was_found_is_a_row_too(self):
        cells = [cell.strip() for cell in self.row({"phone": "x", "way": "own domain"}).split("|")[1:-1]]
        self.assertEqual(cells, ["x", "own domain"] + ["not tried"] * 10)

    def test_a_cell_has_only_what_the_host_accepts(self):
        cells = self.module("check/row", "return texts.map(m.cell);", texts=[
            "携帯 Zoë's <b>", "192.168.1.4 x", "www.a.example", "a" * 70, "  a \n b ", "", "1.2.3", "50% (2+3), a-b."])
        self.assertEqual(cells, ["Zo s b", "192-168-1-4 x", "www-a-example", "a" * 60, "a b", "not tried", "1.2.3", "50% (2+3), a-b."])

    def test_phones_and_browsers_are_named(self):
        found = self.module("check/device", "return agents.map(m.fromAgent);", agents=list(AGENTS))
        self.assertEqual(found, list(AGENTS.values()))
        places = [("https:", "192.168.1.4"), ("https:", "den.local"), ("https:", "den"), ("https:", "[fe80::1]"), ("https:", "pads.example"), ("http:", "den")]
        ways = self.module("check/device", "return places.map(([protocol, hostname]) => m.way({ protocol, hostname }));", places=places)
        self.assertEqual(ways, ["own certificate"] * 4 + ["own domain", "plain http"])

    def test_the_check_is_small_and_play_has_nothing_of_it(self):
        sizes = [sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths) for paths in (
            [house.WEB / "check.html", *(house.WEB / "check").iterdir()], [house.WEB / "words/en/check.js"])]
        print(f"({sizes[0]} bytes, and {sizes[1]} of words)", end=" ", flush=True)
        self.assertLess(sizes[0], MOST_bytes)
        self.assertLess(sizes[1], MOST_WORDS_bytes)
        play = [house.WEB / "join.html", *house.WEB.glob("*.js"), *house.WEB.glob("modes/*.js"), *house.WEB.glob("edit/*.js")]
        self.assertEqual([path.name for path in play if re.search(r"/check[./]|check/", path.read_text())], [])
