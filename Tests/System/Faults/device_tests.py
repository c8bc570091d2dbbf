"""Faults of the devices: the daemon is killed while /dev/uinput and /dev/uhid do not exist and udev is stopped."""

from faults_case import Faults, mended
from shared_guest import guest

AWAY = "mv /dev/uinput /dev/uinput.away; mv /dev/uhid /dev/uhid.away; systemctl stop systemd-udevd.service systemd-udevd-kernel.socket systemd-udevd-control.socket"
BACK = "mv /dev/uinput.away /dev/uinput; mv /dev/uhid.away /dev/uhid; systemctl start systemd-udevd-kernel.socket systemd-udevd-control.socket systemd-udevd.service"


class Devices(Faults):
    """Tests of a daemon that cannot make pads."""

    def test_uinput_uhid_and_udev_are_gone(self):
        """The players keep their pads, although the daemon crashes and could not make new ones."""
        guest().run(AWAY)
        self.addCleanup(guest().run, BACK)
        self.suffer("`/dev/uinput`, `/dev/uhid` and udev gone, daemon killed", lambda: mended("systemctl kill -s KILL tiltpad"), times=3)
