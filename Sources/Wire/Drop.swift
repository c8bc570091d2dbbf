/// The reasons why a datagram has no effect; each reason has a counter.
public enum Drop: Hashable, Error, Sendable {
  /// The bytes are not a valid packet.
  case malformed(Malformed)
  /// The address may not play without encryption, the host is locked, or a gateway has sent a message that it may not send.
  case notAllowed
  /// The controller is playing from another port or connection.
  case foreignEndpoint
  /// All slots are taken.
  case full
  /// Too many packets, or too many new controllers, in a short time.
  case flooding
  /// The controller said goodbye less than a second ago.
  case gone
  /// The sequence number jumped; the next packet tells whether the sender has restarted.
  case suspect
  /// The packet's number was received before.
  case duplicate
  /// The packet's number is 960 or more behind the newest one, so a duplicate could not be told apart.
  case tooOld
  /// The bytes are not a valid packet of an encrypted session.
  case outer(OuterMalformed)
  /// The packet does not belong to the encrypted session that it claims.
  case unauthentic(Unauthentic)

  /// The number of reasons.
  public static let count = 38
  private static let others: [Drop] = [
    .notAllowed, .foreignEndpoint, .full, .flooding, .gone, .suspect, .duplicate, .tooOld,
  ]

  /// All reasons, in the order of ``index``.
  public static let all: [Drop] =
    Malformed.allCases.map { .malformed($0) } + others + OuterMalformed.allCases.map { .outer($0) }
    + Unauthentic.allCases.map { .unauthentic($0) }

  /// The index of the reason in a table of counters, 0 to 37.
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

/// The reasons why a datagram does not belong to an encrypted session.
public enum Unauthentic: UInt8, Error, CaseIterable, Sendable {
  /// The datagram's first code (mac1) does not prove that the sender knows the receiver's key.
  case wrongCode
  /// The datagram has no valid cookie, which would prove that the sender receives at its address.
  case noCookie
  /// The sender does not own the key, or the datagram was changed on the way.
  case forged
  /// The key is not among those that may join.
  case unknownKey
  /// The key may not join now, and the host has sent no REJECT.
  case refused
  /// No session has the datagram's index.
  case unknownIndex
  /// The keys of the session are too old.
  case expired
  /// No pairing is open.
  case pairingClosed
  /// The datagram answers a question that was not asked.
  case unexpected
  /// The controller waits until a person admits it, or has been told why it may not join.
  case waiting
}

/// The number of datagrams dropped for each reason.
public struct DropCounts: Sendable {
  private var counts = InlineArray<38, UInt64>(repeating: 0)

  /// Creates counters at zero.
  public init() {}

  /// The number of datagrams dropped for the reason `drop`.
  public subscript(drop: Drop) -> UInt64 {
    get { counts[drop.index] }
    set { counts[drop.index] = newValue }
  }

  /// The sum over all reasons.
  public var total: UInt64 {
    var sum: UInt64 = 0
    for index in counts.indices { sum += counts[index] }
    return sum
  }

  /// Decodes the counts of the known reasons; the others are of a newer daemon.
  init(parsing bytes: Span<UInt8>) {
    bytes.forEachCounter { number, count in
      if counts.indices.contains(number) { counts[number] = count }
    }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for index in counts.indices { datagram.append(counter: index, counts[index]) }
  }
}
