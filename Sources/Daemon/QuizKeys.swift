import Gamepad
import Model

/// The key that the winner of a round presses on a keyboard of the kernel's, so that quiz software hears it too.
struct QuizKeys: ~Copyable {
  /// How long a key is held: over one picture of software that looks 20 times a second.
  static let hold = Interval.milliseconds(60)

  private var keyboard: QuizKeyboard?
  /// The first player's key, the second's, and so on.
  private let keys: [UInt16]
  /// The last round whose winner has pressed.
  private var round: UInt16 = 0
  private var held: UInt16?
  /// When ``advance(to:)`` lets go.
  private(set) var deadline = Instant.distantFuture

  /// No keyboard.
  init() {
    keys = []
    keyboard = nil
  }

  /// A keyboard with `keys`, made at `path`.
  ///
  /// - Throws: `PadError`: why there is none.
  init(_ keys: [UInt16], path: String) throws(PadError) {
    self.keys = keys
    keyboard = try QuizKeyboard(keys: Set(keys), path: path)
  }

  /// `winner` has won round `round`: the key goes down, once a round.
  mutating func press(for winner: PlayerSlot?, in round: UInt16, at now: Instant) {
    guard let winner, keys.indices.contains(winner.index), round != self.round else { return }
    release()
    self.round = round
    keyboard?.press(keys[winner.index])
    (held, deadline) = (keys[winner.index], now + QuizKeys.hold)
  }

  /// Lets go when it is time.
  mutating func advance(to now: Instant) {
    if deadline <= now { release() }
  }

  private mutating func release() {
    if let held { keyboard?.release(held) }
    (held, deadline) = (nil, .distantFuture)
  }
}
