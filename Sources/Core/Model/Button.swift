/// A button of a controller, numbered as on the wire.
///
/// Numbers 0 to 14 are the Linux codes from `BTN_GAMEPAD` (0x130) on, with the names that the Xbox drivers
/// give them (`BTN_X` is the left face button, `BTN_Y` the upper one); 16 to 19 are those from `BTN_DPAD_UP`
/// (0x220) on. Source: input-event-codes.h; names as in SDL's game controller API.
public enum Button: UInt8, CaseIterable, Sendable {
  /// The lower face button.
  case a = 0
  /// The right face button.
  case b
  /// A third button of six-button pads.
  case c
  /// The left face button.
  case x
  /// The upper face button.
  case y
  /// A sixth button of six-button pads.
  case z
  /// The left shoulder button, LB.
  case leftShoulder
  /// The right shoulder button, RB.
  case rightShoulder
  /// The left trigger as a switch, LT: on a pad with analog triggers it pulls the trigger fully.
  case leftTrigger
  /// The right trigger as a switch, RT: on a pad with analog triggers it pulls the trigger fully.
  case rightTrigger
  /// The back button, also called select or view.
  case back
  /// The start button, also called menu.
  case start
  /// The logo button.
  case guide
  /// The button in the left stick, L3.
  case leftStick
  /// The button in the right stick, R3.
  case rightStick
  /// The share button, also called capture.
  case share
  /// The up button of the d-pad.
  case dpadUp
  /// The down button of the d-pad.
  case dpadDown
  /// The left button of the d-pad.
  case dpadLeft
  /// The right button of the d-pad.
  case dpadRight
  /// A paddle or another extra button.
  ///
  /// The extra buttons are 20 to 30 on the wire, and the codes from `BTN_TRIGGER_HAPPY1` on of real pads.
  case extra1
  /// An extra button like ``extra1``.
  case extra2
  /// An extra button like ``extra1``.
  case extra3
  /// An extra button like ``extra1``.
  case extra4
  /// An extra button like ``extra1``.
  case extra5
  /// An extra button like ``extra1``.
  case extra6
  /// An extra button like ``extra1``.
  case extra7
  /// An extra button like ``extra1``.
  case extra8
  /// An extra button like ``extra1``.
  case extra9
  /// An extra button like ``extra1``.
  case extra10
  /// An extra button like ``extra1``.
  case extra11
  /// The click of the touchpad.
  case touchpad
}

extension Button {
  /// The names of the buttons by number.
  ///
  /// The label, used in commands, is SDL's name if SDL has one. The word is used in layouts and for OSC; nil
  /// if there is none.
  private static let names: [(label: String, word: String?)] = [
    ("a", "a"), ("b", "b"), ("c", "c"), ("x", "x"), ("y", "y"), ("z", "z"), ("leftshoulder", "lb"),
    ("rightshoulder", "rb"), ("lefttrigger", nil), ("righttrigger", nil), ("back", "back"),
    ("start", "start"), ("guide", "guide"), ("leftstick", "ls"), ("rightstick", "rs"), ("misc1", "share"),
    ("dpup", "up"), ("dpdown", "down"), ("dpleft", "left"), ("dpright", "right"), ("extra1", nil),
    ("extra2", nil), ("extra3", nil), ("extra4", nil), ("extra5", nil), ("extra6", nil), ("extra7", nil),
    ("extra8", nil), ("extra9", nil), ("extra10", nil), ("extra11", nil), ("touchpad", "pad"),
  ]

  /// The displayed name of the button: SDL's name, if SDL has one.
  public var label: String { Button.names[Int(rawValue)].label }

  /// The button's word in layouts and for OSC; nil if there is none.
  ///
  /// The triggers have none, because their words belong to their axes.
  public var word: String? { Button.names[Int(rawValue)].word }

  /// Creates the button that is called `label`; nil when no button has that name.
  public init?(label: String) {
    guard let index = Button.names.firstIndex(where: { $0.label == label }) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}

/// A set of buttons, such as those that are down: bit n is button n.
public struct Buttons: OptionSet, Hashable, Sendable {
  /// The bits, as on the wire.
  public var rawValue: UInt32

  /// The buttons whose bits are set in `rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates the set of `button` alone.
  public init(_ button: Button) {
    rawValue = 1 << UInt32(button.rawValue)
  }

  /// True if `button` is down.
  @inlinable public subscript(button: Button) -> Bool {
    get { rawValue >> UInt32(button.rawValue) & 1 == 1 }
    set {
      let bit = UInt32(1) << UInt32(button.rawValue)
      rawValue = newValue ? rawValue | bit : rawValue & ~bit
    }
  }

  /// The buttons whose state differs between the two sets.
  public static func ^ (left: Buttons, right: Buttons) -> Buttons {
    Buttons(rawValue: left.rawValue ^ right.rawValue)
  }

  /// The names of the buttons that are down, in the order of their numbers.
  public var labels: [String] { Button.allCases.filter { self[$0] }.map(\.label) }
}

/// A press or a release.
public struct Edge: Hashable, Sendable {
  /// The button that moved.
  public var button: Button
  /// True if the button went down (a press), false if it went up (a release).
  public var isPress: Bool
  /// The time from the edge to its packet's sample, in units of 100 µs; 0xFFFF means that time or longer.
  public var age: UInt16

  /// An edge of `button`, `age` × 100 µs before its packet's sample.
  public init(_ button: Button, isPress: Bool, age: UInt16 = 0) {
    self.button = button
    self.isPress = isPress
    self.age = age
  }

  /// The time from the edge to its packet's sample, in µs; 6,553,500 means that time or longer.
  @inlinable public var microseconds: Int64 { 100 * Int64(age) }
}
