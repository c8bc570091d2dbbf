"""Tests of the tools `impair` (a link with faults) and `flood`."""

import collections
import concurrent.futures
import contextlib
import itertools
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import unittest

import times
from links import FIRST_STRANGER, HOST, Flood, Link, arrivals, processors
from namespaces import PATIENCE, TOOLS, Namespace, unavailable

PORT = 7000
# The time in s in which nothing more may arrive.
SILENCE = 0.5
# If the answering side pauses for longer than this, in s, its answers may be missing: the flood waits only 0.2 s for them after its end.
STILL = 0.1


def rehearse(count, **faults):
    """Returns the departure and the arrival of each packet in ms, one packet every 0.1 ms. The arrival of a lost packet is None."""
    options = [f"--{name}={value}" for name, value in faults.items()]
    shown = subprocess.run([TOOLS / "impair", f"--rehearse={count}", *options], capture_output=True, text=True,
                           check=True, timeout=PATIENCE).stdout
    return [(int(departure) / 1e6, None if arrival == "-" else int(arrival) / 1e6)
            for departure, arrival in map(str.split, shown.splitlines())]


@unittest.skipUnless((TOOLS / "impair").exists(), "the tools are not built: scripts/test/network")
class FaultTests(unittest.TestCase):
    """Tests of the link's effect on packets. They use neither a network nor a clock."""

    def test_jitter_is_exponential_and_packets_overtake_each_other(self):
        """The mean delay is the requested one, and the median is ln 2 times that."""
        packets = rehearse(20000, delay=5, jitter=10)
        delays = [arrival - departure - 5 for departure, arrival in packets]
        self.assertGreaterEqual(min(delays), 0)
        self.assertAlmostEqual(statistics.mean(delays), 10, delta=0.5)
        self.assertAlmostEqual(statistics.median(delays), 6.93, delta=0.5)
        self.assertNotEqual([arrival for _, arrival in packets], sorted(arrival for _, arrival in packets))

    def test_loss_by_packet_is_what_was_asked_for(self):
        lost = [arrival is None for _, arrival in rehearse(50000, loss=10, burst=0)]
        self.assertAlmostEqual(sum(lost) / len(lost), 0.1, delta=0.005)
        self.assertAlmostEqual(sum(a and b for a, b in itertools.pairwise(lost)) / len(lost), 0.01, delta=0.002)

    def test_bursts_take_the_share_of_time_and_have_the_length(self):
        """The packets cover 40 s, with some 400 bursts. If the length of bursts is limited, no burst is longer than the limit."""
        for longest, share, length in ((0, 0.2, 20), (30, 0.163, 15.5)):
            lost = [arrival is None for _, arrival in rehearse(400_000, loss=20, burst=20, longest=longest)]
            bursts = [len(list(run)) / 10 for is_lost, run in itertools.groupby(lost) if is_lost]
            self.assertAlmostEqual(sum(lost) / len(lost), share, delta=0.03)
            self.assertAlmostEqual(statistics.mean(bursts), length, delta=3)
            self.assertEqual(max(bursts) < 30.2, longest == 30)

    def test_packets_arrive_twice_and_are_held_back_as_often_as_was_asked_for(self):
        packets = rehearse(20000, duplicate=20, reorder=10, hold=50, delay=1)
        self.assertAlmostEqual(len(packets) / 20000, 1.2, delta=0.01)
        delays = collections.Counter(round(arrival - departure) for departure, arrival in packets)
        self.assertEqual(set(delays), {1, 51})
        self.assertAlmostEqual(delays[51] / len(packets), 0.1, delta=0.01)

    def test_the_same_seed_makes_the_same_faults_and_another_one_others(self):
        runs = [rehearse(5000, seed=seed, loss=20, burst=5, jitter=3, duplicate=5, reorder=5) for seed in (4, 4, 5)]
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_no_fault_is_no_fault(self):
        self.assertEqual({arrival - departure for departure, arrival in rehearse(100)}, {0})


@unittest.skipIf(unavailable(), unavailable())
class LinkTests(unittest.TestCase):
    """Tests of datagrams between two namespaces."""

    def setUp(self):
        """Makes two namespaces."""
        self.near, self.far = self.enterContext(Namespace()), self.enterContext(Namespace())

    def open(self, **faults):
        """Opens a link, and a socket at both ends."""
        self.link = self.enterContext(Link(self.near, self.far, **faults))
        self.sender = self.enterContext(contextlib.closing(self.near.socket()))
        self.receiver = self.enterContext(contextlib.closing(self.far.socket()))
        self.receiver.bind((HOST, PORT))
        self.receiver.settimeout(PATIENCE)

    def send(self, count, pause=0.0):
        """Sends `count` numbered datagrams, `pause` s apart; returns the times of their departure."""
        departures = []
        for number in range(count):
            departures.append(time.monotonic())
            self.sender.sendto(number.to_bytes(4, "big"), (HOST, PORT))
            if pause:
                time.sleep(pause)
        return departures

    def receive(self, received, is_whole):
        """Appends (number, time) of each datagram to `received`. Ends once `is_whole` holds and nothing more arrives."""
        self.receiver.settimeout(SILENCE)
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            try:
                datagram = self.receiver.recv(64)
                received.append((int.from_bytes(datagram, "big"), time.monotonic()))
            except TimeoutError:
                if is_whole():
                    return

    def exchange(self, count, pause=0.0):
        """Sends and receives at the same time; returns the departures, and the arrivals of all that the link has delivered."""
        received, ended, before = [], threading.Event(), self.link.counts()["near"]

        def is_whole():
            taken, lost, doubled, delivered = (
                self.link.counts()["near"][name] - before[name] for name in ("taken", "lost", "doubled", "delivered"))
            return ended.is_set() and taken >= count and len(received) >= delivered == taken - lost + doubled
        reader = threading.Thread(target=self.receive, args=(received, is_whole))
        reader.start()
        departures = self.send(count, pause)
        ended.set()
        reader.join()
        return departures, received

    def test_a_delay_is_what_was_asked_for(self):
        self.open(delay=20)
        departures, received = self.exchange(200, pause=0.002)
        self.assertEqual([number for number, _ in received], list(range(200)))
        delays = [1000 * (arrived - departures[number]) for number, arrived in received]
        self.assertGreaterEqual(min(delays), 20)
        times.hold(self, "the median of a delay of 20 ms", statistics.median(delays) / 1000, 0.025)

    def test_nothing_passes_in_a_blackout_and_everything_after_it(self):
        self.open()
        self.link.set(blackout=1)
        self.assertEqual(self.exchange(20)[1], [])
        self.link.set(blackout=0)
        self.assertEqual(len(self.exchange(20)[1]), 20)

    def test_a_datagram_comes_from_where_the_mask_says_and_the_answer_finds_back(self):
        """The sender gets another address and port. A datagram to the previous ones is counted as stray."""
        self.open()
        self.sender.settimeout(PATIENCE)
        self.send(1)
        former = self.receiver.recvfrom(64)[1]
        self.link.order("source", "10.77.3.4", 4444)
        self.send(1)
        self.assertEqual(self.receiver.recvfrom(64)[1], ("10.77.3.4", 4444))
        self.receiver.sendto(b"back", ("10.77.3.4", 4444))
        self.assertEqual(self.sender.recv(64), b"back")
        self.receiver.sendto(b"lost", former)
        self.sender.settimeout(SILENCE)
        with self.assertRaises(socket.timeout):
            self.sender.recv(64)
        limit = time.monotonic() + PATIENCE
        while not self.link.counts()["stray"] and time.monotonic() < limit:
            time.sleep(0.01)
        self.assertEqual(self.link.counts()["stray"], 1)

    def test_the_newest_datagram_is_repeated_and_recalled(self):
        self.open()
        for text in (b"\xd2old", b"\xd5new"):
            self.sender.sendto(text, (HOST, PORT))
            self.receiver.recv(64)
        self.link.order("replay", "10.77.5.5", 55)
        self.assertEqual(self.receiver.recvfrom(64), (b"\xd5new", ("10.77.5.5", 55)))
        self.assertEqual((self.link.recall(0xD2), self.link.recall(0xD3)), (b"\xd2old", b""))

    def test_a_stream_arrives_whole_through_loss_and_reordering(self):
        """TCP repeats each lost segment, so the data are complete."""
        self.open(delay=2, loss=3, burst=0, reorder=2, hold=5)
        data = bytes(range(256)) * 400
        with contextlib.closing(self.far.socket(socket.SOCK_STREAM)) as listener, \
                contextlib.closing(self.near.socket(socket.SOCK_STREAM)) as client:
            listener.bind((HOST, PORT))
            listener.listen()
            client.settimeout(PATIENCE)
            client.connect((HOST, PORT))
            writer = threading.Thread(target=lambda: (client.sendall(data), client.shutdown(socket.SHUT_WR)))
            writer.start()
            with listener.accept()[0] as stream:
                stream.settimeout(PATIENCE)
                received = b"".join(iter(lambda: stream.recv(65536), b""))
            writer.join()
        self.assertEqual(received, data)

    def test_a_record_has_every_packet_of_the_near_side(self):
        """The record has the departure and the arrival of each packet. They differ by the delay."""
        record = f"{self.enterContext(tempfile.TemporaryDirectory())}/record"
        self.open(delay=10, loss=50, burst=0, record=record)
        _, received = self.exchange(100, pause=0.001)
        self.link.close()
        passed = arrivals(record)
        self.assertEqual(len(passed), len(received))
        self.assertEqual({arrival - departure for arrival, departure in passed}, {10_000_000})
        with open(record, encoding="ascii") as lines:
            self.assertEqual(len(list(lines)), 100)

    def test_what_cannot_be_is_refused(self):
        self.open()
        for words in (("loss", 100), ("delay", -1), ("nothing", 1), ("source", "here", 1)):
            with self.assertRaises(AssertionError, msg=words):
                self.link.order(*words)
        for words in (["--loss=x"], ["--nothing=1"], []):
            self.assertEqual(subprocess.run([TOOLS / "impair", *words], capture_output=True, timeout=PATIENCE).returncode, 2)

    def test_help_names_every_fault(self):
        for tool, names in (("impair", ("delay", "jitter", "loss", "burst", "longest", "duplicate", "reorder", "hold", "rehearse")),
                            ("flood", ("from", "sources", "rate", "seconds"))):
            shown = subprocess.run([TOOLS / tool, "--help"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(shown.returncode, 0)
            for name in names:
                self.assertIn(f"--{name} ", shown.stdout)

    def test_a_flood_comes_from_as_many_addresses_at_the_rate(self):
        """The rate is a limit: if the machine is too slow, the missing datagrams are not sent later.

        The flood's counts are compared with the datagrams that arrive and the answers.
        """
        limit = time.monotonic() + PATIENCE
        while True:
            counts, senders, pause = self.flood()
            if counts["sent"] >= 100 and pause < STILL or time.monotonic() > limit:
                break
        self.assertIn(counts["sent"], range(100, 510))
        self.assertEqual((len(senders), sum(senders.values())), (50, counts["sent"]))
        self.assertIn(FIRST_STRANGER, senders)
        self.assertEqual(counts["bytes"], 32 * counts["sent"])
        self.assertEqual((counts["answers"], counts["answer_bytes"]), (counts["sent"], 29 * counts["sent"]))
        self.assertEqual(counts["kinds"], {"170": counts["sent"]})

    def flood(self):
        """Floods a socket for a second.

        Returns the flood's counts, the number of answered datagrams by sender, and the longest pause of the answering side, in s.
        """
        ended = threading.Event()
        with Flood(self.far, PORT, sources=50, rate=500, seconds=1, processor=processors()[-1]) as flood, \
                contextlib.closing(self.far.socket()) as receiver, concurrent.futures.ThreadPoolExecutor(1) as pool:
            receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            receiver.bind(("", PORT))
            reader = pool.submit(answer, receiver, ended)
            try:
                counts = flood.run([b"\xd0one", b"\xd1two"])
            finally:
                ended.set()
            return counts, *reader.result()


def answer(receiver, ended):
    """Answers each datagram with one byte until `ended` is set.

    Returns their number by sender, and the longest time in s that one turn of the loop took.
    """
    senders, pause, turn = collections.Counter(), 0, time.monotonic()
    receiver.settimeout(0.02)
    while not ended.is_set():
        with contextlib.suppress(TimeoutError):
            _, sender = receiver.recvfrom(64)
            senders[sender[0]] += 1
            receiver.sendto(b"\xaa", sender)
        turn, former = time.monotonic(), turn
        pause = max(pause, turn - former)
    return senders, pause

