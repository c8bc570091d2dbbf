"""Tests of the texts in the documents' pictures in an artificial language, and of screens in each real language."""

import dashboard_scene
import edit_scene
import evening
import full_desk
import host_records
import page_files
import pictures
import pseudo
import readable
import scene
import sheets

LANGUAGES = sorted(path.name for path in (page_files.WEB / "words").iterdir())


class Made(pseudo.Spoken):
    """A scene of pictures in the artificial language. The pictures are checked instead of written."""

    language = pseudo.TAG
    languages = (pseudo.TAG,)

    def draw(self, page, name):
        """Checks the texts of a page instead of drawing it."""
        self.assertEqual(readable.faults(page, is_made=True), [], name)


class StageTests(Made, pictures.PictureTests):
    """The pictures of layouts and stages, checked in the artificial language."""


class WaitTests(Made, pictures.StagePictureTests):
    """The pictures of the stages before and after play, and of further layouts, checked in the artificial language."""


class CheckTests(Made, pictures.CheckPictureTests):
    """The pictures of a phone's check, checked in the artificial language."""


class CrowdTests(Made, pictures.CrowdPictureTests):
    """The picture of a phone that votes, checked in the artificial language."""


class AccessTests(Made, pictures.AccessPictureTests):
    """The picture of scanning, checked in the artificial language."""


class EditorTests(Made, pictures.EditorPictureTests):
    """The picture of the editor, checked in the artificial language."""


class ModeTests(Made, pictures.ModePictureTests):
    """The pictures of the modes, checked in the artificial language."""


class DashboardTests(Made, pictures.DashboardPictureTests):
    """The pictures of the host's screens, checked in the artificial language."""


class SheetTests(Made, sheets.SheetTests):
    """Every layout on every reference phone, checked in the artificial language."""

    def look(self, phone, reference):
        """Checks the texts on a phone."""
        self.playing(phone)
        self.draw(phone, reference.name)

    def finish(self, *_):
        """Does nothing, since no sheet is written."""


class FaultTests(scene.Scene):
    """Tests that `readable.faults` finds each kind of fault."""

    def test_texts_that_are_cut_broken_or_over_others_or_english_are_found(self):
        phone = self.open(language="de")
        for style, text, made, fault in (
                ("overflow: hidden; white-space: nowrap; width: 40px", "Donau", False, "cut: Donau"), ("width: 20px; overflow-wrap: anywhere", "Donau", False, "broken: Donau"),
                ("position: fixed; left: -30px", "Donau", False, "cut: Donau"), ("", "Donau river", True, "English: Donau river"),
                ("display: grid", "<i>Donau</i><b>Elbe</b>", False, "overlap: Donau / Elbe"), ("", "Donau", False, None)):
            phone.run(f"""document.body.innerHTML = "<p>{text}</p>"; document.querySelector("p").style.cssText = "font: 20px sans-serif; {style}";
              for (const child of document.querySelector("p").children) child.style.gridArea = "1 / 1";""")
            self.assertEqual(readable.faults(phone, is_made=made), [fault] if fault else [], style)


class PhoneLanguageTests(scene.Scene):
    """Tests of each language on the smallest phones."""

    options = {"limit": 20}

    def look(self, phone, where):
        """Checks the texts of a page."""
        self.assertEqual(readable.faults(phone), [], where)

    def test_the_join_page_and_the_menu_fit(self):
        for language in LANGUAGES:
            phone = self.open(language=language, width=320, height=568)
            self.look(phone, language)
            self.tap_play(phone)
            self.playing(phone)
            self.open_menu(phone)
            self.look(phone, f"the menu in {language}")

    def test_labels_fit_their_controls(self):
        for language in LANGUAGES:
            phone, player = self.join(language=language, width=667, height=325)
            for path in sorted((page_files.WEB / "layouts").glob("*.json")):
                self.host_chooses(phone, player, path.stem)
                self.playing(phone)
                self.look(phone, f"{path.stem} in {language}")


class HostLanguageTests(dashboard_scene.DashboardScene):
    """Tests of each language on the host's screen."""

    def test_the_screen_fits_at_each_width(self):
        evening.begin(self.server)
        self.server.is_setup_open = True
        self.server.peers.append({"state": "connecting", "slot": 0, "reason": 0, "code": "482913", "key": dashboard_scene.KEY, "name": "Pixel 7"})
        self.server.stage = host_records.Stage("play", players={slot: host_records.Part("play") for slot in range(1, 5)})
        page = self.dashboard()
        page.wait("document.querySelectorAll('#players tbody tr').length === 4 && !document.querySelector('#setup').hidden")
        for language in LANGUAGES:
            self.speak(page, language)
            for width in (390, 1024, 1280, 1920):
                page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
                page.wait(f"innerWidth === {width}")
                self.assertEqual(readable.faults(page), [], f"{width} px in {language}")
                self.assertEqual(page.run("document.documentElement.scrollWidth"), width, language)


class MadeEditorTests(Made, edit_scene.EditScene):
    """Tests of the parts of the editor that are in no picture, in the artificial language."""

    def test_the_sections_of_the_sheet(self):
        phone, _ = self.editor("wheel")
        self.select(phone, "gas")
        for name in ("output", "label", "more", "add", "name", "checks"):
            self.tap_tool(phone, name)
            phone.wait(f"document.querySelector('#edit-sheet .section')?.children.length && document.querySelector('[data-do={name}]')")
            self.draw(phone, name)

    def test_the_question_before_leaving(self):
        phone, _ = self.editor("pad")
        self.select(phone, "rs")
        self.open_section(phone, "more", "[data-key=toggle]")
        self.tap_key(phone, "toggle")
        self.until_draft(phone, bool, "a change")
        self.tap_tool(phone, "leave")
        phone.wait("document.querySelector('dialog.ask')")
        self.draw(phone, "leave")


class MadeDeskTests(Made, full_desk.DeskScene):
    """Tests of the parts of the host's screen that are in no picture, in the artificial language."""

    def test_everything_at_once_on_each_width(self):
        page = self.desk()
        self.click(page, "#setup [name=page][value='']")
        page.run("for (const each of document.querySelectorAll('details')) each.open = true")
        for width in (390, 768, 1024, 1280, 1920):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
            page.wait(f"innerWidth === {width}")
            self.draw(page, f"{width} px")
            self.assertEqual(page.run("document.documentElement.scrollWidth"), width)

    def test_the_questions(self):
        page = self.desk()
        for button, dialog in (("#new-quiz", "reset"), ("#kept [data-key=unshelve]", "unshelve"), ("[data-slot='1'] [data-order=kick]", "kick")):
            self.click(page, button)
            page.wait(f"document.querySelector('#{dialog}').open")
            self.draw(page, dialog)
            page.run(f"document.querySelector('#{dialog}').close()")

    def test_who_may_not_look(self):
        page = self.page()
        page.open(self.house.address(dashboard_scene.REMOTE) + "/")
        page.wait("!document.querySelector('#card').hidden")
        self.draw(page, "refused")
