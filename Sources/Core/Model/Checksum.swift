/// The CRC-32 of IEEE 802.3, which STUN uses as a fingerprint and some pads append to their reports over Bluetooth.
///
/// It is implemented here because these lines cost less than another library in every installation.
public enum Checksum {
  /// The contribution of each byte value to the checksum.
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(number) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xedb8_8320 : rest >> 1 }
  }

  /// Returns the checksum of `bytes`.
  public static func of(_ bytes: Span<UInt8>) -> UInt32 { ~added(bytes, to: .max) }

  /// Returns the checksum of the byte `seed` followed by `bytes`.
  ///
  /// `seed` stands for the header of the Bluetooth packet, which is not part of the report.
  public static func of(_ bytes: Span<UInt8>, seed: UInt8) -> UInt32 {
    ~added(bytes, to: table[Int(0xff ^ seed)] ^ 0x00ff_ffff)
  }

  private static func added(_ bytes: Span<UInt8>, to start: UInt32) -> UInt32 {
    let table = table
    var rest = start
    for index in bytes.indices {
      rest = table[Int(UInt8(truncatingIfNeeded: rest) ^ bytes[index])] ^ rest >> 8
    }
    return rest
  }
}
