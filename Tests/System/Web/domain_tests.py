"""Tests of the certificate of the host's own domain. A browser that trusts the certificate's authority opens the page by name without a warning."""

import asyncio
import http.client
import signal
import socket
import ssl
import subprocess
import threading

import websockets
from authority import Authority
from with_gateway import DEADLINE, LIKE_A_BROWSER, TRUSTING, Page, WithGateway, state

A = 1
NAME = "den.example"


class WithDomain(WithGateway):
    """Tests of a gateway with a certificate for den.example and *.home.example."""

    def setUp(self):
        self.authority = Authority("Example root")
        super().setUp()

    @property
    def extra(self):
        self.tls = self.place / "tls"
        self.tls.mkdir(exist_ok=True)
        if not self.certificate.exists():
            self.put(*self.authority.issue(NAME, "*.home.example"))
        return "--certificate", str(self.certificate), "--key", str(self.key)

    @property
    def certificate(self):
        return self.place / "tls/fullchain.pem"

    @property
    def key(self):
        return self.place / "tls/privkey.pem"

    def put(self, chain, key):
        """Writes a certificate and its key to the gateway's files, as an ACME client does."""
        self.certificate.write_text(chain)
        self.key.write_text(key)

    def told(self):
        """Returns the gateway's next line, except "connected to the daemon"."""
        while "connected to the daemon" in (line := self.gateway.stderr.readline()):
            pass
        return line

    def reload(self):
        """Makes the gateway read its files again; returns the line that it writes."""
        self.gateway.send_signal(signal.SIGHUP)
        return self.told()

    def handshake(self, name, context=None):
        """Connects as a browser that opens `name`; returns the gateway's certificate in DER."""
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as raw:
            with (context or self.authority.trusting()).wrap_socket(raw, server_hostname=name) as link:
                return link.getpeercert(binary_form=True)

    def status(self, name, path="/j/"):
        """Returns the HTTP status of a request for `name`, sent by a browser that trusts only the authority."""
        connection = http.client.HTTPSConnection(name, self.port, context=self.authority.trusting(), timeout=DEADLINE)
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as raw:
            connection.sock = self.authority.trusting().wrap_socket(raw, server_hostname=name)
            connection.request("GET", path)
            return connection.getresponse().status

    def connect_by(self, name, ticket):
        """Returns the WebSocket of a page that was opened as `name`."""
        place = f"{name}:{self.port}"
        return websockets.connect(
            f"wss://{place}/link", ssl=self.authority.trusting(), host="127.0.0.1", port=self.port, server_hostname=name,
            subprotocols=["tpp.v1", f"ticket.{ticket}"], origin=f"https://{place}", **LIKE_A_BROWSER)


class Domain(WithDomain):
    def test_a_browser_that_trusts_only_the_authority_comes_by_name(self):
        self.assertIn(f"using the certificate of {NAME}, *.home.example", self.told())
        self.assertEqual([self.status(name) for name in (NAME, "tv.home.example")], [200, 200])
        for name in ("127.0.0.1", "localhost", "a.tv.home.example", "evil.example"):
            with self.assertRaises(ssl.SSLCertVerificationError, msg=name):
                self.handshake(name)

    def test_who_comes_by_address_gets_the_machines_own_certificate_as_before(self):
        own = ssl.PEM_cert_to_DER_cert((self.place / "state/web.crt").read_text())
        self.assertEqual(self.handshake("127.0.0.1", TRUSTING), own)
        self.assertEqual(self.handshake("localhost", TRUSTING), own)
        self.assertNotEqual(self.handshake(NAME, TRUSTING), own)
        self.assertEqual(self.request("GET", "/j/").status, 200)

    def test_a_foreign_name_is_refused_behind_any_certificate(self):
        self.assertEqual(self.request("GET", "/j/", Host=f"{NAME}:{self.port}").status, 200)
        self.assertEqual(self.request("GET", "/j/", Host=f"evil.example:{self.port}").status, 421)
        self.assertEqual(self.request("GET", "/j/", Host=f"a.b.home.example:{self.port}").status, 421)

    def test_links_carry_the_name(self):
        linked = self.run_command("pair", "--phone", "--link", "--socket", self.tickets).stdout
        self.assertTrue(linked.startswith(f"https://{NAME}:{self.port}/j/#"), linked)
        dashboard = self.run_command("dashboard", "--link", "--socket", self.tickets).stdout
        self.assertTrue(dashboard.startswith(f"https://{NAME}:{self.port}/#"), dashboard)
        self.assertTrue(self.link().startswith(f"https://127.0.0.1:{self.port}/j/#"), "an address that is asked for")

    def test_the_code_on_the_dashboard_carries_the_name(self):
        async def code():
            async with self.connect_dashboard() as link:
                return (await Page(link).text("ticket"))["url"]
        self.assertTrue(asyncio.run(code()).startswith(f"https://{NAME}:{self.port}/j/#"))

    def test_an_open_dashboard_shows_the_code_with_the_new_name(self):
        self.told()

        async def shown():
            async with self.connect_dashboard() as link:
                page = Page(link)
                before = (await page.text("ticket"))["url"]
                self.put(*self.authority.issue("attic.example"))
                await asyncio.to_thread(self.reload)
                return before, (await page.text("ticket"))["url"]
        before, after = asyncio.run(shown())
        self.assertEqual(after, before.replace(NAME, "attic.example"))

    def test_another_certificate_is_used_while_a_page_plays_on(self):
        self.told()
        asyncio.run(self.play_over_a_reload())

    async def play_over_a_reload(self):
        async with self.connect_by(NAME, self.ticket()) as link:
            page = Page(link)
            await page.hello()
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
                former = await asyncio.to_thread(self.handshake, NAME)
                self.put(*self.authority.issue(NAME, "attic.example", kind="rsa"))
                line = await asyncio.to_thread(self.reload)
                self.assertIn(f"using the certificate of {NAME}, attic.example", line)
                self.assertNotEqual(await asyncio.to_thread(self.handshake, NAME), former)
                self.assertEqual(await asyncio.to_thread(self.status, "attic.example"), 200)
                with self.assertRaises(ssl.SSLCertVerificationError):
                    await asyncio.to_thread(self.handshake, "tv.home.example")
                players = await self.until(lambda players: players[0]["buttons"] == ["a"])
                self.assertEqual(players[0]["counts"]["lost"], 0)

    def test_broken_files_keep_the_former_certificate_and_are_told_once(self):
        self.told()
        former = self.handshake(NAME)
        chain, key = self.authority.issue("attic.example")
        self.certificate.write_text(chain)
        self.assertIn(f"the key in {self.key} does not belong to the certificate; the previous", self.reload())
        self.assertEqual(self.handshake(NAME), former)
        self.certificate.write_text(chain[:200])
        self.assertIn(f"there is no certificate in {self.certificate}; the previous", self.reload())
        self.certificate.unlink()
        # A reason is reported only once, so the next line is about the next reason.
        self.assertIn(f"cannot read {self.certificate}: No such file", self.reload())
        self.gateway.send_signal(signal.SIGHUP)
        self.assertEqual(self.handshake(NAME), former)
        self.put(chain, key)
        self.assertIn("using the certificate of attic.example", self.reload())
        self.assertEqual(self.status("attic.example"), 200)

    def test_a_renewed_certificate_is_found_without_a_signal(self):
        self.told()
        self.assertIn("connected", self.gateway.stderr.readline())
        # The answer shows that the gateway has looked at the files once. It looks again after half a minute.
        self.assertEqual(self.status(NAME), 200)
        self.put(*self.authority.issue("attic.example"))
        found = []
        reader = threading.Thread(target=lambda: found.append(self.told()), daemon=True)
        reader.start()
        reader.join(2 * DEADLINE)
        self.assertIn("using the certificate of attic.example", found[0])

    def judge(self, *more):
        """Returns the exit status of `tiltpad-web --judge-domain` for the files."""
        return subprocess.run(
            [f"{self.program}-web", "--judge-domain", self.certificate, self.key, *more],
            capture_output=True, timeout=DEADLINE).returncode

    def test_the_state_of_a_domain_is_an_exit_status(self):
        """The statuses: 0 good, 10 unreadable, 11 no certificate, 12 ends soon, 14 another key, 15 without the name, 16 the name leads elsewhere."""
        self.put(*self.authority.issue("localhost"))
        self.assertEqual(self.judge(), 0)
        self.assertEqual(self.judge("attic.example"), 15)
        self.put(*self.authority.issue("nowhere.invalid"))
        self.assertEqual(self.judge(), 16)
        self.put(*self.authority.issue("localhost", days=20))
        self.assertEqual(self.judge(), 12)
        self.key.write_text(self.authority.issue("localhost")[1])
        self.assertEqual(self.judge(), 14)
        self.certificate.write_text("nothing")
        self.assertEqual(self.judge(), 11)
        self.key.unlink()
        self.assertEqual(self.judge(), 10)


class Chosen(WithDomain):
    """Tests of a gateway whose links have a name that only the wildcard covers."""

    @property
    def extra(self):
        return *super().extra, "--domain", "tv.home.example"

    def test_links_carry_the_name(self):
        linked = self.run_command("pair", "--phone", "--link", "--socket", self.tickets).stdout
        self.assertTrue(linked.startswith(f"https://tv.home.example:{self.port}/j/#"), linked)


class Missing(WithGateway):
    extra = ("--certificate", "/nowhere/fullchain.pem")

    def test_a_gateway_without_its_files_serves_by_its_own_certificate(self):
        self.assertIn("cannot read /nowhere/fullchain.pem: No such file", self.gateway.stderr.readline())
        self.assertEqual(self.request("GET", "/j/").status, 200)
        self.assertIn("127.0.0.1", self.link())
