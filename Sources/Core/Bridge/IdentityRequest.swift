import Model

/// The identity that a controller requests for its pad, and the time to apply it (docs/protocol.md, "Identities").
public struct IdentityRequest: Sendable {
  /// The minimum time between two pads that a controller requests.
  ///
  /// In this time, games release the old pad and find the new one.
  static let period = Interval.seconds(1)

  /// The number that stands for the device that the controller has described (docs/protocol.md, "Sticks").
  ///
  /// No controller can request it by CTRL 73.
  public static let described: UInt8 = 255
  /// The time that a controller has for the description of its device, before it gets another pad.
  static let patience = Interval.seconds(2)

  /// The number of the requested identity, 0 for the host's choice.
  private(set) var number: UInt8 = 0
  private let granted: Set<UInt8>
  /// The number of the identity with which the present pad was made.
  ///
  /// It is ``outdated`` if the pad has to be replaced in any case.
  private var followed: UInt16 = 0
  private static let outdated: UInt16 = 256
  private var followedAt: Instant
  /// True while the player has no pad, because the controller is about to describe its device.
  private var isPostponed = false

  /// Creates the state without a request, for a player who joins at `now` and may have the identities in `granted`.
  init(granted: Set<UInt8>, at now: Instant) {
    self.granted = granted
    followedAt = now
  }

  /// The deadline for ``follow(at:)``; the distant future when the pad has the requested identity.
  var deadline: Instant {
    UInt16(number) == followed ? .distantFuture : followedAt + IdentityRequest.period
  }

  /// Records a request for identity `number`; an identity that is not granted changes nothing.
  mutating func note(_ number: UInt8) {
    if granted.contains(number) { self.number = number }
  }

  /// Returns whether the host grants identity `number`.
  func grants(_ number: UInt8) -> Bool { granted.contains(number) }

  /// Postpones the first pad, because the controller is about to describe its device.
  ///
  /// If the first packet had the whole description, the pad is made immediately.
  mutating func await(at now: Instant) {
    let wait: Interval = number == IdentityRequest.described ? .zero : IdentityRequest.patience
    (followed, followedAt) = (IdentityRequest.outdated, now + wait - IdentityRequest.period)
    isPostponed = true
  }

  /// Records that the controller has described its device; a postponed first pad is made immediately.
  mutating func noteDescription(at now: Instant) {
    (number, followed) = (IdentityRequest.described, IdentityRequest.outdated)
    if isPostponed { followedAt = now - IdentityRequest.period }
  }

  /// Records that the pad is to be replaced at `now`, whatever identity it was made for.
  mutating func outdate(at now: Instant) {
    (followed, followedAt) = (IdentityRequest.outdated, now - IdentityRequest.period)
  }

  /// Withdraws the request for the described device, if there is one; the host then chooses the identity.
  mutating func withdrawDescription() {
    if number == IdentityRequest.described { number = 0 }
  }

  /// Returns whether the request is to be carried out at `now`; if so, it counts as carried out.
  mutating func follow(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    begin(at: now)
    return true
  }

  /// Records that the pad made at `now` has the requested identity.
  mutating func begin(at now: Instant) {
    followed = UInt16(number)
    followedAt = now
    isPostponed = false
  }
}
