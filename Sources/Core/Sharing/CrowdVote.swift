package import Model

/// A voter's choice for the pad, or the result of a crowd's votes: a stick, two triggers and four buttons.
package struct CrowdVote: Hashable, Sendable {
  /// The buttons for which a crowd can vote: A, B, X and Y.
  package static let buttons: Buttons = [Buttons(.a), Buttons(.b), Buttons(.x), Buttons(.y)]
  /// A vote for rest.
  package static let rest = CrowdVote()

  /// The left stick.
  package var stick: Stick
  /// The left trigger, 0 (released) to 255.
  package var leftTrigger: UInt8
  /// The right trigger, 0 (released) to 255.
  package var rightTrigger: UInt8
  /// The pressed buttons, out of ``buttons``.
  package var buttons: Buttons

  /// Creates a vote; the controls that are not given are at rest.
  package init(
    stick: Stick = .centre, leftTrigger: UInt8 = 0, rightTrigger: UInt8 = 0, buttons: Buttons = []
  ) {
    (self.stick, self.leftTrigger, self.rightTrigger) = (stick, leftTrigger, rightTrigger)
    self.buttons = buttons.intersection(CrowdVote.buttons)
  }

  /// The choice as a number, which is equal for votes that agree.
  ///
  /// Votes agree if they have the same direction of the stick (one of eight, or rest), the same step of each
  /// trigger, and the same buttons.
  var choice: UInt64 {
    UInt64(Mixing.sector(of: stick)) | UInt64(Mixing.step(of: leftTrigger)) << 8
      | UInt64(Mixing.step(of: rightTrigger)) << 16 | UInt64(buttons.rawValue) << 32
  }
}
