/// The reasons why a datagram has no effect; each reason has a counter, whose number is the raw value.
///
/// docs/protocol.md ("Drop reasons") has the same table; `DocumentTests` compares it with this one.
public enum Drop: UInt8, Error, CaseIterable, Sendable {
  // The shape of a packet.
  /// Fewer bytes than the packet type's minimum size.
  case tooShort
  /// More bytes than any packet of the type has.
  case tooLong
  /// The first byte is not a packet type of this socket.
  case unknownType
  /// A field that must be zero has another value, or a field of a local message has an invalid value.
  case reservedNotZero
  /// A packet without a single frame.
  case empty
  /// A frame's header or body runs past the end of the packet.
  case frameTruncated
  /// A known frame whose length is invalid for its type.
  case frameLength
  /// Two frames of the same type, two of STATE, TILT and STICK, or both EDGES and PRESSES.
  case frameRepeated
  /// A frame that only the other side may send.
  case wrongDirection
  /// HIST without the STATE or TILT that its ages refer to, or PRESSES without the STICK.
  case historyWithoutState
  /// An angle that is NaN or infinite.
  case angleNotFinite
  /// An angle beyond ±2π rad.
  case angleRange
  /// A button number over 31.
  case buttonRange
  /// A battery level that is neither 0…100 nor 255.
  case batteryRange
  /// A touch phase over 3.
  case touchPhase

  // The sender of a packet, and its position in the sequence.
  /// The address may not play without encryption, the host is locked, a gateway may not send this message,
  /// the controller may not describe a stick, or the host does not answer this PROBE.
  case notAllowed
  /// The controller is playing from another port or connection.
  case foreignEndpoint
  /// All slots are taken.
  case full
  /// Too many packets, new controllers, handshakes or probes in a short time.
  case flooding
  /// The controller said goodbye less than a second ago.
  case gone
  /// The sequence number jumped; the next packet shows whether the sender has restarted.
  case suspect
  /// The packet's number was received before.
  case duplicate
  /// The packet's number is 960 or more behind the newest one, so a duplicate could not be recognised.
  case tooOld

  // A datagram of an encrypted session: first its shape, then its sender.
  /// The size is not valid for the type.
  case sessionSize
  /// The first byte is not a type, or is a type that this side does not accept.
  case sessionType
  /// The datagram has another version of the protocol.
  case sessionVersion
  /// A field that must be zero has another value, or an index has more than 24 bits.
  case sessionReserved
  /// A field has an undefined value.
  case sessionValue
  /// The datagram's first code (mac1) does not prove that the sender knows the receiver's key.
  case wrongCode
  /// The datagram has no valid cookie to prove that the sender receives packets at its address.
  case noCookie
  /// The sender does not own the key, or the datagram was changed on the way.
  case forged
  /// The key is not among those that may join.
  case unknownKey
  /// The key may not join now and gets no REJECT, or one more session would exceed the limits.
  case refused
  /// No session has the datagram's index.
  case unknownIndex
  /// The keys of the session are too old.
  case expired
  /// No pairing is open.
  case pairingClosed
  /// The datagram answers a request that was not made.
  case unexpected
  /// The controller waits to be admitted at the host, or has been told why it may not join.
  case waiting

  /// A contact of the touchpad with a number over 127, or with that of another finger.
  case touchContact

  /// The reason's name for people and programs, derived from the case: `too-short` for ``tooShort``.
  ///
  /// Metrics and JSON contain these names, so renaming a case changes both.
  public var label: String {
    "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }
}

/// The number of datagrams dropped for each reason.
public struct DropCounts: Sendable {
  /// One count per reason.
  private var counts = InlineArray<39, UInt64>(repeating: 0)

  /// Creates counters at zero.
  public init() {}

  /// The number of datagrams dropped for the reason `drop`.
  public subscript(drop: Drop) -> UInt64 {
    get { counts[Int(drop.rawValue)] }
    set { counts[Int(drop.rawValue)] = newValue }
  }

  /// The sum over all reasons.
  public var total: UInt64 {
    var sum: UInt64 = 0
    for index in counts.indices { sum += counts[index] }
    return sum
  }

  /// Decodes the counts of the known reasons; skips other counts, which come from a newer daemon.
  init(parsing bytes: Span<UInt8>) {
    bytes.forEachCounter { number, count in
      if counts.indices.contains(number) { counts[number] = count }
    }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for index in counts.indices { datagram.append(counter: index, counts[index]) }
  }
}
