public import Cryptography

/// CPace with ristretto255 and SHA-512 (draft-irtf-cfrg-cpace-15, roles of initiator and responder).
///
/// CPace derives a key from a short secret and resists offline guessing.
public struct CPace: Sendable {
  /// The inputs that both sides have to agree on.
  public struct Terms: Sendable {
    /// The short secret.
    public var password: [UInt8]
    /// A further identifier of the channel; may be empty.
    public var channel: [UInt8]
    /// A session identifier that is used for one run only.
    public var session: [UInt8]

    /// Creates the inputs of a run.
    public init(password: [UInt8], channel: [UInt8] = [], session: [UInt8]) {
      (self.password, self.channel, self.session) = (password, channel, session)
    }
  }

  /// One side's message: its share and its associated data.
  public struct Message: Sendable {
    /// The share, an element of the group.
    public var share: Bytes32
    /// The associated data, which the exchange authenticates.
    public var associated: [UInt8]

    /// Creates a message.
    public init(share: Bytes32, associated: [UInt8]) {
      (self.share, self.associated) = (share, associated)
    }

    /// The share and the associated data, each preceded by its length.
    var bytes: [UInt8] { share.prefixed + associated.prefixed }
  }

  /// The keys that result from a run.
  public struct Keys: Sendable {
    /// The key (ISK), which is the same on both sides if they knew the same secret.
    public private(set) var shared: Bytes64
    /// The initiator's proof that it has the key.
    public let initiatorProof: Bytes32
    /// The responder's proof that it has the key.
    public let responderProof: Bytes32

    /// Wipes the shared key, after other keys were derived from it.
    public mutating func wipeShared() {
      wipe(&shared)
    }
  }

  private static let name: [UInt8] = Array("CPaceRistretto255".utf8)

  /// The share of this side.
  public let share: Bytes32
  private let terms: Terms
  private let scalar: Secret

  /// Begins a run with `scalar`, which must come from `Group.scalar` and be used only once.
  ///
  /// The result is nil if the share is the identity, which no scalar in range yields.
  public init?(_ terms: Terms, scalar: Secret) {
    guard let share = Group.multiply(CPace.generator(terms), by: scalar) else { return nil }
    (self.terms, self.scalar, self.share) = (terms, scalar, share)
  }

  /// Returns the keys for the side that has sent `initiator`.
  ///
  /// The result is nil if the responder's share is not an element, or is the identity.
  public func keys(initiator: Message, responder: Bytes32, associated: [UInt8]) -> Keys? {
    keys(initiator, Message(share: responder, associated: associated), other: responder)
  }

  /// Returns the keys for the side that has sent `responder`.
  ///
  /// The result is nil if the initiator's share is not an element, or is the identity.
  public func keys(initiator: Bytes32, associated: [UInt8], responder: Message) -> Keys? {
    keys(Message(share: initiator, associated: associated), responder, other: initiator)
  }

  /// Returns the generator for this run (calculate_generator).
  static func generator(_ terms: Terms) -> Bytes32 {
    var hash = SHA512()
    hash.update(generatorString(terms).span)
    return Group.element(fromHash: hash.finish())
  }

  /// Returns the input of the generator.
  ///
  /// It consists of name, password, zeros up to the end of a hash block, channel and session, each preceded by its
  /// length.
  static func generatorString(_ terms: Terms) -> [UInt8] {
    let start = name.prefixed + terms.password.prefixed
    let zeros = [UInt8](repeating: 0, count: max(0, SHA512.blockSize - 1 - start.count))
    return start + zeros.prefixed + terms.channel.prefixed + terms.session.prefixed
  }

  private func keys(_ initiator: Message, _ responder: Message, other: Bytes32) -> Keys? {
    guard var product = Group.multiply(other, by: scalar) else { return nil }
    defer { wipe(&product) }
    let label = CPace.name + Array("_ISK".utf8)
    var hash = SHA512()
    hash.update((label.prefixed + terms.session.prefixed + [32]).span)
    hash.update(product.span)
    hash.update((initiator.bytes + responder.bytes).span)
    let shared = hash.finish()
    var confirmation = proofKey(shared)
    defer { wipe(&confirmation) }
    return Keys(
      shared: shared, initiatorProof: HMAC.code(of: initiator.bytes.span, key: confirmation.span),
      responderProof: HMAC.code(of: responder.bytes.span, key: confirmation.span))
  }

  /// Returns the key of the proofs (draft, "Key confirmation").
  private func proofKey(_ shared: Bytes64) -> Bytes64 {
    var hash = SHA512()
    hash.update("CPaceMac".utf8.span)
    hash.update(terms.session.span)
    hash.update(shared.span)
    return hash.finish()
  }
}

extension Bytes32 {
  /// The bytes, preceded by their count.
  fileprivate var prefixed: [UInt8] { [32] + indices.map { self[$0] } }
}

extension [UInt8] {
  /// The bytes, preceded by their count in LEB128: 7 bits per byte, lowest first (the draft's prepend_len).
  var prefixed: [UInt8] {
    var length: [UInt8] = []
    var rest = count
    repeat {
      length.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return length + self
  }
}
