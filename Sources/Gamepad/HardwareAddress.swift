public import Model

/// The address by which games tell one pad from another: the `uniq` of its devices, and of nobody's radio.
public struct HardwareAddress: Hashable, Sendable {
  /// The address as it is written, most significant byte first.
  let bytes: [UInt8]

  /// The address of the pad of `slot` on a host whose number is `host`: the same after a restart, and
  /// different for each slot.
  ///
  /// It begins with 02, for locally administered (IEEE 802), and with our initials; then come 20 bits of the host's
  /// and 4 of the slot's.
  public init(host: UInt32, slot: PlayerSlot) {
    let rest = host << 4 | UInt32(slot.index)
    bytes = [0x02, 0x74, 0x62] + [16, 8, 0].map { UInt8(truncatingIfNeeded: rest >> $0) }
  }

  /// The address as the kernel writes it, as `02:74:62:0a:1b:20`.
  public var text: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
  }
}
