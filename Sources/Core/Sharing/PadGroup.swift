import Model

/// The parts of a pad; the members share each part by a rule of its own.
enum PadGroup: Int {
  case leftStick, rightStick, leftTrigger, rightTrigger
  case dpad, face, shoulders, clicks, menu
  case motion, touch

  /// The number of groups.
  static let count = 11

  /// The buttons of the group; each button belongs to one group.
  ///
  /// The buttons C and Z of six-button pads belong to the face, and the extra buttons, such as paddles, to
  /// the shoulders.
  var buttons: Buttons {
    switch self {
    case .leftStick, .rightStick, .motion: []
    case .leftTrigger: Buttons(.leftTrigger)
    case .rightTrigger: Buttons(.rightTrigger)
    case .dpad: Buttons(rawValue: 0xf << UInt32(Button.dpadUp.rawValue))
    case .face: Buttons(rawValue: 0x3f)
    case .shoulders: Buttons(rawValue: 0xc0 | 0x7ff << UInt32(Button.extra1.rawValue))
    case .clicks: [Buttons(.leftStick), Buttons(.rightStick)]
    case .menu: [Buttons(.back), Buttons(.start), Buttons(.guide), Buttons(.share)]
    case .touch: Buttons(.touchpad)
    }
  }
}

/// The rule by which a group of a shared pad follows its members.
enum GroupRule {
  /// The strongest input counts: the longest deflection, the deepest trigger, and every button that anybody
  /// holds.
  ///
  /// Opposite directions of the d-pad cancel each other, unless only one member counts.
  case any
  /// The mean of the members who move the group; buttons as with ``any``.
  ///
  /// A small movement counts less than a large one.
  case average
  /// The group does what most members want; a tie is rest.
  case vote
  /// The mean of all members; a button is down if more than half of the members hold it.
  case mean
  /// The helpers have the group while one of them moves it, and for ``Tenure/rest`` longer.
  ///
  /// At other times, the main player has it.
  case priority
  /// The first member to move the group has it alone, until this member has not moved it for ``Tenure/rest``.
  case first
  /// The member whose turn it is has the group.
  case turns
  /// The main player has the group.
  case main
  /// The helper in the lowest slot has the group.
  case helper
}

extension SharePreset {
  /// Returns the rules of the groups, in the order of ``PadGroup``.
  ///
  /// Only one member at a time can hold the sensors and the touchpad.
  var rules: InlineArray<11, GroupRule> {
    switch self {
    // The order: left stick, right stick, left trigger, right trigger; d-pad, face, shoulders, clicks, menu;
    // motion, touch.
    case .help:
      [.priority, .priority, .priority, .priority, .priority, .priority, .any, .any, .any, .main, .main]
    case .turns: .init(repeating: .turns)
    case .halves: [.main, .helper, .main, .helper, .main, .helper, .any, .any, .any, .main, .main]
    case .together:
      [.average, .average, .average, .average, .any, .any, .any, .any, .any, .main, .main]
    case .one: [.any, .any, .any, .any, .any, .any, .any, .any, .any, .main, .main]
    case .first: [.first, .first, .first, .first, .first, .first, .first, .first, .first, .main, .main]
    case .vote: [.vote, .vote, .vote, .vote, .vote, .vote, .vote, .vote, .vote, .main, .main]
    case .mean: [.mean, .mean, .mean, .mean, .mean, .mean, .mean, .mean, .mean, .main, .main]
    }
  }
}
