import Wire

/// The header of a message (RFC 8489 §5); integers are sent most significant byte first.
enum Header {
  /// The size, in bytes.
  static let size = 20
  static let cookie: UInt32 = 0x2112_a442
  static let request: UInt16 = 0x0001
  static let answer: UInt16 = 0x0101
  /// The range of the transaction ID, which is 12 bytes long.
  static let transaction = 8..<20
}

/// The attribute types that are used.
enum Attribute {
  static let userName: UInt16 = 0x0006
  static let integrity: UInt16 = 0x0008
  static let integritySHA256: UInt16 = 0x001c
  static let mappedAddress: UInt16 = 0x0020
  static let priority: UInt16 = 0x0024
  static let useCandidate: UInt16 = 0x0025
  static let fingerprint: UInt16 = 0x8028
  /// The lowest attribute type that a receiver may ignore.
  static let optional: UInt16 = 0x8000
}

extension Span<UInt8> {
  func big16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }
  func big32(at offset: Int) -> UInt32 { UInt32(big16(at: offset)) << 16 | UInt32(big16(at: offset + 2)) }
}

extension Datagram {
  /// Appends an integer, most significant byte first.
  mutating func append(big number: some FixedWidthInteger) { append(number.byteSwapped) }
}
