"""Tests of `tiltpad metrics` with a daemon and a player. The parser of python3-prometheus-client reads the metrics."""

import json
import re
import socket
import time
import urllib.request

import times
from ports import free_port
from prometheus_client.parser import text_string_to_metric_families
from with_daemon import DEADLINE, ROOT, WithDaemon

LIMIT = 8
LONGEST_REQUEST = 4096
PATIENCE = 5


def samples(text):
    """Returns the values by name and labels. The parser raises an error if the format is wrong."""
    return {(sample.name, *sorted(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text) for sample in family.samples}


class Metrics(WithDaemon):
    def setUp(self):
        super().setUp()
        self.phone(1, self.host, "--swing", "--duration", "120")
        self.until_playing()

    def serve(self):
        """Serves the metrics at a free port, and returns the port."""
        port = free_port()
        self.start("metrics", "--listen", f"127.0.0.1:{port}", "--socket", self.socket)
        limit = time.monotonic() + DEADLINE
        while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.02)
        return port

    def connect(self, port):
        """Returns a connection to the server."""
        connection = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
        self.addCleanup(connection.close)
        return connection

    def answer(self, port, request):
        """Sends the bytes `request`; returns all that the server answers."""
        connection = self.connect(port)
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()

    def test_another_reader_finds_every_family_with_its_kind(self):
        families = list(text_string_to_metric_families(self.order("metrics")))
        kinds = {family.name: family.type for family in families}
        self.assertEqual(len(kinds), len(families))
        self.assertEqual((kinds["tiltpad_players"], kinds["tiltpad_packets"], kinds["tiltpad_network_delay_seconds"]),
                         ("gauge", "counter", "histogram"))
        for family in families:
            self.assertTrue(family.documentation, family.name)
            self.assertNotEqual(family.type, "unknown", family.name)

    def test_the_values_are_those_of_the_status(self):
        found = samples(self.order("metrics"))
        status = json.loads(self.order("monitor", "--json", "--once"))
        self.assertEqual(found[("tiltpad_players", ("transport", "udp"))], 1)
        self.assertEqual(found[("tiltpad_players_limit",)], status["limit"])
        packets = found[("tiltpad_packets_total", ("outcome", "accepted"), ("slot", "1"))]
        self.assertGreater(packets, 0)
        self.assertLessEqual(packets, status["players"][0]["counts"]["received"])
        self.assertEqual({dict(labels)["reason"] for name, *labels in found if name == "tiltpad_drops_total"}, set(status["drops"]))
        buckets = [(float(dict(labels)["le"]), value) for (name, *labels), value in found.items()
                   if name == "tiltpad_network_delay_seconds_bucket"]
        self.assertEqual(len(buckets), 10)
        self.assertEqual(sorted(buckets), sorted(buckets, key=lambda bucket: (bucket[1], bucket[0])))
        self.assertEqual(max(buckets)[1], found[("tiltpad_network_delay_seconds_count", ("slot", "1"))])

    def test_a_counter_rises_with_its_packets(self):
        name = ("tiltpad_packets_total", ("outcome", "accepted"), ("slot", "1"))
        before = samples(self.order("metrics"))[name]
        limit = time.monotonic() + DEADLINE
        while samples(self.order("metrics"))[name] < before + 20:
            self.assertLess(time.monotonic(), limit)

    def test_the_server_serves_what_is_printed_and_nothing_else(self):
        port = self.serve()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=DEADLINE) as answer:
            self.assertEqual(answer.headers["Content-Type"], "text/plain; version=0.0.4; charset=utf-8")
            served = samples(answer.read().decode())
        self.assertEqual(set(served), set(samples(self.order("metrics"))))
        for request, status in ((b"GET / HTTP/1.1\r\n\r\n", 404), (b"POST /metrics HTTP/1.1\r\n\r\n", 405), (b"\x16\x03\x01\r\n\r\n", 400),
                                (b"GET /metricsx HTTP/1.0\r\n\r\n", 404), (b"GET /metrics?name=x HTTP/1.1\r\n\r\n", 200)):
            self.assertTrue(self.answer(port, request).startswith(f"HTTP/1.1 {status} "), request)

    def test_a_request_that_is_too_long_is_refused(self):
        port, line = self.serve(), b"GET /metrics HTTP/1.1\r\n"
        whole = line + b"X: " + b"x" * (LONGEST_REQUEST - len(line) - 7) + b"\r\n\r\n"
        self.assertEqual(len(whole), LONGEST_REQUEST)
        self.assertTrue(self.answer(port, whole).startswith("HTTP/1.1 200 "))
        self.assertTrue(self.answer(port, line + b"X: " + b"x" * LONGEST_REQUEST).startswith("HTTP/1.1 431 "))

    def test_the_slow_hold_up_nobody_and_are_closed(self):
        port = self.serve()
        begun = time.monotonic()
        slow = [self.connect(port) for _ in range(LIMIT - 1)]
        slow[0].sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
        self.assertIn("tiltpad_up 1\n", self.answer(port, b"GET /metrics HTTP/1.1\r\n\r\n"))
        for connection in slow:
            while connection.recv(65536):
                pass
        self.assertGreater(time.monotonic() - begun, PATIENCE - 0.5)
        self.assertIn("tiltpad_up 1\n", self.answer(port, b"GET /metrics HTTP/1.1\r\n\r\n"))

    def test_more_connections_than_allowed_are_closed_at_once(self):
        port = self.serve()
        slow = [self.connect(port) for _ in range(LIMIT)]
        begun = time.monotonic()
        self.assertEqual(self.connect(port).recv(1), b"")
        times.hold(self, "a connection too many is closed", time.monotonic() - begun, PATIENCE / 2)
        slow[0].close()

    def test_without_a_daemon_the_server_says_so_and_the_command_fails(self):
        port = self.serve()
        self.end(self.daemon)
        found = samples(self.answer(port, b"GET /metrics HTTP/1.1\r\n\r\n").split("\r\n\r\n", 1)[1])
        self.assertEqual(found[("tiltpad_up",)], 0)
        self.assertEqual({name for name, *_ in found}, {"tiltpad_up", "tiltpad_build_info"})
        result = self.run_command("metrics", "--socket", self.socket)
        self.assertEqual((result.returncode, result.stdout, len(result.stderr.splitlines())), (1, "", 3))

    def test_it_listens_at_a_path_and_at_no_address_of_the_network(self):
        path = str(self.place / "metrics.sock")
        server = self.start("metrics", "--listen", path, "--socket", self.socket)
        limit, connection = time.monotonic() + DEADLINE, socket.socket(socket.AF_UNIX)
        while connection.connect_ex(path) != 0:
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.02)
        connection.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
        self.assertTrue(connection.recv(12).startswith(b"HTTP/1.1 200"))
        connection.close()
        self.assertEqual(self.end(server)[0], 0)
        for place in ("0.0.0.0:9464", "[::]:9464", "192.0.2.1:9464", "9464", "localhost:9464"):
            self.assertEqual(self.run_command("metrics", "--listen", place).returncode, 2, place)

    def test_the_dashboard_uses_metrics_that_exist(self):
        text = (ROOT / "docs/grafana/tiltpad.json").read_text()
        printed = self.order("metrics")
        named = set(re.findall(r"tiltpad_\w+", " ".join(
            target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"])))
        families = {family.name: family for family in text_string_to_metric_families(printed)}
        there = {name for name, *_ in samples(printed)} | {
            line.split()[2] for line in printed.splitlines() if line.startswith("# TYPE") and "gateway" in line}
        self.assertEqual(named - there, set())
        shown = {name.removesuffix("_total").removesuffix("_bucket") for name in named}
        self.assertEqual(set(families) - shown, {"tiltpad_build_info"})

    def test_no_name_is_among_the_labels(self):
        labels = {name for _, *pairs in samples(self.order("metrics")) for name, _ in pairs}
        self.assertEqual(labels, {"version", "transport", "reason", "slot", "outcome", "le"})


del WithDaemon
