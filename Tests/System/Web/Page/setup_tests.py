"""Tests of the set-up at the dashboard's first visit, in a browser."""

import dashboard_scene
import host_records

DEFAULTS = {"type": "setup", "join": "open", "browser": "no", "steam": "no", "gyro": "no", "page": "own"}
ADDRESS = "#setup-address"


class SetupTests(dashboard_scene.DashboardScene):
    """Tests of a host that nobody has set up."""

    def setUp(self):
        """Lets the host ask the questions of the set-up."""
        super().setUp()
        self.server.is_setup_open = True

    def asked(self, **options):
        """Returns a dashboard that shows the questions."""
        page = self.dashboard(**options)
        page.wait("!document.querySelector('#setup').hidden")
        return page

    def is_hidden(self, page, selector):
        """Returns whether an element is hidden."""
        return page.run(f"document.querySelector({selector!r}).hidden")

    def test_a_host_that_is_set_up_asks_nothing(self):
        self.server.is_setup_open = False
        self.assertTrue(self.is_hidden(self.dashboard(), "#setup"))

    def test_who_only_saves_gives_the_defaults_and_sees_the_code(self):
        page = self.asked()
        self.assertTrue(self.is_hidden(page, "#setup-done"))
        self.click(page, "#setup-form button:not([type])")
        self.assertEqual(self.order(), DEFAULTS)
        page.wait("document.querySelector('#setup-qr path') && document.querySelector('#setup-form').hidden")
        code = "document.querySelector('{} path').getAttribute('d')"
        self.assertEqual(page.run(code.format("#setup-qr")), page.run(code.format("#qr")))
        self.assertIn("scan", self.text(page, "#setup-result"))
        self.server.players = {1: host_records.Player()}
        self.server.tell()
        page.wait("document.querySelector('#setup').hidden")

    def test_every_answer_reaches_the_host(self):
        page = self.asked()
        for name, value in (("join", "ask"), ("browser", "yes"), ("steam", "yes"), ("gyro", "yes"), ("page", "")):
            self.click(page, f"#setup [name={name}][value='{value}']")
        page.run(f"document.querySelector({ADDRESS!r}).value = 'https://pads.example/x/'")
        self.click(page, "#setup-form button:not([type])")
        self.assertEqual(self.order(), {"type": "setup", "join": "ask", "browser": "yes", "steam": "yes", "gyro": "yes", "page": "https://pads.example/x/"})

    def test_an_address_is_asked_for_only_with_a_web_host_and_has_to_be_one(self):
        page = self.asked()
        self.assertTrue(self.is_hidden(page, ADDRESS))
        self.click(page, "#setup [name=page][value='']")
        page.wait(f"!document.querySelector({ADDRESS!r}).hidden")
        for text in ("", "http://pads.example/", "pads.example"):
            page.run(f"document.querySelector({ADDRESS!r}).value = {text!r}")
            self.click(page, "#setup-form button:not([type])")
            self.assertFalse(page.run("document.querySelector('#setup-form').checkValidity()"), text)
        self.assertEqual(self.server.orders, [])
        self.click(page, "#setup [name=page][value=own]")
        page.wait(f"document.querySelector({ADDRESS!r}).hidden")
        self.click(page, "#setup-form button:not([type])")
        self.assertEqual(self.order(), DEFAULTS)

    def test_who_wants_no_questions_is_asked_no_more(self):
        page = self.asked()
        self.click(page, "#setup-later")
        self.assertEqual(self.order(), {"type": "noSetup"})
        page.wait("document.querySelector('#setup').hidden")
        self.assertTrue(self.is_hidden(self.dashboard(), "#setup"))

    def test_it_says_when_the_configuration_wins(self):
        self.server.results["setup"] = "overruled"
        page = self.asked()
        self.click(page, "#setup-form button:not([type])")
        page.wait("document.querySelector('#setup-result').textContent.includes('/etc/tiltpad')")

    def test_answers_that_cannot_be_kept_leave_the_questions(self):
        self.server.results["setup"] = "failed"
        page = self.asked()
        self.click(page, "#setup-form button:not([type])")
        self.until_logged(page, "Set up this host")
        self.assertEqual((self.is_hidden(page, "#setup"), self.is_hidden(page, "#setup-form")), (False, False))

    def test_a_television_is_not_asked(self):
        page = self.dashboard("/?kiosk")
        self.assertFalse(page.run("Boolean(document.querySelector('#setup'))"))

    def test_it_fits_a_telephone_and_speaks_three_languages(self):
        for language, title in (("en", "Set up this host"), ("ja", "ホストの初期設定"), ("zh", "主机初始设置")):
            page = self.asked(width=390, language=language)
            self.assertEqual(self.text(page, "#setup-title"), title)
            self.assertLessEqual(page.run("document.documentElement.scrollWidth"), 390)
