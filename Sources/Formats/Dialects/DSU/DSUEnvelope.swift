import Model
import Wire

/// The DSU protocol, also called cemuhook, by which emulators get the buttons and motion of up to four pads.
///
/// All numbers are little-endian. Sources: v1993/cemuhook-protocol; Dolphin, Cemu and Ryujinx as clients; DS4Windows
/// and evdevhook2 as servers.
public enum DSU {
  /// The default UDP port of a server.
  public static let port: UInt16 = 26_760
  /// The number of pads that a server can offer: slots 0 to 3.
  public static let slots: UInt8 = 4
  /// The version of the protocol.
  static let version: UInt16 = 1_001
  /// The size of the largest message, the state of a pad, in bytes.
  public static let longest = 100
}

/// The beginning of every DSU message: 20 bytes with magic, version, length, checksum, sender and type.
///
/// The length counts the bytes after the first 16. The checksum is the CRC-32 of the whole message, with zeros in place
/// of the checksum.
struct DSUEnvelope {
  /// The side that sends a message, with the magic of its messages.
  enum Side: UInt32 {
    /// `DSUC`
    case client = 0x4355_5344
    /// `DSUS`
    case server = 0x5355_5344
  }

  /// The types of messages; a request and its answer have the same type.
  enum Kind: UInt32 {
    case version = 0x10_0000
    case ports = 0x10_0001
    case data = 0x10_0002
    case motors = 0x11_0001
    case rumble = 0x11_0002
  }

  /// The size, in bytes.
  static let size = 20
  private static let lengthPlace = 6
  private static let checksum = 8..<12

  let sender: UInt32
  let kind: Kind
  /// The range of the body; the message's length field gives the end.
  let body: Range<Int>

  /// Checks the envelope of the message in `bytes` from `side`; ignores any bytes after the message.
  ///
  /// - Throws: `size`, `kind`, `version`, `checksum`, or `length` for a datagram shorter than its message.
  init(parsing bytes: Span<UInt8>, from side: Side) throws(DialectDrop) {
    guard bytes.count >= DSUEnvelope.size else { throw .size }
    guard bytes.little32(at: 0) == side.rawValue, let kind = Kind(rawValue: bytes.little32(at: 16)) else {
      throw .kind
    }
    guard bytes.little16(at: 4) == DSU.version else { throw .version }
    let end = Int(bytes.little16(at: DSUEnvelope.lengthPlace)) + 16
    guard (DSUEnvelope.size...DSU.longest).contains(end) else { throw .size }
    guard end <= bytes.count else { throw .length }
    var copy = Datagram<100>()
    copy.append(contentsOf: bytes.extracting(0..<end))
    guard DSUEnvelope.code(of: &copy) == bytes.little32(at: DSUEnvelope.checksum.lowerBound) else {
      throw .checksum
    }
    (sender, self.kind, body) = (bytes.little32(at: 12), kind, DSUEnvelope.size..<end)
  }

  /// Returns a message from `side` without a body; ``seal(_:)`` completes it.
  static func open(_ kind: Kind, from side: Side, _ sender: UInt32) -> Datagram<100> {
    var datagram = Datagram<100>()
    datagram.append(side.rawValue)
    datagram.append(DSU.version)
    datagram.append(UInt16(0))
    datagram.append(UInt32(0))
    datagram.append(sender)
    datagram.append(kind.rawValue)
    return datagram
  }

  /// Writes the length and the checksum into `datagram`, which has its complete body.
  static func seal(_ datagram: inout Datagram<100>) {
    datagram[lengthPlace] = UInt8(datagram.count - 16)
    let code = code(of: &datagram)
    for (index, offset) in checksum.enumerated() {
      datagram[offset] = UInt8(truncatingIfNeeded: code >> UInt32(8 * index))
    }
  }

  /// Returns the checksum of `datagram` after setting its checksum field to zero.
  private static func code(of datagram: inout Datagram<100>) -> UInt32 {
    for offset in checksum { datagram[offset] = 0 }
    return datagram.withBytes { Checksum.of($0) }
  }
}
