"""Tests of a kernel with only IPv4 or only IPv6. The gateway serves by the family that there is, or reports an error."""

import pathlib
import subprocess
import tempfile

from with_gateway import WithGateway

# A library to preload. It makes `socket` fail as on a kernel without the family FAMILY: 10 is IPv6, and 2 is IPv4.
SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>

int socket(int domain, int type, int protocol) {
  static int (*next)(int, int, int);
  if (next == 0) next = (int (*)(int, int, int))dlsym(RTLD_NEXT, "socket");
  if (domain == FAMILY) { errno = EAFNOSUPPORT; return -1; }
  return next(domain, type, protocol);
}
"""


class OneFamily(WithGateway):
    def without(self, family):
        """Makes all programs that are started later run as on a kernel without this family of addresses."""
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (place / "shim.c").write_text(SHIM)
        subprocess.run(["cc", "-shared", "-fPIC", f"-DFAMILY={family}", "-o", place / "shim.so", place / "shim.c"], check=True)
        self.surroundings = {**self.surroundings, "LD_PRELOAD": str(place / "shim.so")}

    def test_without_ipv6_the_page_is_served_by_ipv4(self):
        self.end(self.gateway)
        self.without(10)
        self.start_gateway()
        self.assertEqual(self.request("GET", "/j/").status, 200)

    def test_an_address_that_this_kernel_does_not_have_is_an_error_with_its_port(self):
        self.end(self.gateway)
        for family, address in ((10, "::1"), (2, "127.0.0.1")):
            with self.subTest(address):
                self.without(family)
                gateway = self.start(
                    "web", "--folder", str(self.folder), "--port", str(self.port), "--socket", self.bridge_socket,
                    "--tickets", self.tickets, "--listen", address)
                _, messages = gateway.communicate(timeout=60)
                self.assertNotEqual(gateway.returncode, 0)
                self.assertIn(f"port {self.port}", messages)
                self.assertNotIn("serving the page", messages)


del WithGateway
