/// One finger on the controller's screen.
public struct Touch: Hashable, Sendable {
  /// The phase of a finger's contact with the screen.
  public enum Phase: UInt8, Sendable {
    /// The start of a contact.
    case began
    /// The continuation of a contact, moving or not.
    case moved
    /// The end of a contact: the finger was lifted.
    case ended
    /// The end of a contact by the system, not by the finger.
    case cancelled
  }

  /// The finger's number.
  public var id: UInt8
  /// The phase of the finger's contact.
  public var phase: Phase
  /// The horizontal position, 0 (left edge) to 65535 (right edge).
  public var x: UInt16
  /// The vertical position, 0 (top edge) to 65535 (bottom edge).
  public var y: UInt16

  /// A finger at (`x`, `y`).
  public init(id: UInt8, phase: Phase, x: UInt16, y: UInt16) {
    self.id = id
    self.phase = phase
    self.x = x
    self.y = y
  }
}
