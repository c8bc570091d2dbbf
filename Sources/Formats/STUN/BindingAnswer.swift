public import Model
public import Wire

extension BindingRequest {
  /// Returns the answer, made with `password`, to a request from `sender`.
  ///
  /// It contains XOR-MAPPED-ADDRESS (RFC 8489 §14.2), MESSAGE-INTEGRITY and FINGERPRINT.
  public func answer(to sender: Endpoint, with password: Span<UInt8>) -> Datagram<76> {
    let addressSize = sender.address.v4 == nil ? 20 : 8
    let code = Header.size + 4 + addressSize
    let fingerprint = code + Integrity.size
    var answer = Datagram<76>()
    answer.append(big: Header.answer)
    answer.append(big: UInt16(fingerprint + Integrity.fingerprintSize - Header.size))
    answer.append(big: Header.cookie)
    answer.append(contentsOf: transaction.span)
    answer.append(big: Attribute.mappedAddress)
    answer.append(big: UInt16(addressSize))
    append(sender, to: &answer)
    let digest = answer.withBytes { Integrity.code(of: $0, at: code, password) }
    answer.append(big: Attribute.integrity)
    answer.append(big: UInt16(Integrity.codeSize))
    answer.append(contentsOf: digest.span)
    let check = answer.withBytes { Integrity.fingerprint(of: $0, at: fingerprint) }
    answer.append(big: Attribute.fingerprint)
    answer.append(big: UInt16(4))
    answer.append(big: check)
    return answer
  }

  /// Appends family, port and address.
  ///
  /// Port and address are combined with the cookie, an IPv6 address also with the transaction ID, so that no
  /// router rewrites them.
  private func append(_ sender: Endpoint, to answer: inout Datagram<76>) {
    answer.append(big: UInt16(sender.address.v4 == nil ? 2 : 1))
    answer.append(big: sender.port ^ UInt16(truncatingIfNeeded: Header.cookie >> 16))
    if let v4 = sender.address.v4 { return answer.append(big: v4 ^ Header.cookie) }
    let words = transaction.span
    let mask = UInt64(Header.cookie) << 32 | UInt64(words.big32(at: 0))
    answer.append(big: sender.address.high ^ mask)
    answer.append(big: sender.address.low ^ (UInt64(words.big32(at: 4)) << 32 | UInt64(words.big32(at: 8))))
  }
}
