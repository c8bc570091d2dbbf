/// Why a datagram had no effect; each reason is a counter.
public enum Drop: Hashable, Error, Sendable {
  /// Its bytes are no packet.
  case malformed(Malformed)
  /// Controllers without encryption are not allowed from its address, or the host is locked; or a gateway may not say it.
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
  /// Its bytes are no packet of an encrypted session.
  case outer(OuterMalformed)
  /// It has no part in the encrypted session that it claims.
  case unauthentic(Unauthentic)

  /// How many reasons there are.
  public static let count = 38
  private static let others: [Drop] = [
    .notAllowed, .foreignEndpoint, .full, .flooding, .gone, .suspect, .duplicate, .tooOld,
  ]

  /// All reasons, in the order of ``index``.
  public static let all: [Drop] =
    Malformed.allCases.map { .malformed($0) } + others + OuterMalformed.allCases.map { .outer($0) }
    + Unauthentic.allCases.map { .unauthentic($0) }

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
    case .outer(let reason): 23 + Int(reason.rawValue)
    case .unauthentic(let reason): 28 + Int(reason.rawValue)
    }
  }
}

/// Why a datagram has no part in an encrypted session.
public enum Unauthentic: UInt8, Error, CaseIterable, Sendable {
  /// It does not show that its sender knows whom it speaks to.
  case wrongCode
  /// It does not show that its sender receives at its address.
  case noCookie
  /// It was not made by the owner of the key, or it was changed.
  case forged
  /// The key is none that may come in.
  case unknownKey
  /// The key may not come in now.
  case refused
  /// No session has its index.
  case unknownIndex
  /// Its session's keys are too old.
  case expired
  /// No pairing is open.
  case pairingClosed
  /// Nothing was asked that it could answer.
  case unexpected
  /// Its controller waits for a person to let it in, or has been told why it may not come in.
  case waiting
}

/// How often each reason to drop has come up.
public struct DropCounts: Sendable {
  private var counts = InlineArray<38, UInt64>(repeating: 0)

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
