import Model
import Wire

/// The pace of one controller's packets, from which the time of the next packet is estimated.
///
/// Replies that can wait are sent when the next packet wakes the daemon anyway (docs/decisions/0026).
struct PacketPace: Sendable {
  /// The minimum time between two acknowledgements without new edges or messages (docs/protocol.md, "Order").
  static let acknowledgementPeriod = Interval.milliseconds(50)
  /// The minimum time between two acknowledgements to a controller behind a gateway.
  ///
  /// It is short, because pages send only as much as acknowledgements allow.
  static let gatewayAcknowledgementPeriod = Interval.milliseconds(16)
  /// The maximum time for which a reply that could be sent waits for a packet.
  static let patience = Interval.milliseconds(50)
  /// The maximum time for which a reply to a controller behind a gateway waits for a packet.
  static let gatewayPatience = Interval.milliseconds(20)
  /// The maximum mean time between packets at which a reply still waits for a packet: 40 packets a second.
  static let slowest = Interval.milliseconds(25)
  /// The delay, beyond twice the mean time between packets, after which a reply no longer waits for a packet.
  static let tolerance = Interval.milliseconds(4)
  /// The upper limit for times that enter the mean, because a pause reveals nothing about the pace.
  private static let longest = Interval.milliseconds(100)

  /// The time of the last packet.
  private var arrived: Instant
  /// The running mean of the times between packets.
  ///
  /// It starts high, so that nothing waits before the pace is known.
  private var period = PacketPace.longest

  /// Creates the pace of a controller whose first packet arrives at `now`.
  init(at now: Instant) { arrived = now }

  /// Records a packet that arrived at `now`.
  @inline(__always) mutating func note(_ now: Instant) {
    let gap = min(now - arrived, PacketPace.longest).nanoseconds
    arrived = now
    period.nanoseconds += (gap - period.nanoseconds) / 8
  }

  /// Returns the time at which a reply is sent if no packet arrives earlier.
  ///
  /// The reply may be sent from `ripe` on. The result is `ripe` if a packet has arrived at or after `ripe`, or
  /// if packets are rare. Otherwise the reply waits for the next packet by `transport`: at most ``patience``,
  /// or ``gatewayPatience`` behind a gateway.
  @inline(__always) func deadline(
    ofReplyFrom ripe: Instant, by transport: GatewayHeader.Transport
  ) -> Instant {
    guard ripe > arrived, ripe < .distantFuture, period <= PacketPace.slowest else { return ripe }
    let patience = transport == .direct ? PacketPace.patience : PacketPace.gatewayPatience
    let expected = arrived + Interval(nanoseconds: 2 * period.nanoseconds) + PacketPace.tolerance
    return max(ripe, min(expected, ripe + patience))
  }

  /// Returns the minimum time between two acknowledgements by `transport`.
  @inline(__always) static func acknowledgementPeriod(by transport: GatewayHeader.Transport) -> Interval {
    transport == .direct ? acknowledgementPeriod : gatewayAcknowledgementPeriod
  }
}
