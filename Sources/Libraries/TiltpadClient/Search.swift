import Channel
import Model

/// A search for a host that has fallen silent, by handshakes alongside the former session.
///
/// While the host reserves the controller's slot, each handshake is replaced by a new one after 1.75 s,
/// before its pauses grow to 2 s. Later handshakes run for their full length.
struct Search: Sendable {
  /// The duration of silence after which a search begins.
  ///
  /// A packet of the former session that still arrives ends the search.
  static let silence = Interval.seconds(2)
  /// The duration of silence after which a search begins while an edge waits for its acknowledgement.
  ///
  /// It is short because an edge is dropped after a second. Before ``silence``, the search keeps the epoch
  /// and the connection state. A host that still has the session then only sees a change of keys.
  static let urgentSilence = Interval.milliseconds(400)
  /// The duration of silence after which a search begins while the controller waits to be admitted.
  ///
  /// The host may have nothing to send during that wait.
  static let waitingSilence = Interval.seconds(10)
  /// The length of a handshake while the slot is reserved: INITs after 0, 250 and 750 ms.
  private static let shortRound = Interval.milliseconds(1_750)
  /// The default time from a controller's last packet until its slot is free (docs/protocol.md, "Silence").
  private static let reservation = Interval.seconds(65)

  /// The handshake that is under way.
  var channel: ControllerChannel
  /// The epoch by which the controller identifies its present run in the handshakes.
  let epoch: UInt64
  /// The number of handshakes so far.
  private(set) var rounds = 1
  /// The time at which the next handshake begins.
  private(set) var roundEnds: Instant
  /// The connection state before the search.
  let former: ConnectionState
  /// True if the search began early because of an unacknowledged edge, and the host does not count as lost.
  let isUrgent: Bool
  private let since: Instant

  /// Creates a search that begins at `now` with `channel`; an urgent search ends when the host counts as
  /// lost.
  init(
    _ channel: ControllerChannel, epoch: UInt64, from former: ConnectionState, isUrgent: Bool, at now: Instant
  ) {
    (self.channel, self.epoch, self.former, self.isUrgent, since) = (channel, epoch, former, isUrgent, now)
    roundEnds = now + Search.shortRound
  }

  /// Begins the next handshake with `channel`.
  mutating func begin(_ channel: ControllerChannel, at now: Instant) {
    self.channel = channel
    rounds += 1
    let isKept = now < since + Search.reservation
    roundEnds = now + (isKept ? Search.shortRound : ControllerChannel.patience)
  }
}
