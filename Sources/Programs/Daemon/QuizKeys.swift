import Gamepad
import Model

/// The keys of a kernel keyboard that are pressed for winners of rounds, so that quiz software sees the winner.
///
/// The room decides when a key goes down and up.
struct QuizKeys: ~Copyable {
  /// The name of the device.
  private static let name = "Tiltpad Quiz Keys"

  private var keyboard: VirtualKeyboard?
  /// The keys for the first player, the second, and so on.
  private let keys: [UInt16]

  /// Creates keys without a keyboard.
  init() {
    keys = []
    keyboard = nil
  }

  /// Creates a keyboard with `keys` through the device at `path`.
  ///
  /// - Throws: `PadError`: the reason why no keyboard can be created.
  init(_ keys: [UInt16], path: String) throws(PadError) {
    self.keys = keys
    keyboard = try VirtualKeyboard(QuizKeys.name, keys: Set(keys), path: path)
  }

  /// Creates the keyboard requested by `settings`; if that fails, there are no keys, and `tell` gets the
  /// reason.
  init(_ settings: DaemonSettings, tell: DaemonEvent.Tell) {
    self.init()
    guard !settings.quizKeys.isEmpty else { return }
    do throws(PadError) {
      self = try QuizKeys(settings.quizKeys, path: settings.uinputPath)
    } catch {
      tell(.quizKeysRefused(error))
    }
  }

  /// Presses or releases the key for the player at `slot`, if there is one.
  mutating func move(_ slot: PlayerSlot, isPress: Bool) {
    guard keys.indices.contains(slot.index) else { return }
    if isPress { keyboard?.press(keys[slot.index]) } else { keyboard?.release(keys[slot.index]) }
  }
}
