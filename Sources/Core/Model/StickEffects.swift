/// The kinds of force-feedback effects that games may use on a stick.
///
/// Bit n is the kind `FF_RUMBLE` + n (input-event-codes.h).
public struct StickEffects: OptionSet, Hashable, Sendable {
  /// The bits, as on the wire.
  public let rawValue: UInt32

  /// Creates the set with the bits of `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The rumble of two motors (`FF_RUMBLE`).
  public static let rumble = StickEffects(rawValue: 1)
  /// A constant force (`FF_CONSTANT`), by which a motor can push.
  public static let constant = StickEffects(rawValue: 1 << 2)
  /// The kinds that the kernel offers for two motors (ff-memless.c).
  ///
  /// They are rumble, periodic waves except the saw teeth, and gain.
  public static let motors = StickEffects(rawValue: 0x1_0703)
  /// The kinds that a host can offer to games: all but `FF_CUSTOM`, which uinput refuses.
  public static let playable = StickEffects(rawValue: 0x3_1fff)
}

/// A stick that games can push, as they push a wheel with force feedback.
extension StickDescription {
  /// True if the stick has a motor that can push it along an axis.
  public var hasForces: Bool { effects.contains(.constant) && !axes.isEmpty }

  /// The description of the same stick without a motor that pushes it.
  public var withoutForces: StickDescription {
    guard effects.contains(.constant) else { return self }
    var description = self
    description.effects.formIntersection(.motors)
    return description
  }

  /// The index of the axis that the motor moves: the marked axis, or else the first one.
  public var pushedAxis: Int { axes.firstIndex(where: \.isPushed) ?? 0 }

  /// Returns the position of the axis at `index` in `report`, −32767 at the minimum to 32767 at the maximum.
  ///
  /// The middle is 0, even if it lies between two steps. An axis that the report does not have counts as in
  /// the middle.
  public func angle(of index: Int, in report: StickReport) -> Int16 {
    guard index < min(axes.count, report.axes.count), axes[index].span > 0 else { return 0 }
    let (way, span) = (Int64(report.axes[index]), axes[index].span)
    return Int16(clamping: (2 * way - span) * 32_767 / span)
  }
}
