/// A press or a release of a stick's button.
public struct StickEdge: Hashable, Sendable {
  /// The number of the button, 0 to 127.
  public var button: Int
  /// True if the button went down (a press), false if it went up (a release).
  public var isPress: Bool
  /// The time from the edge to its packet's sample, in units of 100 µs; 0xFFFF means that time or longer.
  public var age: UInt16

  /// An edge of the button with the number `button`, `age` × 100 µs before its packet's sample.
  public init(_ button: Int, isPress: Bool, age: UInt16 = 0) {
    (self.button, self.isPress, self.age) = (button, isPress, age)
  }
}

/// The edges of a stick that are not acknowledged yet, oldest first, with consecutive numbers.
public struct StickPresses: Sendable {
  /// The maximum number of edges in one packet (docs/protocol.md, "Frames", PRESSES).
  public static let capacity = 16

  /// The number of the oldest edge; the later edges have the following numbers, which wrap at 65536 (RFC
  /// 1982).
  public let first: UInt16
  /// The number of edges, 0 to ``capacity``.
  public private(set) var count = 0
  private var edges = InlineArray<16, StickEdge>(repeating: StickEdge(0, isPress: false))

  /// Creates a list without edges whose next edge has number `first`.
  public init(first: UInt16) {
    self.first = first
  }

  /// The number that the next edge will get.
  public var next: UInt16 { first &+ UInt16(count) }

  /// The edge at `index`, counted from the oldest.
  public subscript(index: Int) -> StickEdge { edges[index] }

  /// Adds `edge` as the newest; beyond ``capacity`` it is ignored.
  public mutating func append(_ edge: StickEdge) {
    guard count < StickPresses.capacity else { return }
    edges[count] = edge
    count += 1
  }
}
