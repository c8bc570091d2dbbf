/// Why a datagram had no effect; each reason is a counter.
public enum Drop: Hashable, Error, Sendable {
  /// Its bytes are no packet.
  case malformed(Malformed)
  /// Controllers without encryption are not allowed from its address.
  case notAllowed
  /// Its controller is playing from another port or connection.
  case foreignEndpoint
  /// All slots are taken.
  case full
  /// Too many packets, or too many newcomers, in a short time.
  case flooding
  /// Its controller has just left.
  case gone
  /// Its number jumped; the next packet tells whether the sender started anew.
  case suspect
  /// Its number was seen before.
  case duplicate
  /// Its number is too far behind to be told apart.
  case tooOld

  /// How many reasons there are.
  public static let count = 23
  private static let others: [Drop] = [
    .notAllowed, .foreignEndpoint, .full, .flooding, .gone, .suspect, .duplicate, .tooOld,
  ]

  /// All reasons, in the order of ``index``.
  public static let all: [Drop] = Malformed.allCases.map { .malformed($0) } + others

  /// The reason's place in a table of counters.
  public var index: Int {
    switch self {
    case .malformed(let reason): Int(reason.rawValue)
    case .notAllowed: 15
    case .foreignEndpoint: 16
    case .full: 17
    case .flooding: 18
    case .gone: 19
    case .suspect: 20
    case .duplicate: 21
    case .tooOld: 22
    }
  }
}

/// How often each reason to drop has come up.
public struct DropCounts: Sendable {
  private var counts = InlineArray<23, UInt64>(repeating: 0)

  /// All at zero.
  public init() {}

  /// How often `drop` has come up.
  public subscript(drop: Drop) -> UInt64 {
    get { counts[drop.index] }
    set { counts[drop.index] = newValue }
  }

  /// All reasons together.
  public var total: UInt64 {
    var sum: UInt64 = 0
    for index in counts.indices { sum += counts[index] }
    return sum
  }

  init(parsing bytes: Span<UInt8>, at offset: Int) {
    for index in counts.indices { counts[index] = bytes.u64(at: offset + 8 * index) }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for index in counts.indices { datagram.append(counts[index]) }
  }
}
