import Model

/// The identity that a controller requests for its pad, and the time to apply it (docs/protocol.md, "Identities").
struct IdentityRequest: Sendable {
  /// The minimum time between two pads of a player, which lets games release the old pad and find the new one.
  static let period = Interval.seconds(1)

  /// The number of the requested identity, 0 for the host's choice.
  private(set) var number: UInt8 = 0
  private let granted: Set<UInt8>
  private var followed: UInt8 = 0
  private var followedAt: Instant

  /// Creates the state without a request, for a player who joins at `now` and may have the identities in `granted`.
  init(granted: Set<UInt8>, at now: Instant) {
    self.granted = granted
    followedAt = now
  }

  /// The deadline for ``follow(at:)``; the distant future when the pad has the requested identity.
  var deadline: Instant {
    number == followed ? .distantFuture : followedAt + IdentityRequest.period
  }

  /// Records a request for identity `number`; an identity that is not granted changes nothing.
  mutating func note(_ number: UInt8) {
    if granted.contains(number) { self.number = number }
  }

  /// Returns whether the request is to be carried out at `now`; if so, it counts as carried out.
  mutating func follow(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    begin(at: now)
    return true
  }

  /// Records that the pad made at `now` has the requested identity.
  mutating func begin(at now: Instant) {
    followed = number
    followedAt = now
  }
}
