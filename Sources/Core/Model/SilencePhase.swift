/// The phase of a controller's silence (docs/protocol.md, "Silence").
public enum SilencePhase: UInt8, CaseIterable, Comparable, Sendable {
  /// No silence: packets keep arriving.
  case live
  /// The packets are late: axes stay at their positions.
  case holding
  /// The silence is long: buttons are up, axes are returning to rest.
  case releasing
  /// The silence has ended the input: everything is at rest.
  case released

  /// The phase's name in commands.
  public var label: String { "\(self)" }

  /// Orders by length of silence.
  public static func < (left: SilencePhase, right: SilencePhase) -> Bool { left.rawValue < right.rawValue }
}
