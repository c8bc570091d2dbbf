"""Phones that get the page from another host: a port and a name of its own, in the public address space as Chromium sees it."""

import page_copy
import real

# In place of an address with TLS; browsers trust this name as well, and know that it is this machine's.
NAME = "page.localhost"
ADDRESS = "https://page.example/"


class Scene(real.Channels, real.Scene):
    """A test with phones that get the page from the other host."""

    options = {"page": ADDRESS}

    @classmethod
    def setUpClass(cls):
        """Opens the other host."""
        super().setUpClass()
        cls.copy = page_copy.PageCopy()
        cls.addClassCleanup(cls.copy.end)
        cls.switches = (f"--ip-address-space-overrides=127.0.0.1:{cls.copy.port}=public",)

    def link(self, ticket=None):
        """Returns the link that the host shows, to the other host."""
        link = ticket or self.house.phone_link()
        self.assertTrue(link.startswith(ADDRESS), link)
        return link.replace(ADDRESS, f"http://{NAME}:{self.copy.port}/")
