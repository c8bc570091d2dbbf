/// A controller's edges that are not acknowledged yet, oldest first, with consecutive numbers.
public struct EdgeLog: Sendable {
  /// The number of the oldest edge; the later edges have the following numbers, which wrap at 65536 (RFC
  /// 1982).
  public private(set) var first: UInt16
  /// The number of edges in the log, 0 to ``capacity``.
  public private(set) var count = 0
  private var edges = InlineArray<16, Edge>(repeating: Edge(.a, isPress: false))

  /// The maximum number of edges in one packet (docs/protocol.md, "Frames", EDGES).
  public static let capacity = 16

  /// An empty log whose next edge has number `first`.
  public init(first: UInt16) {
    self.first = first
  }

  /// The number that the next edge will get.
  public var next: UInt16 { first &+ UInt16(count) }

  /// True if the log has ``capacity`` edges.
  public var isFull: Bool { count == EdgeLog.capacity }

  /// The edge at `index`, counted from the oldest.
  public subscript(index: Int) -> Edge {
    get { edges[index] }
    set { edges[index] = newValue }
  }

  /// Adds `edge` as the newest; a full log drops its oldest edge.
  public mutating func append(_ edge: Edge) {
    if isFull { removeFirst(1) }
    edges[count] = edge
    count += 1
  }

  /// Removes the `number` oldest edges and advances ``first`` by `number`.
  public mutating func removeFirst(_ number: Int) {
    for index in number..<max(number, count) { edges[index - number] = edges[index] }
    count -= min(number, count)
    first &+= UInt16(number)
  }
}
