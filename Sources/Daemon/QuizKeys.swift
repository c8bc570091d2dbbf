import Gamepad
import Model

/// The keys that winners of rounds press on a keyboard of the kernel, so that quiz software notices the winner too.
struct QuizKeys: ~Copyable {
  /// The time that a key is held: more than one picture of software that looks 20 times a second.
  static let hold = Interval.milliseconds(60)

  private var keyboard: QuizKeyboard?
  /// The keys of the first player, the second, and so on.
  private let keys: [UInt16]
  /// The last round whose winner has pressed.
  private var round: UInt16 = 0
  private var held: UInt16?
  /// The time at which ``advance(to:)`` releases the key.
  private(set) var deadline = Instant.distantFuture

  /// Creates keys without a keyboard.
  init() {
    keys = []
    keyboard = nil
  }

  /// Creates a keyboard with `keys` by the device at `path`.
  ///
  /// - Throws: `PadError`: the reason why no keyboard can be made.
  init(_ keys: [UInt16], path: String) throws(PadError) {
    self.keys = keys
    keyboard = try QuizKeyboard(keys: Set(keys), path: path)
  }

  /// Presses the key of `winner`, who has won round `round`; once for each round.
  mutating func press(for winner: PlayerSlot?, in round: UInt16, at now: Instant) {
    guard let winner, keys.indices.contains(winner.index), round != self.round else { return }
    release()
    self.round = round
    keyboard?.press(keys[winner.index])
    (held, deadline) = (keys[winner.index], now + QuizKeys.hold)
  }

  /// Releases the key when its deadline has passed.
  mutating func advance(to now: Instant) {
    if deadline <= now { release() }
  }

  private mutating func release() {
    if let held { keyboard?.release(held) }
    (held, deadline) = (nil, .distantFuture)
  }
}
