/// A control of a pad in the app Yoke; control numbers begin at 1.
public enum YokeControl: Hashable, Sendable {
  /// An axis of a stick (`s`, `j` or `t` with a number), positive to the right and down.
  case stickX(UInt8), stickY(UInt8)
  /// The click of a stick (`t` with a number).
  case stickButton(UInt8)
  /// The phone's acceleration along an axis of the screen (`mx`, `my`, `mz`).
  case motionX, motionY, motionZ
  /// The phone's attitude (`ma`, `mb`, `mg`), scaled to the whole range.
  ///
  /// These are the browsers' angles α (0 to 360°), β (±180°) and γ (±90°). For a phone held in landscape with its top
  /// edge to the left, β turns it clockwise.
  case alpha, beta, gamma
  /// A pedal (`pa`, `pb`, `pt`).
  case gas, brake, throttle
  /// A knob (`k` with a number).
  case knob(UInt8)
  /// An analog button (`a` with a number).
  case axis(UInt8)
  /// A button in the middle (`bs`, `bg`, `bm`).
  case start, select, guide
  /// A button (`b` with a number).
  case button(UInt8)
  /// A direction of the d-pad (`dp`).
  case up, left, down, right

  /// True if the control has two states.
  public var isButton: Bool {
    switch self {
    case .stickButton, .start, .select, .guide, .button, .up, .left, .down, .right: true
    default: false
    }
  }

  /// Returns the middle button called `name`; nil if there is none.
  static func middle(_ name: Span<UInt8>) -> YokeControl? {
    guard name.count == 2 else { return nil }
    switch name[1] {
    case UInt8(ascii: "s"): return .start
    case UInt8(ascii: "g"): return .select
    case UInt8(ascii: "m"): return .guide
    default: return nil
    }
  }

  /// Returns the sensor axis or pedal that has the name `name`.
  static func sensor(_ name: Span<UInt8>) -> YokeControl? {
    guard name.count == 2 else { return nil }
    switch (name[0], name[1]) {
    case (UInt8(ascii: "m"), UInt8(ascii: "x")): return .motionX
    case (UInt8(ascii: "m"), UInt8(ascii: "y")): return .motionY
    case (UInt8(ascii: "m"), UInt8(ascii: "z")): return .motionZ
    case (UInt8(ascii: "m"), UInt8(ascii: "a")): return .alpha
    case (UInt8(ascii: "m"), UInt8(ascii: "b")): return .beta
    case (UInt8(ascii: "m"), UInt8(ascii: "g")): return .gamma
    case (UInt8(ascii: "p"), UInt8(ascii: "a")): return .gas
    case (UInt8(ascii: "p"), UInt8(ascii: "b")): return .brake
    case (UInt8(ascii: "p"), UInt8(ascii: "t")): return .throttle
    default: return nil
    }
  }
}
