public import Cryptography
public import Wire

/// The controller's side of a pairing with a PIN; the caller repeats each packet until the host answers.
public struct PinEntry: Sendable {
  /// The possible results of an answer.
  public enum Response: Sendable {
    /// The next packet to send.
    case send(Datagram<192>)
    /// The host knows the PIN too; the secret is the new pre-shared key.
    case paired(Secret)
    /// The host refuses, for this reason.
    case refused(Refusal)
    /// The answer has no effect.
    case dropped(Drop)
  }

  private let keys: KeyPair
  private let host: PublicKey
  private let name: DeviceName
  private let index: UInt32
  private let nonce: UInt64
  private let cookie: InlineArray<16, UInt8>
  private let run: CPace
  /// The proofs and the pre-shared key; nil before the host's share has arrived.
  ///
  /// The exchange's shared key has been wiped.
  private var found: (keys: CPace.Keys, preShared: Secret)?

  /// Begins an attempt with the six digits of `pin`.
  ///
  /// `cookie` comes from the host's answer to a probe or from its COOKIE.
  ///
  /// The result is nil with negligible probability.
  public init?(
    keys: KeyPair, host: PublicKey, name: DeviceName, pin: UInt32, cookie: InlineArray<16, UInt8>,
    random: inout some RandomNumberGenerator
  ) {
    (self.keys, self.host, self.name, self.cookie) = (keys, host, name, cookie)
    index = UInt32(truncatingIfNeeded: random.next())
    nonce = random.next()
    let terms = PinPairing.terms(pin: PinPairing.digits(of: pin), nonce: nonce, cookie: cookie)
    guard let run = CPace(terms, scalar: Group.scalar(from: &random)) else { return nil }
    self.run = run
  }

  /// The packet to send: PAIR1, or PAIR3 once the host's share has arrived.
  ///
  /// The caller repeats it with the pauses of a handshake, ``ControllerChannel/pauses``.
  public var packet: Datagram<192> {
    var datagram =
      if let found { PairProof(index: index, proof: found.keys.initiatorProof).datagram } else {
        share.datagram
      }
    _ = datagram.append(PacketCode(receiver: host))
    datagram.append(cookie: cookie)
    return datagram
  }

  /// Handles an answer from the host.
  public mutating func receive(_ bytes: Span<UInt8>) -> Response {
    do throws(Drop) {
      let reply = try PairReply(parsing: bytes)
      guard reply.index == index else { throw .unexpected }
      if reply.refusal != .none { return .refused(reply.refusal) }
      switch reply.step {
      case .share: return .send(try receive(share: reply.bytes))
      case .proof: return .paired(try receive(proof: reply.bytes))
      }
    } catch {
      return .dropped(error)
    }
  }

  private var share: PairShare {
    PairShare(index: index, nonce: nonce, share: run.share, key: keys.publicKey.bytes, name: name)
  }

  private mutating func receive(share reply: Bytes32) throws(Drop) -> Datagram<192> {
    guard found == nil else { throw .unexpected }
    let mine = CPace.Message(
      share: run.share, associated: PinPairing.associated(keys.publicKey.bytes, name))
    let theirs = host.bytes.indices.map { host.bytes[$0] }
    guard var keys = run.keys(initiator: mine, responder: reply, associated: theirs) else { throw .forged }
    let preShared = PinPairing.derivePreShared(&keys)
    found = (keys, preShared)
    return packet
  }

  private func receive(proof: Bytes32) throws(Drop) -> Secret {
    guard let found else { throw .unexpected }
    guard areEqual(proof.span, found.keys.responderProof.span) else { throw .forged }
    return found.preShared
  }
}
