/// One finger on the controller's screen.
public struct Touch: Hashable, Sendable {
  /// What a finger is doing.
  public enum Phase: UInt8, Sendable {
    /// It came down.
    case began
    /// It is down.
    case moved
    /// It was lifted.
    case ended
    /// The system took it away.
    case cancelled
  }

  /// The finger's number.
  public var id: UInt8
  /// What it is doing.
  public var phase: Phase
  /// 0 (left edge) to 65535 (right edge).
  public var x: UInt16
  /// 0 (top edge) to 65535 (bottom edge).
  public var y: UInt16

  /// A finger at (`x`, `y`).
  public init(id: UInt8, phase: Phase, x: UInt16, y: UInt16) {
    self.id = id
    self.phase = phase
    self.x = x
    self.y = y
  }
}
