/// The checksum by which some pads seal their reports over Bluetooth: CRC-32 of IEEE 802.3.
///
/// Written here, as these lines cost less than another library in every installation would.
enum Checksum {
  /// What the checksum of one byte adds.
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(number) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xedb8_8320 : rest >> 1 }
  }

  /// The checksum of `seed`, which stands for the packet's header and is not in the report, and of `bytes`.
  static func of(_ bytes: Span<UInt8>, seed: UInt8) -> UInt32 {
    let table = table
    var rest = table[Int(0xff ^ seed)] ^ 0x00ff_ffff
    for index in bytes.indices {
      rest = table[Int(UInt8(truncatingIfNeeded: rest) ^ bytes[index])] ^ rest >> 8
    }
    return ~rest
  }
}
