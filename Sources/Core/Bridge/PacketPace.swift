import Model
import Wire

/// The pace of one controller's packets: an estimate of the time of the next one, so that replies that can wait leave
/// when it wakes the daemon (docs/decisions/0026).
struct PacketPace: Sendable {
  /// The minimum time between two acknowledgements without new edges or messages (docs/protocol.md, "Order").
  static let acknowledgementPeriod = Interval.milliseconds(50)
  /// The same time behind a gateway, whose pages send only as much as acknowledgements allow.
  static let gatewayAcknowledgementPeriod = Interval.milliseconds(16)
  /// The longest time for which a reply waits for a packet, beyond the time from which it may leave.
  static let patience = Interval.milliseconds(50)
  /// The same time behind a gateway.
  static let gatewayPatience = Interval.milliseconds(20)
  /// The greatest mean time between packets at which a reply waits for the next one: 40 packets a second.
  static let slowest = Interval.milliseconds(25)
  /// The time that a packet may be late, beyond twice the mean time between packets, before a reply no longer waits for it.
  static let tolerance = Interval.milliseconds(4)
  /// The longest time between packets that counts: a pause says nothing about the packets before it.
  private static let longest = Interval.milliseconds(100)

  /// The time of the last packet.
  private var arrived: Instant
  /// The running mean of the times between packets; slow at first, so that nothing waits before the pace is known.
  private var period = PacketPace.longest

  /// Creates the pace of a controller whose first packet arrives at `now`.
  init(at now: Instant) { arrived = now }

  /// Notes a packet that arrived at `now`.
  @inline(__always) mutating func note(_ now: Instant) {
    let gap = min(now - arrived, PacketPace.longest).nanoseconds
    arrived = now
    period.nanoseconds += (gap - period.nanoseconds) / 8
  }

  /// Returns the time by which a reply that may leave from `ripe` on must leave.
  ///
  /// That is `ripe` itself if a packet has arrived since, or none is expected soon. Otherwise the reply waits for the
  /// next packet by `transport`, ``patience`` at most.
  @inline(__always) func deadline(
    ofReplyFrom ripe: Instant, by transport: GatewayHeader.Transport
  ) -> Instant {
    guard ripe > arrived, ripe < .distantFuture, period <= PacketPace.slowest else { return ripe }
    let patience = transport == .direct ? PacketPace.patience : PacketPace.gatewayPatience
    let expected = arrived + Interval(nanoseconds: 2 * period.nanoseconds) + PacketPace.tolerance
    return max(ripe, min(expected, ripe + patience))
  }

  /// Returns the least time between two acknowledgements by `transport`.
  @inline(__always) static func acknowledgementPeriod(by transport: GatewayHeader.Transport) -> Interval {
    transport == .direct ? acknowledgementPeriod : gatewayAcknowledgementPeriod
  }
}
