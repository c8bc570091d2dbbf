/// A controller's share of a PIN pairing (docs/protocol.md, 0xD7).
public struct PairShare: Sendable {
  /// Where the code lies that shows knowledge of the host's key.
  public static let firstCode = 120..<136
  /// Where the code lies that shows possession of a cookie, which is required.
  public static let secondCode = 136..<152

  /// The controller's number for this attempt.
  public var index: UInt32
  /// A number drawn for this attempt.
  public var nonce: UInt64
  /// The share.
  public var share: InlineArray<32, UInt8>
  /// The controller's public key.
  public var key: InlineArray<32, UInt8>
  /// What the controller is called.
  public var name: DeviceName

  /// A share.
  public init(
    index: UInt32, nonce: UInt64, share: InlineArray<32, UInt8>, key: InlineArray<32, UInt8>,
    name: DeviceName
  ) {
    (self.index, self.nonce, self.share, self.key, self.name) = (index, nonce, share, key, name)
  }

  /// The share in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.pairShare.check(bytes)
    guard bytes.u16(at: 2) == 0 else { throw .reserved }
    self.init(
      index: bytes.u32(at: 4), nonce: bytes.u64(at: 8), share: InlineArray { bytes[16 + $0] },
      key: InlineArray { bytes[48 + $0] }, name: DeviceName(copying: bytes, at: 80))
  }

  /// The datagram without its codes, which are appended.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.pairShare.begin(&datagram)
    datagram.append(index)
    datagram.append(nonce)
    datagram.append(contentsOf: share.span)
    datagram.append(contentsOf: key.span)
    datagram.append(contentsOf: name.bytes.span)
    return datagram
  }
}

/// A controller's proof that it knows the PIN (docs/protocol.md, 0xD9).
public struct PairProof: Sendable {
  /// Where the code lies that shows knowledge of the host's key.
  public static let firstCode = 40..<56
  /// Where the code lies that shows possession of a cookie.
  public static let secondCode = 56..<72

  /// The controller's number for this attempt.
  public var index: UInt32
  /// The proof.
  public var proof: InlineArray<32, UInt8>

  /// A proof.
  public init(index: UInt32, proof: InlineArray<32, UInt8>) {
    (self.index, self.proof) = (index, proof)
  }

  /// The proof in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.pairProof.check(bytes)
    guard bytes.u16(at: 2) == 0 else { throw .reserved }
    self.init(index: bytes.u32(at: 4), proof: InlineArray { bytes[8 + $0] })
  }

  /// The datagram without its codes, which are appended.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.pairProof.begin(&datagram)
    datagram.append(index)
    datagram.append(contentsOf: proof.span)
    return datagram
  }
}

/// The host's answer to either: its share or its proof, or why not (docs/protocol.md, 0xD8 and 0xDA).
public struct PairReply: Sendable {
  /// Which of the two it answers.
  public enum Step: Sendable {
    /// The host's share.
    case share
    /// The host's proof.
    case proof
  }

  /// Which of the two it answers.
  public var step: Step
  /// Why there is no share or proof; `none` when there is.
  public var refusal: Refusal
  /// The controller's number for this attempt.
  public var index: UInt32
  /// The share or the proof; zeros without.
  public var bytes: InlineArray<32, UInt8>

  /// An answer.
  public init(step: Step, refusal: Refusal = .none, index: UInt32, bytes: InlineArray<32, UInt8>) {
    (self.step, self.refusal, self.index, self.bytes) = (step, refusal, index, bytes)
  }

  /// The answer in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    let type = try OuterType(of: bytes)
    guard type == .pairShareReply || type == .pairProofReply else { throw .type }
    guard let refusal = Refusal(rawValue: bytes[2]) else { throw .value }
    guard bytes[3] == 0 else { throw .reserved }
    self.init(
      step: type == .pairShareReply ? .share : .proof, refusal: refusal, index: bytes.u32(at: 4),
      bytes: InlineArray { bytes[8 + $0] })
  }

  /// The datagram.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    (step == .share ? OuterType.pairShareReply : .pairProofReply).begin(&datagram, refusal.rawValue)
    datagram.append(index)
    datagram.append(contentsOf: bytes.span)
    return datagram
  }
}
