import Channel
import Model

/// The way back to a host that has fallen silent: handshakes beside the session that there was.
///
/// As long as the host keeps the controller's seat, a handshake begins anew before its pauses grow, so that none is as
/// long as two seconds; later its own pauses are good enough.
struct Search: Sendable {
  /// A host that is heard of again within a packet's time after this was never away.
  static let silence = Interval.seconds(2)
  /// While a person makes up their mind, the host may have nothing to say.
  static let waitingSilence = Interval.seconds(10)
  /// How long a handshake goes on while the seat is kept: INITs after 0, 250 and 750 ms.
  private static let shortRound = Interval.milliseconds(1_750)
  /// How long a host keeps a seat, unless told otherwise (docs/protocol.md, "Silence").
  private static let reservation = Interval.seconds(65)

  /// The handshake under way.
  var channel: ControllerChannel
  /// What the controller calls its present run in it.
  let epoch: UInt64
  /// How many handshakes were begun.
  private(set) var rounds = 1
  /// When a further one begins.
  private(set) var roundEnds: Instant
  /// What the state was before.
  let former: ConnectionState
  private let since: Instant

  /// A search that begins `now` with `channel`.
  init(_ channel: ControllerChannel, epoch: UInt64, from former: ConnectionState, at now: Instant) {
    (self.channel, self.epoch, self.former, since) = (channel, epoch, former, now)
    roundEnds = now + Search.shortRound
  }

  /// Begins anew with `channel`.
  mutating func begin(_ channel: ControllerChannel, at now: Instant) {
    self.channel = channel
    rounds += 1
    let isKept = now < since + Search.reservation
    roundEnds = now + (isKept ? Search.shortRound : ControllerChannel.patience)
  }
}
