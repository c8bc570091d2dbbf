"""Tests of the layouts that the gateway offers to pages."""

import asyncio
import json
import os

from with_gateway import Page, WithGateway, signal

GOOD = {"id": "mine", "grid": ["a"], "controls": {"a": {"type": "button", "out": "A"}}}


class Layouts(WithGateway):
    def setUp(self):
        super().setUp()
        (self.folder / "layouts").mkdir()

    def write(self, name, layout):
        """Writes a layout to the file NAME.json in the page's folder."""
        (self.folder / "layouts" / f"{name}.json").write_text(json.dumps(layout))

    def offered(self):
        """Returns the ids of the layouts that a page is offered."""
        async def join():
            async with self.connect(self.ticket()) as link:
                return (await Page(link).hello())["layouts"]
        return asyncio.run(join())

    def test_a_layout_with_a_fault_is_not_offered_and_the_log_says_why(self):
        self.assertIn("connected", self.gateway.stderr.readline())
        self.write("mine", GOOD)
        self.write("other", {**GOOD, "id": "other", "form": 3})
        self.write("renamed", GOOD)
        self.gateway.send_signal(signal.SIGHUP)
        lines = [self.gateway.stderr.readline() for _ in range(2)]
        self.assertEqual(lines, [f"tiltpad: the layout {name} has faults, and no phone can choose it: {fault}\n"
                                 for name, fault in (("other", "newer"), ("renamed", "the file is not called mine.json"))])
        self.assertEqual(self.offered(), ["mine"])
        self.write("other", {**GOOD, "id": "other"})
        self.gateway.send_signal(signal.SIGHUP)
        self.assertIn("the layout renamed has faults", self.gateway.stderr.readline())
        self.assertEqual(self.offered(), ["mine", "other"])

    def test_what_cannot_be_read_holds_nothing_up_and_is_logged(self):
        self.assertIn("connected", self.gateway.stderr.readline())
        self.write("mine", GOOD)
        os.mkfifo(self.folder / "layouts/pipe.json")
        os.mkfifo(self.folder / "pipe.js")
        (self.folder / "layouts/folder.json").mkdir()
        self.gateway.send_signal(signal.SIGHUP)
        reasons = [self.gateway.stderr.readline().rpartition(": ")[2] for _ in range(2)]
        self.assertEqual(reasons, ["Is a directory\n", "Invalid argument\n"])
        self.assertEqual(self.offered(), ["mine"])

    def test_a_page_that_is_gone_for_a_moment_stays_as_it_was(self):
        self.assertIn("connected", self.gateway.stderr.readline())
        page = self.request("GET", "/j/").body
        (self.folder / "join.html").rename(self.folder / "join.old")
        self.gateway.send_signal(signal.SIGHUP)
        self.assertEqual(self.gateway.stderr.readline(), f"tiltpad: there is no page in {self.folder}; the previous one stays\n")
        answer = self.request("GET", "/j/")
        self.assertEqual((answer.status, answer.body), (200, page))


del WithGateway
