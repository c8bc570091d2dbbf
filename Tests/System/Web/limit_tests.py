"""Tests of requests that exceed a limit. Each is answered with a status that says which limit it exceeds."""

import socket

from with_gateway import DEADLINE, TRUSTING, WithGateway

COOKIE = "Cookie: other=" + 3_500 * "x"


class Limits(WithGateway):
    def ask(self, first, *fields, body=""):
        """Sends a request in one write; returns the status and the whole answer, or None and "" if there is no answer."""
        head = "\r\n".join([f"{first} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *fields, "", ""])
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as raw, TRUSTING.wrap_socket(raw) as link:
            answer = b""
            try:
                link.sendall((head + body).encode())
            except OSError:
                pass  # The gateway may have answered before it closed the connection.
            try:
                while piece := link.recv(1 << 16):
                    answer += piece
                    if b"\r\n\r\n" in answer and b"Connection: close" not in answer:
                        break
            except OSError:
                pass
        return (int(answer.split()[1]), answer.decode()) if answer else (None, "")

    def test_a_head_of_sixteen_kilobytes_is_read_with_all_the_cookies_of_other_services(self):
        self.assertEqual(self.ask("GET /j/", COOKIE)[0], 200)
        self.assertEqual(self.ask("GET /j/", COOKIE, COOKIE, COOKIE, COOKIE)[0], 200)
        self.assertEqual(self.ask("GET /j/", "Cookie: other=" + 15_900 * "x")[0], 200)

    def test_a_longer_head_is_told_so(self):
        for size in (21_000, 40_000, 60_000):
            status, answer = self.ask("GET /j/", "Cookie: other=" + size * "x")
            self.assertEqual(status, 431, size)
            self.assertIn("Delete the cookies", answer)

    def test_a_header_that_matters_and_is_longer_than_any_is_told_so(self):
        for field in ("Origin", "Authorization", "If-None-Match", "Content-Type", "Accept-Encoding", "Sec-WebSocket-Protocol"):
            self.assertEqual(self.ask("GET /j/", f"{field}: {300 * 'x'}")[0], 431, field)

    def test_a_path_that_is_longer_than_any_is_told_so(self):
        self.assertEqual(self.ask(f"GET /web/{250 * 'x'}")[0], 404)
        self.assertEqual(self.ask(f"GET /web/{251 * 'x'}")[0], 414)
        self.assertEqual(self.ask(f"GET /{300 * 'x'}")[0], 414)
        self.assertEqual(self.ask(f"POST /{300 * 'x'}", "Content-Length: 0")[0], 414)

    def test_a_body_without_a_length_or_over_the_limit_is_told_so(self):
        origin = f"Origin: https://127.0.0.1:{self.port}"
        self.assertEqual(self.ask("POST /link", origin)[0], 413)
        self.assertEqual(self.ask("POST /link", origin, "Transfer-Encoding: chunked", body="0\r\n\r\n")[0], 413)
        for length in ("4097", "-1", "x", "99999999999"):
            self.assertEqual(self.ask("POST /link", origin, f"Content-Length: {length}")[0], 413, length)
        self.assertEqual(self.ask("POST /link", origin, "Content-Length: 4096", body=4096 * "x")[0], 403)

    def test_head_is_answered_like_get_without_a_body(self):
        whole, head = self.ask("GET /j/"), self.ask("HEAD /j/")
        self.assertEqual((whole[0], head[0]), (200, 200))
        self.assertEqual(whole[1].partition("\r\n\r\n")[0], head[1].partition("\r\n\r\n")[0])
        self.assertEqual(head[1].partition("\r\n\r\n")[2], "")
        self.assertEqual(self.ask("HEAD /nowhere")[0], 404)
        self.assertEqual(self.ask("PUT /j/")[0], 405)


del WithGateway
