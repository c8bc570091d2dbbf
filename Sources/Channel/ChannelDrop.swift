public import Wire

/// Why a datagram of an encrypted session had no effect; each reason is a counter.
public enum ChannelDrop: Hashable, Error, Sendable {
  /// Its bytes are no packet.
  case malformed(OuterMalformed)
  /// It does not show that its sender knows whom it speaks to.
  case wrongCode
  /// It does not show that its sender receives at its address, and no hint is due.
  case noCookie
  /// Too many of its kind in a short time.
  case flooding
  /// It was not made by the owner of the key, or it was changed.
  case forged
  /// The key is none that may come in.
  case unknownKey
  /// The key may not come in now, and its sender's address is not proven.
  case refused(Refusal)
  /// No session has its index.
  case unknownIndex
  /// Its session's keys are too old.
  case expired
  /// Its number was seen before.
  case replayed
  /// Its number is too far behind to be told apart.
  case tooOld
  /// No pairing is open.
  case pairingClosed
  /// Nothing was asked that it could answer.
  case unexpected
}

/// What `parse` makes of `bytes`; what it finds wrong becomes a reason to drop.
func shaped<Value>(
  _ bytes: Span<UInt8>, _ parse: (Span<UInt8>) throws(OuterMalformed) -> Value
) throws(ChannelDrop) -> Value {
  do throws(OuterMalformed) {
    return try parse(bytes)
  } catch {
    throw .malformed(error)
  }
}
