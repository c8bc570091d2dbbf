"""A scene in which phones get the page from another host.

That host has its own port and name, and Chromium treats its address as public.
"""

import page_copy
import real

# Browsers trust this name as much as an address with TLS, and know that it is this machine's.
NAME = "page.localhost"
ADDRESS = "https://page.example/"


class Scene(real.Channels, real.Scene):
    """A test with phones that get the page from the other host."""

    options = {"page": ADDRESS}

    @classmethod
    def setUpClass(cls):
        """Starts the other host, which serves a copy of the page."""
        super().setUpClass()
        cls.copy = page_copy.PageCopy()
        cls.addClassCleanup(cls.copy.end)
        cls.switches = (f"--ip-address-space-overrides=127.0.0.1:{cls.copy.port}=public",)

    def link(self, ticket=None):
        """Returns the link `ticket`, or else the one that the host shows for phones, changed to the other host's address."""
        link = ticket or self.house.phone_link()
        self.assertTrue(link.startswith(ADDRESS), link)
        return link.replace(ADDRESS, f"http://{NAME}:{self.copy.port}/")
