public import Model

/// The hardware address by which games tell one pad from another: the `uniq` of the pad's devices.
///
/// It belongs to no real radio.
public struct HardwareAddress: Hashable, Sendable {
  /// The six bytes of the address, most significant byte first.
  let bytes: [UInt8]

  /// Creates the address of the pad of `slot` on the host with the number `host`.
  ///
  /// The address is the same after a restart, and different for each slot. It begins with 02, for locally
  /// administered (IEEE 802), and 74 62, by which Tiltpad recognises its pads; 20 bits of the host's number
  /// and 4 bits of the slot follow.
  public init(host: UInt32, slot: PlayerSlot) {
    let rest = host << 4 | UInt32(slot.index)
    bytes = [0x02, 0x74, 0x62] + [16, 8, 0].map { UInt8(truncatingIfNeeded: rest >> $0) }
  }

  /// The address in the kernel's notation, for example `02:74:62:0a:1b:20`.
  public var text: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
  }
}
