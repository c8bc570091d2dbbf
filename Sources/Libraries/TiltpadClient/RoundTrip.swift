import Model
import Wire

/// The round trip of a packet and the host's answer, excluding the time that the packet waited at the host.
struct RoundTrip: Sendable {
  /// The maximum number of packets whose answers are awaited: more than are sent within a second at the highest rate.
  private static let limit = 512

  /// The average round trip; nil before the first measurement.
  ///
  /// It is TCP's moving average (RFC 6298 §2), in which a new measurement has a weight of 1/8.
  private(set) var mean: Interval?
  private var sent: [(number: UInt32, at: Instant)] = []

  /// Records that the packet with `number` is sent at `now`.
  mutating func depart(_ number: UInt32, at now: Instant) {
    if sent.count == RoundTrip.limit { sent.removeFirst() }
    sent.append((number, now))
  }

  /// Measures the round trip of the packet that the host has acknowledged.
  ///
  /// Each packet is measured once. A packet is not measured if its wait at the host exceeds the range of the
  /// acknowledgement's field.
  mutating func apply(_ acknowledgement: Acknowledgement, at now: Instant) {
    guard let index = sent.firstIndex(where: { $0.number == acknowledgement.newest }) else { return }
    let way = now - sent[index].at
    sent.removeFirst(index + 1)
    guard acknowledgement.delay < .max else { return }
    let measured = max(.zero, Interval(nanoseconds: way.nanoseconds - Int64(acknowledgement.delay) * 32_000))
    mean =
      mean.map { Interval(nanoseconds: $0.nanoseconds + (measured.nanoseconds - $0.nanoseconds) / 8) }
      ?? measured
  }

  /// Forgets the packets in flight, because new keys restart the packet numbers.
  mutating func forgetNumbers() { sent = [] }
}
