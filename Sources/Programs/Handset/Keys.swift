package import Model
import Platform

/// A key of a terminal.
package enum Key: Hashable, Sendable {
  /// The arrow keys.
  case up, down, left, right
  /// The Escape key.
  case escape
  /// Any other key, by the byte that it sends.
  case byte(UInt8)

  /// Returns the key that types the ASCII character `character`.
  package static func character(_ character: Character) -> Key { .byte(character.asciiValue ?? 0) }

  /// The buttons held by the keys, as used for the help, the status line and the hand on the keyboard.
  package static let bindings: [(name: String, key: Key, button: Button)] = [
    ("a", .character("a"), .a), ("b", .character("b"), .b), ("x", .character("x"), .x),
    ("y", .character("y"), .y), ("space", .character(" "), .a), ("enter", .byte(0x0a), .start),
    ("backspace", .byte(0x7f), .back), ("g", .character("g"), .guide),
    ("q", .character("q"), .leftShoulder), ("e", .character("e"), .rightShoulder),
    ("w", .character("w"), .leftTrigger), ("r", .character("r"), .rightTrigger),
    ("[", .character("["), .leftStick), ("]", .character("]"), .rightStick),
    ("8", .character("8"), .dpadUp), ("2", .character("2"), .dpadDown),
    ("4", .character("4"), .dpadLeft), ("6", .character("6"), .dpadRight), ("m", .character("m"), .share),
  ]
  /// The key that makes the current tilt the centre.
  package static let recentre = Key.character("c")
  /// The keys that end the command; Ctrl-C ends it too, as a signal.
  package static let quit: Set<Key> = [.escape, .character(".")]

}

/// A decoder that turns the bytes from a terminal into keys.
package struct KeyReader: Sendable {
  /// The time after Escape within which further bytes belong to the same key.
  package static let patience = Interval.milliseconds(50)
  private static let escape: UInt8 = 0x1b

  private var pending: [UInt8] = []
  private var since = Instant.distantFuture

  /// Creates a decoder without a pending byte.
  package init() {}

  /// The time at which ``expire(at:)`` returns Escape; the distant future if no Escape is pending.
  package var deadline: Instant { pending.count == 1 ? since + KeyReader.patience : .distantFuture }

  /// Returns the key completed by `byte`; nil if it completes none, or a key without a meaning.
  package mutating func receive(_ byte: UInt8, at now: Instant) -> Key? {
    switch pending.count {
    case 0 where byte != KeyReader.escape:
      return .byte(byte)
    case 0:
      pending = [byte]
      since = now
      return nil
    case 1:
      let opens = byte == 0x5b || byte == 0x4f
      pending = opens ? pending + [byte] : []
      return nil
    default:
      // Parameters, for example those of an arrow key with Shift, precede the final byte.
      guard (0x40...0x7e).contains(byte) else { return nil }
      pending = []
      return KeyReader.arrow(byte)
    }
  }

  /// Reads the keys that have arrived at the terminal; nil when its input has ended.
  package mutating func read(at now: Instant) -> [Key]? {
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    switch Stream.input.read(into: &buffer) {
    case .done(let count) where count > 0:
      let escape = expire(at: now)
      return [escape].compactMap { $0 } + (0..<count).compactMap { receive(buffer[$0], at: now) }
    case .wouldBlock: return []
    case .done, .failed: return nil
    }
  }

  /// Returns Escape if no byte has followed it before the deadline, otherwise nil.
  package mutating func expire(at now: Instant) -> Key? {
    guard deadline <= now else { return nil }
    pending = []
    return .escape
  }

  private static func arrow(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    default: nil
    }
  }
}
