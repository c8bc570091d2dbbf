"""Tests of the fields in the journal, as journalctl reads them back."""

import json
import unittest

import daemon_guest
from shared_guest import guest


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def entries(*matches):
    """Returns those of the daemon's entries since its last start that have the fields `matches` ("FIELD=VALUE")."""
    printed = guest().run(
        "journalctl --sync; journalctl -o json _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID tiltpad) " + " ".join(matches)).stdout
    return [json.loads(line) for line in printed.splitlines()]


class TheFields(unittest.TestCase):
    """Tests of the fields by which a reader of the journal selects events."""

    def test_a_player_is_found_by_event_and_by_slot(self):
        """The entry belongs to the unit, although the daemon did not write it to standard error."""
        with daemon_guest.controller(token=170).run():
            daemon_guest.wait_for_pads(1)
            attached = entries("TILTPAD_EVENT=attached", "TILTPAD_SLOT=1")
        self.assertEqual(len(attached), 1)
        self.assertEqual((attached[0]["_SYSTEMD_UNIT"], attached[0]["_TRANSPORT"], attached[0]["PRIORITY"]),
                         ("tiltpad.service", "journal", "6"))
        self.assertIn("player 1 joined, pad ", attached[0]["MESSAGE"])

    def test_the_start_has_an_id(self):
        """The entry of the start has the message id of docs/watching.md."""
        self.assertEqual(len(entries("MESSAGE_ID=db8194ad1ce6420d8dfb8adc97606aa1")), 1)
