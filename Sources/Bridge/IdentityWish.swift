import Model

/// What a controller wants its pad to look like, and when that is to be looked at (docs/protocol.md, "Identities").
struct IdentityWish: Sendable {
  /// The least time between two pads of a player: games need it to let go of the one and find the other.
  static let period = Interval.seconds(1)

  /// The number of the identity that is wished for, 0 for the host's choice.
  private(set) var number: UInt8 = 0
  private let granted: Set<UInt8>
  private var followed: UInt8 = 0
  private var followedAt: Instant

  /// No wish so far, of a player who joins `now` and may have the identities whose numbers are `granted`.
  init(granted: Set<UInt8>, at now: Instant) {
    self.granted = granted
    followedAt = now
  }

  /// When ``follow(at:)`` has something to say.
  var deadline: Instant {
    number == followed ? .distantFuture : followedAt + IdentityWish.period
  }

  /// Notes that the controller wishes identity `number`; one that it may not have changes nothing.
  mutating func note(_ number: UInt8) {
    if granted.contains(number) { self.number = number }
  }

  /// Whether the wish is to be followed at `now`, which it then counts as.
  mutating func follow(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    begin(at: now)
    return true
  }

  /// Notes that the pad that is made at `now` follows the wish.
  mutating func begin(at now: Instant) {
    followed = number
    followedAt = now
  }
}
