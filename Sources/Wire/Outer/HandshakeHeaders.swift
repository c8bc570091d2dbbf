/// How the two sides know each other: which pre-shared key the handshake mixes in.
public enum PairingMode: UInt8, CaseIterable, Sendable {
  /// They were paired before.
  case known
  /// Through the secret of a QR code.
  case code
  /// Through a PIN.
  case pin
  /// Through a person who confirms a short code.
  case confirm
}

/// The fixed fields of INIT (docs/protocol.md, 0xD2).
public struct IntroductionHeader: Hashable, Sendable {
  /// The size of the datagram.
  public static let size = 192
  /// Where the Noise message lies.
  public static let message = 8..<160
  /// Where the code lies that shows knowledge of the host's key.
  public static let firstCode = 160..<176
  /// Where the code lies that shows possession of a cookie; zeros without one.
  public static let secondCode = 176..<192

  /// Which pre-shared key the handshake uses.
  public var mode: PairingMode
  /// What the host is to put in front of what it sends, 24 bits.
  public var index: UInt32

  /// The fields of an INIT.
  public init(mode: PairingMode, index: UInt32) {
    self.mode = mode
    self.index = index
  }

  /// The fields of `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.introduction.check(bytes)
    guard let mode = PairingMode(rawValue: bytes[2]) else { throw .value }
    guard bytes[3] == 0, bytes.u32(at: 4) < 1 << 24 else { throw .reserved }
    self.init(mode: mode, index: bytes.u32(at: 4))
  }

  /// The datagram with these fields; what else it has is appended in order.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.introduction.begin(&datagram, mode.rawValue)
    datagram.append(index)
    return datagram
  }
}

/// The fixed fields of RESP (docs/protocol.md, 0xD3).
public struct WelcomeHeader: Hashable, Sendable {
  /// The size of the datagram.
  public static let size = 108
  /// Where the Noise message lies.
  public static let message = 12..<92
  /// Where the code lies that shows knowledge of the controller's key.
  public static let firstCode = 92..<108

  /// Whether a person has yet to agree.
  public var waitsForHost: Bool
  /// What the controller is to put in front of what it sends, 24 bits.
  public var index: UInt32
  /// The controller's own index, from INIT.
  public var controllerIndex: UInt32

  /// The fields of a RESP.
  public init(waitsForHost: Bool, index: UInt32, controllerIndex: UInt32) {
    self.waitsForHost = waitsForHost
    self.index = index
    self.controllerIndex = controllerIndex
  }

  /// The fields of `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.welcome.check(bytes)
    guard bytes[2] < 2 else { throw .value }
    let (index, controllerIndex) = (bytes.u32(at: 4), bytes.u32(at: 8))
    guard bytes[3] == 0, index < 1 << 24, controllerIndex < 1 << 24 else { throw .reserved }
    self.init(waitsForHost: bytes[2] == 1, index: index, controllerIndex: controllerIndex)
  }

  /// The datagram with these fields; what else it has is appended in order.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.welcome.begin(&datagram, waitsForHost ? 1 : 0)
    datagram.append(index)
    datagram.append(controllerIndex)
    return datagram
  }
}

/// The header of DATA, which is vouched for though not encrypted (docs/protocol.md, 0xD5).
public struct SealedHeader: Hashable, Sendable {
  /// The header's size; the encrypted frames and their tag of 16 bytes follow.
  public static let size = 8
  /// The bytes that a DATA has beside its frames.
  public static let overhead = 24

  /// Which of the receiver's sessions it is for, 24 bits.
  public var index: UInt32
  /// The packet's number, from 0 and never wrapping.
  public var counter: UInt32

  /// A header.
  public init(index: UInt32, counter: UInt32) {
    self.index = index
    self.counter = counter
  }

  /// The header of `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.sealed.check(bytes)
    self.init(index: bytes.u32(at: 0) >> 8, counter: bytes.u32(at: 4))
  }

  /// The header's bytes.
  public var bytes: InlineArray<8, UInt8> {
    let word = UInt64(OuterType.sealed.rawValue) | UInt64(index) << 8 | UInt64(counter) << 32
    return InlineArray { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
  }
}
