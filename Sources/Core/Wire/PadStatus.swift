public import Model

/// The present report of a player's pad, or the notice that the player has none (docs/protocol.md, "The local socket").
public struct PadStatus: Hashable, Sendable {
  /// The message's size in bytes.
  public static let size = 40

  private enum Flag {
    static let present: UInt8 = 1
    static let motion: UInt8 = 2
  }

  /// The slot of the player.
  public var slot: PlayerSlot
  /// The report, which is sent without battery and touch; nil if there is no pad.
  public var report: PadReport?

  /// Creates the status of the pad in `slot`.
  public init(slot: PlayerSlot, report: PadReport?) { (self.slot, self.report) = (slot, report) }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == PadStatus.size else { throw bytes.count < PadStatus.size ? .tooShort : .tooLong }
    let flags = bytes[2]
    guard let slot = PlayerSlot(number: Int(bytes[1])), flags <= 3, flags != Flag.motion, bytes[3] == 0,
      bytes.u16(at: 18) == 0
    else { throw .reservedNotZero }
    let report = PadReport(
      buttons: Buttons(rawValue: bytes.u32(at: 4)), leftStick: Stick(parsing: bytes, at: 8),
      rightStick: Stick(parsing: bytes, at: 12), leftTrigger: bytes[16], rightTrigger: bytes[17],
      motion: flags & Flag.motion == 0 ? nil : PadMotion(parsing: bytes, at: 20))
    self.init(slot: slot, report: flags & Flag.present == 0 ? nil : report)
  }

  /// The encoded message.
  public var datagram: Datagram<40> {
    let shown = report ?? .neutral
    var datagram = Datagram<40>()
    datagram.append(LocalMessageKind.report.rawValue)
    datagram.append(slot.number)
    datagram.append((report == nil ? 0 : Flag.present) | (shown.motion == nil ? 0 : Flag.motion))
    datagram.append(UInt8(0))
    datagram.append(shown.buttons.rawValue)
    shown.leftStick.write(to: &datagram)
    shown.rightStick.write(to: &datagram)
    datagram.append(shown.leftTrigger)
    datagram.append(shown.rightTrigger)
    datagram.append(UInt16(0))
    let motion = shown.motion ?? PadMotion(acceleration: .zero, rotation: .zero, time: 0)
    motion.acceleration.write(to: &datagram)
    motion.rotation.write(to: &datagram)
    datagram.append(UInt64(bitPattern: motion.time))
    return datagram
  }
}

extension PadMotion {
  fileprivate init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      acceleration: MotionVector(parsing: bytes, at: offset),
      rotation: MotionVector(parsing: bytes, at: offset + 6),
      time: Int64(bitPattern: bytes.u64(at: offset + 12)))
  }
}
