import Model
import Wire

/// How long a packet and the host's answer are on their way together, without the time that the host let it wait.
struct RoundTrip: Sendable {
  /// More packets than leave within a second of the highest rate are not waited for.
  private static let limit = 512

  /// The mean that forgets, as of TCP (RFC 6298 §2): a new measurement counts an eighth; nil before the first.
  private(set) var mean: Interval?
  private var sent: [(number: UInt32, at: Instant)] = []

  /// Notes that the packet of `number` leaves at `now`.
  mutating func depart(_ number: UInt32, at now: Instant) {
    if sent.count == RoundTrip.limit { sent.removeFirst() }
    sent.append((number, now))
  }

  /// Takes what the host has received; each packet is measured once, and none that waited longer than can be said.
  mutating func take(_ acknowledgement: Acknowledgement, at now: Instant) {
    guard let index = sent.firstIndex(where: { $0.number == acknowledgement.newest }) else { return }
    let way = now - sent[index].at
    sent.removeFirst(index + 1)
    guard acknowledgement.delay < .max else { return }
    let measured = max(.zero, Interval(nanoseconds: way.nanoseconds - Int64(acknowledgement.delay) * 32_000))
    mean =
      mean.map { Interval(nanoseconds: $0.nanoseconds + (measured.nanoseconds - $0.nanoseconds) / 8) }
      ?? measured
  }

  /// There are new keys, under which packets are numbered anew.
  mutating func forgetNumbers() { sent = [] }
}
