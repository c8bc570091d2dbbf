/// A controller's share of a PIN pairing (docs/protocol.md, 0xD7).
public struct PairShare: Sendable {
  /// The range of the code that proves knowledge of the host's key (mac1).
  public static let firstCode = 120..<136
  /// The range of the code that proves possession of a cookie (mac2); a cookie is required.
  public static let secondCode = 136..<152

  /// The controller's index for this attempt.
  public var index: UInt32
  /// A random number, drawn for this attempt.
  public var nonce: UInt64
  /// The controller's share of the key exchange (CPace).
  public var share: InlineArray<32, UInt8>
  /// The controller's public key.
  public var key: InlineArray<32, UInt8>
  /// The controller's name.
  public var name: DeviceName

  /// Creates a share.
  public init(
    index: UInt32, nonce: UInt64, share: InlineArray<32, UInt8>, key: InlineArray<32, UInt8>,
    name: DeviceName
  ) {
    (self.index, self.nonce, self.share, self.key, self.name) = (index, nonce, share, key, name)
  }

  /// Decodes the share in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.pairShare.check(bytes)
    guard bytes.u16(at: 2) == 0 else { throw .sessionReserved }
    self.init(
      index: bytes.u32(at: 4), nonce: bytes.u64(at: 8), share: InlineArray { bytes[16 + $0] },
      key: InlineArray { bytes[48 + $0] }, name: DeviceName(copying: bytes, at: 80))
  }

  /// The encoded fields; the caller appends the two codes.
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
  /// The range of the code that proves knowledge of the host's key (mac1).
  public static let firstCode = 40..<56
  /// The range of the code that proves possession of a cookie (mac2).
  public static let secondCode = 56..<72

  /// The controller's index for this attempt.
  public var index: UInt32
  /// The proof, an HMAC-SHA256.
  public var proof: InlineArray<32, UInt8>

  /// Creates a proof.
  public init(index: UInt32, proof: InlineArray<32, UInt8>) {
    (self.index, self.proof) = (index, proof)
  }

  /// Decodes the proof in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.pairProof.check(bytes)
    guard bytes.u16(at: 2) == 0 else { throw .sessionReserved }
    self.init(index: bytes.u32(at: 4), proof: InlineArray { bytes[8 + $0] })
  }

  /// The encoded fields; the caller appends the two codes.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.pairProof.begin(&datagram)
    datagram.append(index)
    datagram.append(contentsOf: proof.span)
    return datagram
  }
}

/// The host's answer to a share or a proof: its own share or proof, or a refusal (docs/protocol.md, 0xD8 and 0xDA).
public struct PairReply: Sendable {
  /// The steps of a pairing with a PIN.
  public enum Step: Sendable {
    /// The exchange of the shares (PAIR1 and PAIR2).
    case share
    /// The exchange of the proofs (PAIR3 and PAIR4).
    case proof
  }

  /// The step that this message answers.
  public var step: Step
  /// The reason why there is no share or proof; `none` if there is one.
  public var refusal: Refusal
  /// The controller's index for this attempt.
  public var index: UInt32
  /// The host's share or proof; zeros after a refusal.
  public var bytes: InlineArray<32, UInt8>

  /// Creates an answer.
  public init(step: Step, refusal: Refusal = .none, index: UInt32, bytes: InlineArray<32, UInt8>) {
    (self.step, self.refusal, self.index, self.bytes) = (step, refusal, index, bytes)
  }

  /// Decodes the answer in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    let type = try OuterType(of: bytes)
    guard type == .pairShareReply || type == .pairProofReply else { throw .sessionType }
    guard let refusal = Refusal(rawValue: bytes[2]) else { throw .sessionValue }
    guard bytes[3] == 0 else { throw .sessionReserved }
    self.init(
      step: type == .pairShareReply ? .share : .proof, refusal: refusal, index: bytes.u32(at: 4),
      bytes: InlineArray { bytes[8 + $0] })
  }

  /// The encoded answer.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    (step == .share ? OuterType.pairShareReply : .pairProofReply).begin(&datagram, refusal.rawValue)
    datagram.append(index)
    datagram.append(contentsOf: bytes.span)
    return datagram
  }
}
