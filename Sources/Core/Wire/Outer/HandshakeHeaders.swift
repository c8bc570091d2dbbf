/// The ways in which a controller and a host can know each other.
///
/// The mode determines the pre-shared key of the handshake.
public enum PairingMode: UInt8, CaseIterable, Sendable {
  /// The two sides were paired before.
  case known
  /// The controller knows the secret of a QR code.
  case code
  /// The controller knows the PIN.
  case pin
  /// Someone at the host confirms a short code; there is no pre-shared key.
  case confirm
}

/// The fixed fields of INIT (docs/protocol.md, 0xD2).
public struct IntroductionHeader: Hashable, Sendable {
  /// The range of the Noise message in the datagram.
  public static let message = 8..<160
  /// The range of the code that proves knowledge of the host's key (mac1).
  public static let firstCode = 160..<176
  /// The range of the code that proves possession of a cookie (mac2); zeros without a cookie.
  public static let secondCode = 176..<192

  /// The pairing mode, which determines the pre-shared key of the handshake.
  public var mode: PairingMode
  /// The 24-bit index at the start of the host's packets to this controller.
  public var index: UInt32

  /// Creates the fields of an INIT.
  public init(mode: PairingMode, index: UInt32) {
    self.mode = mode
    self.index = index
  }

  /// Decodes the fields of `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.introduction.check(bytes)
    guard let mode = PairingMode(rawValue: bytes[2]) else { throw .sessionValue }
    guard bytes[3] == 0, bytes.u32(at: 4) < 1 << 24 else { throw .sessionReserved }
    self.init(mode: mode, index: bytes.u32(at: 4))
  }

  /// The encoded fields; the caller appends the Noise message and the codes in this order.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.introduction.begin(&datagram, mode.rawValue)
    datagram.append(index)
    return datagram
  }
}

/// The fixed fields of RESP (docs/protocol.md, 0xD3).
public struct WelcomeHeader: Hashable, Sendable {
  /// The size of the datagram in bytes.
  public static let size = 108
  /// The range of the Noise message in the datagram.
  public static let message = 12..<92
  /// The range of the code that proves knowledge of the controller's key (mac1).
  public static let firstCode = 92..<108

  /// True if someone at the host still has to admit the controller.
  public var waitsForHost: Bool
  /// The 24-bit index at the start of the controller's packets to the host.
  public var index: UInt32
  /// The controller's own index, from INIT.
  public var controllerIndex: UInt32

  /// Creates the fields of a RESP.
  public init(waitsForHost: Bool, index: UInt32, controllerIndex: UInt32) {
    self.waitsForHost = waitsForHost
    self.index = index
    self.controllerIndex = controllerIndex
  }

  /// Decodes the fields of `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.welcome.check(bytes)
    guard bytes[2] < 2 else { throw .sessionValue }
    let (index, controllerIndex) = (bytes.u32(at: 4), bytes.u32(at: 8))
    guard bytes[3] == 0, index < 1 << 24, controllerIndex < 1 << 24 else { throw .sessionReserved }
    self.init(waitsForHost: bytes[2] == 1, index: index, controllerIndex: controllerIndex)
  }

  /// The encoded fields; the caller appends the Noise message and the code in this order.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.welcome.begin(&datagram, waitsForHost ? 1 : 0)
    datagram.append(index)
    datagram.append(controllerIndex)
    return datagram
  }
}

/// The header of DATA; the header is authenticated but not encrypted (docs/protocol.md, 0xD5).
public struct SealedHeader: Hashable, Sendable {
  /// The header's size in bytes; the encrypted frames and their tag of 16 bytes follow.
  public static let size = 8
  /// The size of a DATA packet without its frames, in bytes: the header and the tag.
  public static let overhead = 24

  /// The index of the receiver's session, 24 bits.
  public var index: UInt32
  /// The packet's number, which counts from 0 after each change of keys and never wraps.
  public var counter: UInt32

  /// Creates a header.
  public init(index: UInt32, counter: UInt32) {
    self.index = index
    self.counter = counter
  }

  /// Decodes the header of `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.sealed.check(bytes)
    self.init(index: bytes.u32(at: 0) >> 8, counter: bytes.u32(at: 4))
  }

  /// The encoded header.
  public var bytes: InlineArray<8, UInt8> {
    let word = UInt64(OuterType.sealed.rawValue) | UInt64(index) << 8 | UInt64(counter) << 32
    return InlineArray { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
  }
}
