public import Wire

/// The reasons why a datagram of an encrypted session has no effect; each reason has a counter.
public enum ChannelDrop: Hashable, Error, Sendable {
  /// The bytes are not a valid packet.
  case malformed(OuterMalformed)
  /// The first code (mac1) does not prove that the sender knows the receiver's key.
  case wrongCode
  /// The datagram has no valid cookie, which would prove that the sender receives at its address, and no COOKIE is sent.
  case noCookie
  /// Too many datagrams of this kind arrived in a short time.
  case flooding
  /// The sender does not own the key, or the datagram was changed on the way.
  case forged
  /// The key is not among those that may join.
  case unknownKey
  /// The key may not join now, for this reason, and no REJECT is sent.
  case refused(Refusal)
  /// No session has the datagram's index.
  case unknownIndex
  /// The keys of the session are too old.
  case expired
  /// The packet's number was received before.
  case replayed
  /// The packet's number is too far behind the newest one, so a duplicate could not be told apart.
  case tooOld
  /// No pairing is open.
  case pairingClosed
  /// The datagram answers a question that was not asked.
  case unexpected
}

/// Returns the result of `parse` for `bytes`.
///
/// - Throws: `malformed` with the error of `parse`.
func shaped<Value>(
  _ bytes: Span<UInt8>, _ parse: (Span<UInt8>) throws(OuterMalformed) -> Value
) throws(ChannelDrop) -> Value {
  do throws(OuterMalformed) {
    return try parse(bytes)
  } catch {
    throw .malformed(error)
  }
}
