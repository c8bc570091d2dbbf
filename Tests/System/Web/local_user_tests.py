"""Tests of the access of other users of the host's machine, and of televisions, to the dashboard, and of their rights there."""

import asyncio
import json
import os
import subprocess
import unittest

from dashboard import Dashboard
from with_gateway import DEADLINE, Page, WithGateway

NOBODY = 65534
LOCK = json.dumps({"type": "policy", "policy": "locked", "number": 1}).encode()
LATER = json.dumps({"type": "noSetup", "number": 1}).encode()
# A program that opens the dashboard's WebSocket as the given user, and prints the status. With a message, it prints nothing: it
# sends the message and closes at once, 20 times.
CLIENT = """
import os, socket, ssl, sys
port, user, protocols, address, message = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5].encode()
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
# Nothing is left unread behind such a handshake, and closing does not reset the connection.
context.maximum_version = ssl.TLSVersion.TLSv1_2
name = f"[{address}]" if ":" in address else address
upgrade = (f"GET /host HTTP/1.1\\r\\nHost: {name}:{port}\\r\\nOrigin: https://{name}:{port}\\r\\nConnection: Upgrade\\r\\n"
    "Upgrade: websocket\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\nSec-WebSocket-Version: 13\\r\\n"
    f"Sec-WebSocket-Protocol: {protocols}\\r\\n\\r\\n").encode()
os.setgroups([])
os.setgid(user)
os.setuid(user)
for attempt in range(20 if message else 1):
    link = context.wrap_socket(socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET))
    link.settimeout(60)
    link.connect((address, port))
    if message:
        link.sendall(upgrade + bytes([0x81, 0x80 | len(message)]) + bytes(4) + message)
        link.close()
    else:
        link.sendall(upgrade)
        print(link.recv(4096).split()[1].decode())
"""


@unittest.skipIf(os.getuid() != 0, "only root can be other users")
class LocalUsers(WithGateway):
    def ask(self, user, ticket=None, address="127.0.0.1", message=""):
        """Returns the output of CLIENT, run as `user`."""
        protocols = ", ".join(["tpp.host.v1"] + ([f"ticket.{ticket}"] if ticket else []))
        result = subprocess.run(
            ["/usr/bin/python3", "-c", CLIENT, str(self.port), str(user), protocols, address, message], capture_output=True,
            text=True, timeout=DEADLINE)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.strip()

    def way_in(self, *options):
        """Returns the link that `tiltpad dashboard` prints."""
        return self.run_command("dashboard", "--link", "--address", "127.0.0.1", "--socket", self.tickets, *options).stdout.strip()

    def test_another_user_of_this_machine_needs_a_ticket_for_the_dashboard(self):
        for address in ("127.0.0.1", "::1"):
            self.assertEqual(self.ask(0, address=address), "101", address)
            self.assertEqual(self.ask(NOBODY, address=address), "403", address)
        self.assertEqual(self.ask(NOBODY, self.way_in().split("#")[1]), "101")

    def test_who_closes_at_once_does_not_pass_for_root(self):
        # The kernel reports a closed socket as if it were root's.
        async def test():
            async with self.connect_dashboard() as host:
                while isinstance(await asyncio.wait_for(host.recv(), DEADLINE), str):
                    pass
                await asyncio.to_thread(self.ask, NOBODY, message=LOCK.decode())
                async with self.connect(self.ticket()) as link:
                    self.assertEqual((await Page(link).hello())["type"], "welcome")
        asyncio.run(test())

    def test_another_user_of_this_machine_cannot_set_the_host_up(self):
        async def test():
            async with self.connect_dashboard() as host:
                dashboard = Dashboard(host)
                self.assertTrue((await dashboard.hear("setup"))["open"])
                await asyncio.to_thread(self.ask, NOBODY, message=LATER.decode())
                # The gateway has read the earlier order before it answers this one.
                self.assertEqual(await dashboard.order("policy", policy="open"), "done")
        asyncio.run(test())
        self.assertFalse((self.place / "state" / "setup.conf").exists())

    def test_a_television_sees_the_dashboard_and_gives_no_orders(self):
        link = self.way_in("--kiosk")
        self.assertRegex(link, rf"^https://127\.0\.0\.1:{self.port}/\?kiosk#[\w-]{{22}}$")

        async def watch(ticket):
            async with self.connect_dashboard(ticket) as television:
                welcome = json.loads(await asyncio.wait_for(television.recv(), DEADLINE))
                self.assertEqual(welcome["type"], "welcome")
                for order in (LOCK.decode(), '{"type":"pin","number":2}', '{"type":"mode","mode":"tank","slot":0,"number":3}'):
                    await television.send(order)
                # A player joins. The television sees that, and no answer to its orders before it.
                async with self.connect(self.ticket()) as link:
                    self.assertEqual((await Page(link).hello())["type"], "welcome")
                    said = {}
                    while said.get("type") != "names" or not said["names"]:
                        message = await asyncio.wait_for(television.recv(), DEADLINE)
                        said = json.loads(message) if isinstance(message, str) else {}
                        self.assertNotIn(said.get("type"), ("answer", "pin"))
            return welcome["resume"]
        resume = asyncio.run(watch(link.split("#")[1]))
        asyncio.run(watch(resume))
        self.end(self.gateway)
        self.start_gateway()
        asyncio.run(watch(resume))
        self.assertEqual(self.request("POST", "/link/open", resume).status, 403, "it makes no player")


del WithGateway
