"""Tests of the layouts that players and the host store at the gateway."""

import asyncio
import json
import pathlib
import random
import re
import socket
import time

import times
from dashboard import Dashboard
from with_gateway import DEADLINE, Page, WithGateway, signal

# The number of hostile uploads in a row.
HOSTILE = 200
# The number of hostile uploads that each page sends.
EACH = 8
# The number of programs that leave before their answer.
PROGRAMS = 40
# The packets of requests and answers about layouts (docs/web.md, "Tickets").
LAYOUT_REQUEST, LAYOUT_ANSWER = 0xfc, 0xfd
READ, KEEP = 1, 2
UNKNOWN = 1
# The allowed growth of the gateway's memory during the hostile uploads, in KiB.
GROWTH = 1024


def layout(name, word=""):
    """Returns the text of a layout's file."""
    return json.dumps({"id": name, "name": "Mine", "grid": ["a"], "controls": {"a": {"type": "button", "out": "A", "word": word}}},
                      separators=(",", ":"))


def parts(name, text, size=400):
    """Returns the messages by which a page saves a layout, in parts of `size` characters."""
    pieces = [text[start:start + size] for start in range(0, len(text), size)]
    return [{"type": "save", "id": name, "part": part, "of": len(pieces), "text": piece} for part, piece in enumerate(pieces)]


async def save(page, name, text):
    """Saves a layout; returns the last answer. Stops when a part is refused."""
    for part in parts(name, text):
        await page.say(**part)
        answer = await page.text("kept", "refused")
        if answer["type"] == "refused":
            break
    return answer


async def controls(page, name):
    """Requests a layout for the page; returns its text, or None if the gateway does not have it."""
    await page.say(type="layout", id=name)
    return (await page.text("controls"))["layout"]


class Shelf(WithGateway):
    @property
    def kept(self):
        """Returns the folder in which the gateway stores layouts."""
        return pathlib.Path(self.surroundings["STATE_DIRECTORY"]) / "layouts"

    def tell(self, *arguments, code=0):
        """Runs `tiltpad layout`; returns its output, or its error message if `code` is not 0."""
        done = self.run_command("layout", *arguments, "--socket", self.tickets)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def restart_gateway(self):
        """Kills the gateway as a crash would, and starts another."""
        self.gateway.kill()
        self.gateway.wait(DEADLINE)
        self.start_gateway()

    def test_a_layout_that_a_page_saved_is_offered_and_another_page_gets_it(self):
        text = layout("mine", "w" * 1_000)

        async def test():
            async with self.connect(self.ticket()) as first, self.connect(self.ticket()) as second, self.connect_dashboard() as host:
                one, two, dashboard = Page(first), Page(second), Dashboard(host)
                welcome = await one.hello("Aki")
                self.assertEqual((welcome["shelf"], welcome["saves"]), ([], True))
                await two.hello("Mei")
                await dashboard.hear("welcome", lambda said: said["shelf"] == [])
                begin = time.monotonic()
                self.assertEqual(await save(one, "mine", text), {"type": "kept", "id": "mine", "part": 2, "whole": True})
                times.hold(self, "a layout in three parts, saved on the disk", time.monotonic() - begin, 0.5)
                (entry,) = (await one.text("shelf"))["shelf"]
                self.assertEqual(entry, {"id": "mine", "name": "Mine", "by": "Aki", "own": True})
                self.assertIsNone(await controls(two, "mine"), "it is not offered")
                begin = time.monotonic()
                await dashboard.send("offer", id="mine", to=0)
                (entry,) = (await two.text("shelf"))["shelf"]
                self.assertEqual(entry, {"id": "mine", "name": "Mine", "by": "Aki", "own": False})
                self.assertEqual(await controls(two, "mine"), text)
                times.hold(self, "from an offer to the layout on the second page", time.monotonic() - begin, 1)
                (entry,) = (await dashboard.hear("shelf", lambda said: said["shelf"] and said["shelf"][0]["offered"] == 0))["shelf"]
                self.assertEqual(entry["by"], "Aki")
                self.assertEqual(await dashboard.order("layout", layout="mine", slot=2), "done")
                self.assertEqual(await two.text("layout"), {"type": "layout", "id": "mine"})
        asyncio.run(test())

    def test_what_is_kept_is_there_after_a_crash_of_the_gateway_and_of_the_daemon(self):
        async def make():
            async with self.connect(self.ticket()) as link, self.connect_dashboard() as host:
                page, dashboard = Page(link), Dashboard(host)
                resume = (await page.hello("Aki"))["resume"]
                await save(page, "mine", layout("mine"))
                await save(page, "other", layout("other"))
                self.assertEqual(await dashboard.order("offer", id="mine", to=0), "done")
                return resume

        async def come_back(resume):
            async with self.connect(resume) as link, self.connect(self.ticket()) as other:
                shelf = {entry["id"]: entry["own"] for entry in (await Page(link).hello("Aki"))["shelf"]}
                self.assertEqual(shelf, {"mine": True, "other": True}, "they are still the player's")
                two = Page(other)
                self.assertEqual([entry["id"] for entry in (await two.hello("Mei"))["shelf"]], ["mine"])
                self.assertEqual(await controls(two, "mine"), layout("mine"))
        resume = asyncio.run(make())
        self.restart_gateway()
        asyncio.run(come_back(resume))
        self.restart_daemon()
        self.assertIn("gone", next(line for line in self.gateway.stderr if "gone" in line))
        self.assertIn("connected", self.gateway.stderr.readline())
        asyncio.run(come_back(resume))

    def test_damaged_files_are_set_aside_and_reported_once(self):
        self.tell("import", self.write("mine", layout("mine")))
        (self.kept / "bad.json").write_text("{")
        (self.kept / "renamed.json").write_text(layout("mine"))
        self.restart_gateway()
        lines = sorted(line for line in (self.gateway.stderr.readline() for _ in range(3)) if "set aside" in line)
        self.assertEqual([line.split()[4] for line in lines], ["bad.json", "renamed.json"])
        self.assertEqual(sorted(path.name for path in self.kept.iterdir()), ["bad.json.damaged", "index", "mine.json", "renamed.json.damaged"])
        self.assertEqual([json.loads(line)["id"] for line in self.tell("list", "--json").splitlines()], ["mine"])
        self.restart_gateway()
        self.assertIn("connected", self.gateway.stderr.readline())

    def test_a_program_gets_no_answer_of_another_that_has_left(self):
        def request(verb, name, text=""):
            """Returns a request about the layout `name`."""
            return bytes([LAYOUT_REQUEST, verb, 0, 0, 0, 0, 0, 0]) + name.encode().ljust(32, b"\0") + text.encode()
        for number in range(PROGRAMS):
            with self.local() as first:
                first.send(request(KEEP, "mine", layout("mine", str(number))))
            with self.local() as second:
                second.send(request(READ, "none"))
                self.assertEqual(tuple(second.recv(65_536)[:2]), (LAYOUT_ANSWER, UNKNOWN))

    def local(self):
        """Returns a connection to the gateway's socket for local programs."""
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        link.settimeout(DEADLINE)
        link.connect(self.tickets)
        return link

    def test_a_disk_that_cannot_be_written_refuses_and_keeps_what_it_has(self):
        self.tell("import", self.write("mine", layout("mine")))
        for place in [self.kept / "other.json.new", self.kept / "mine.json.new"]:
            place.mkdir()

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                self.assertEqual(await save(page, "other", layout("other")), {"type": "refused", "id": "other", "why": "disk"})
                (self.kept / "other.json.new").rmdir()
                self.assertTrue((await save(page, "other", layout("other")))["whole"])
        asyncio.run(test())
        self.assertIn("cannot write to its disk", self.tell("import", self.write("mine", layout("mine", "b")), code=1))
        self.assertEqual((self.kept / "mine.json").read_text(), layout("mine"))

    def write(self, name, text):
        """Writes a file for `tiltpad layout import`; returns its path."""
        path = self.place / f"{name}.tiltpad.json"
        path.write_text(text)
        return str(path)

    def memory(self):
        """Returns the gateway's resident memory in KiB."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.gateway.pid}/status").read_text())[1])

    def test_hostile_uploads_keep_nothing_and_take_no_memory(self):
        chance = random.Random(7)
        deep = '{"id":"a","grid":' + "[" * 300 + "]" * 300 + "}"
        hostile = [
            deep, "{", "[]", "null", layout("b"), '{"id":"a","__proto__":{}}', '{"id":"a","id":"b"}',
            '{"id":"a","grid":["a"],"controls":{"__proto__":{"type":"button","out":"A"}}}', layout("a").replace("button", "script"),
            '{"id":"a","form":99}', '{"id":"a","grid":["' + "x " * 300 + '"],"controls":{}}', "\ud7ff" * 200, '"' * 300,
        ]

        async def attack(page, number):
            text = chance.choice(hostile)
            for part in chance.sample(parts("a", text), k=len(parts("a", text))):
                part["of"] += chance.choice([0, 0, 0, 0, 1, 16, -1])
                await page.say(**part)
            if number % 4 == 0:
                await page.say(type=chance.choice(["save", "discard", "layout"]), id=chance.choice(["../a", "", 7, None, "index", "a"]), part=0, of=1, text="x" * 900)

        async def play(count):
            # A page may send 32 texts at once, so each sends EACH uploads, and then another page follows.
            for number in range(0, count, EACH):
                async with self.connect(self.ticket()) as link:
                    page = Page(link)
                    await page.hello()
                    for attempt in range(number, number + EACH):
                        await attack(page, attempt)
                    self.assertIsNone(await controls(page, "a"))
                    await page.say(type="bye")
        asyncio.run(play(40))
        before = self.memory()
        asyncio.run(play(HOSTILE))
        self.assertLess(self.memory() - before, GROWTH)
        self.assertEqual([path.name for path in self.kept.iterdir()] if self.kept.exists() else [], [])
        self.assertEqual(self.tell("list", "--json"), "")

    def test_the_host_lists_shows_exports_offers_and_removes_layouts(self):
        (self.folder / "layouts").mkdir()
        (self.folder / "layouts/pad.json").write_text(layout("pad"))
        self.gateway.send_signal(signal.SIGHUP)
        self.assertEqual(self.tell("import", self.write("mine", layout("mine"))), "mine: kept\n")
        self.assertEqual(self.tell("list"), "ID    NAME  BY        OFFERED TO\nmine  Mine  the host  its owner\npad   Mine  the page  all players\n")
        self.assertEqual(self.tell("offer", "mine"), "mine: all players\n")
        self.assertEqual(self.tell("offer", "mine", "2"), "mine: player 2\n")
        self.assertEqual(self.tell("show", "mine"), "mine: Mine\nby the host; offered to player 2\n  a\n")
        shown = json.loads(self.tell("show", "mine", "--json"))
        self.assertEqual((shown["offered"], shown["layout"]), (2, json.loads(layout("mine"))))
        self.assertEqual(self.tell("offer", "mine", "owner"), "mine: its owner\n")
        self.assertEqual(self.tell("export", "mine", "-"), layout("mine") + "\n")
        copy = str(self.place / "copy.json")
        self.assertEqual(self.tell("export", "pad", copy), f"{copy}\n")
        self.assertEqual(pathlib.Path(copy).read_text(), layout("pad") + "\n")
        self.assertEqual(self.tell("remove", "mine"), "mine: removed\n")
        self.assertIn("there is no such layout: mine", self.tell("remove", "mine", code=1))
        self.assertIn("has the id pad", self.tell("import", copy, code=1))
        self.assertIn("the layout has faults: json", self.tell("import", self.write("bad", "{"), code=1))
        for words in (["offer", "mine", "17"], ["show"], ["remove", "../x"], ["remove", "mine", "--json"], ["list", "mine"], []):
            self.tell(*words, code=2)
        self.gateway.kill()
        self.gateway.wait(DEADLINE)
        self.assertIn("no web gateway listens", self.tell("list", code=1))


class ShelfOfTheHost(WithGateway):
    def test_pages_keep_nothing_where_only_the_host_may(self):
        for setting, code in (("host", 0), ("no", 1)):
            self.gateway.kill()
            self.gateway.wait(DEADLINE)
            configuration = self.place / f"{setting}.conf"
            configuration.write_text(f"[web]\nlayouts = {setting}\n")
            self.extra = ("--config", str(configuration))
            self.start_gateway()

            async def test():
                async with self.connect(self.ticket()) as link:
                    page = Page(link)
                    self.assertEqual((await page.hello())["saves"], False)
                    self.assertEqual(await save(page, "mine", layout("mine")), {"type": "refused", "id": "mine", "why": "no"})
            asyncio.run(test())
            path = self.place / "mine.json"
            path.write_text(layout("mine"))
            done = self.run_command("layout", "import", str(path), "--socket", self.tickets)
            self.assertEqual(done.returncode, code, done.stderr)


del WithGateway
