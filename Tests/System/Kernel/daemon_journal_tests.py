"""Tests of the fields in the journal, as journalctl reads them back."""

import json
import unittest

import daemon_guest
from shared_guest import guest


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops it."""
    daemon_guest.stop()


def entries(*matches):
    """Returns the daemon's entries since its last start that match."""
    printed = guest().run(
        "journalctl --sync; journalctl -o json _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID tiltpad) " + " ".join(matches)).stdout
    return [json.loads(line) for line in printed.splitlines()]


class TheFields(unittest.TestCase):
    """The fields by which a reader selects events."""

    def test_a_player_is_found_by_event_and_by_slot(self):
        """The entry belongs to the unit, though it has not come by standard error."""
        with daemon_guest.controller(token=170).run():
            daemon_guest.wait_for_pads(1)
            attached = entries("TILTPAD_EVENT=attached", "TILTPAD_SLOT=1")
        self.assertEqual(len(attached), 1)
        self.assertEqual((attached[0]["_SYSTEMD_UNIT"], attached[0]["_TRANSPORT"], attached[0]["PRIORITY"]),
                         ("tiltpad.service", "journal", "6"))
        self.assertIn("player 1 joined, pad ", attached[0]["MESSAGE"])

    def test_the_start_has_an_id(self):
        """The id is that of the document."""
        self.assertEqual(len(entries("MESSAGE_ID=db8194ad1ce6420d8dfb8adc97606aa1")), 1)
