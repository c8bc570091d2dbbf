"""Tests of `tiltpad overlay`: the link with its options, and the message while the overlay is off."""

import json

from with_daemon import WithDaemon


class Overlay(WithDaemon):
    def overlay(self, *words, text="[web]\noverlay_port = 28444\n"):
        """Runs `tiltpad overlay` with the configuration `text`."""
        path = self.place / "overlay.conf"
        path.write_text(text)
        return self.run_command("overlay", "--config", str(path), *words)

    def test_it_prints_the_link_with_what_is_wished(self):
        for words, query in (((), ""), (("--player", "2"), "?player=2"), (("-p", "1", "-p", "16"), "?player=1,16"),
                             (("--show", "pad", "--show", "wheel", "--size", "320", "-p", "3"), "?player=3&show=pad,wheel&size=320")):
            link = f"http://127.0.0.1:28444/overlay{query}"
            self.assertEqual(self.overlay("--link", *words).stdout, f"{link}\n")
            self.assertEqual(json.loads(self.overlay("--json", *words).stdout), {"link": link, "port": 28444})
            self.assertEqual(self.overlay(*words).stdout.splitlines()[0], link)

    def test_it_says_what_to_set_while_the_overlay_is_off(self):
        for text in ("", "[web]\noverlay_port = no\n"):
            result = self.overlay(text=text)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("set overlay_port = 28444 in [web]", result.stderr)
            self.assertIn("for other machines: tiltpad overlay link", result.stderr)

    def test_a_wish_that_no_overlay_has_is_refused(self):
        for words in (("--player", "0"), ("--player", "17"), ("--player", "+1"), ("--player", "2&all"), ("--show", "hat"), ("--show", ""), ("--size", "39"),
                      ("--size", "2001")):
            result = self.overlay("--link", *words)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)


del WithDaemon
