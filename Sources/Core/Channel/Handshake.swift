public import Cryptography
public import Wire

/// The controller's side of Noise_IKpsk2, the initiator, which knows the host's key (docs/protocol.md, "Handshake").
///
///     -> e, es, s, ss
///     <- e, ee, se, psk
public struct ControllerHandshake: Sendable {
  private var state: SymmetricState
  private let keys: KeyPair
  private let ephemeral: KeyPair

  /// Begins a handshake with `host` and appends the first message to `datagram`.
  ///
  /// Returns nil if the host's key is invalid.
  public init?(
    keys: KeyPair, host: PublicKey, ephemeral: KeyPair, introduction: Introduction,
    datagram: inout Datagram<192>
  ) {
    state = SymmetricState(responder: host)
    (self.keys, self.ephemeral) = (keys, ephemeral)
    state.mix(ephemeral: ephemeral.publicKey)
    datagram.append(contentsOf: ephemeral.publicKey.bytes.span)
    guard state.mixKey(ephemeral, host) else { return nil }
    state.close(datagram.appendSealed { $0.append(contentsOf: keys.publicKey.bytes.span) }, of: &datagram)
    guard state.mixKey(keys, host) else { return nil }
    state.close(datagram.appendSealed { introduction.write(to: &$0) }, of: &datagram)
  }

  /// Decrypts the second message in place, at `range` of `bytes`, and derives the keys.
  ///
  /// - Throws: `forged` if the message is not the host's answer to the first one; `sessionSize`, `sessionReserved` or
  ///   `sessionValue` if its payload is invalid.
  public func finish(
    _ range: Range<Int>, of bytes: inout MutableSpan<UInt8>, preShared: Secret
  ) throws(Drop) -> (TransportKeys, Welcome) {
    var state = state
    let theirs = PublicKey(copying: bytes.span, at: range.lowerBound)
    state.mix(ephemeral: theirs)
    guard state.mixKey(ephemeral, theirs), state.mixKey(keys, theirs) else { throw .forged }
    state.mix(preShared: preShared)
    let sealed = range.lowerBound + Secret.size..<range.upperBound
    guard state.open(sealed, of: &bytes) else { throw .forged }
    let payload = bytes.span.extracting(sealed.lowerBound..<sealed.lowerBound + Welcome.size)
    let welcome = try Welcome(parsing: payload)
    let (sending, receiving) = state.split()
    return (TransportKeys(receiving: receiving, sending: sending, hash: state.hash), welcome)
  }
}

/// The host's side of Noise_IKpsk2, the responder, which learns the controller's key from the first message.
public struct HostHandshake: Sendable {
  /// The controller's key, which only the first genuine DATA packet proves.
  public let controller: PublicKey
  /// The controller's description of itself.
  public let introduction: Introduction

  private let state: SymmetricState
  private let theirEphemeral: PublicKey

  /// Decrypts the first message in place, at `range` of `bytes`.
  ///
  /// - Throws: `forged`, or `sessionSize`, `sessionReserved` or `sessionValue` if the payload is invalid.
  public init(_ range: Range<Int>, of bytes: inout MutableSpan<UInt8>, keys: KeyPair) throws(Drop) {
    var state = SymmetricState(responder: keys.publicKey)
    theirEphemeral = PublicKey(copying: bytes.span, at: range.lowerBound)
    state.mix(ephemeral: theirEphemeral)
    let key = range.lowerBound + 32..<range.lowerBound + 80
    guard state.mixKey(keys, theirEphemeral), state.open(key, of: &bytes) else { throw .forged }
    controller = PublicKey(copying: bytes.span, at: key.lowerBound)
    let payload = key.upperBound..<range.upperBound
    guard state.mixKey(keys, controller), state.open(payload, of: &bytes) else { throw .forged }
    let plain = bytes.span.extracting(payload.lowerBound..<payload.lowerBound + Introduction.size)
    introduction = try Introduction(parsing: plain)
    self.state = state
  }

  /// Appends the second message to `datagram` and derives the keys.
  ///
  /// - Throws: `forged` if the controller's keys are invalid.
  public func finish(
    welcome: Welcome, preShared: Secret, ephemeral: KeyPair, datagram: inout Datagram<192>
  ) throws(Drop) -> TransportKeys {
    var state = state
    state.mix(ephemeral: ephemeral.publicKey)
    datagram.append(contentsOf: ephemeral.publicKey.bytes.span)
    guard state.mixKey(ephemeral, theirEphemeral), state.mixKey(ephemeral, controller) else { throw .forged }
    state.mix(preShared: preShared)
    state.close(datagram.appendSealed { welcome.write(to: &$0) }, of: &datagram)
    let (receiving, sending) = state.split()
    return TransportKeys(receiving: receiving, sending: sending, hash: state.hash)
  }
}

extension Datagram where capacity == 192 {
  /// Appends the output of `write` and room for a tag; returns the range of both.
  fileprivate mutating func appendSealed(_ write: (inout Self) -> Void) -> Range<Int> {
    let start = count
    write(&self)
    for _ in 0..<Seal.tagSize { append(UInt8(0)) }
    return start..<count
  }
}
