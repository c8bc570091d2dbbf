/// The header of an unencrypted packet (docs/protocol.md, "Packets", 0xDB), for controllers on a trusted network.
public struct PlainHeader: Hashable, Sendable {
  /// The first byte of a PLAIN packet.
  public static let type: UInt8 = 0xdb
  /// The header's size in bytes; the frames follow.
  public static let size = 8
  /// The size of the largest datagram that is accepted, in bytes.
  public static let largestPacket = 512

  /// The sequence number of the packet, which wraps at 65536 (serial number arithmetic, RFC 1982).
  public var sequence: UInt16
  /// A number, chosen by the controller, that distinguishes the controllers at one address.
  public var token: UInt32

  /// Creates a header.
  public init(sequence: UInt16, token: UInt32) {
    self.sequence = sequence
    self.token = token
  }

  /// Decodes the header of `bytes`.
  ///
  /// - Throws: `tooShort`, `unknownType`, `tooLong` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= 1 else { throw .tooShort }
    guard bytes[0] == PlainHeader.type else { throw .unknownType }
    guard bytes.count >= PlainHeader.size else { throw .tooShort }
    guard bytes.count <= PlainHeader.largestPacket else { throw .tooLong }
    guard bytes[1] == 0 else { throw .reservedNotZero }
    self.init(sequence: bytes.u16(at: 2), token: bytes.u32(at: 4))
  }

  /// Appends the header to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(PlainHeader.type)
    datagram.append(UInt8(0))
    datagram.append(sequence)
    datagram.append(token)
  }
}
