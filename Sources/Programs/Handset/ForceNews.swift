package import Wire

/// A report from the host about the wheel that games push.
package enum ForceNews: Hashable, Sendable {
  /// The wheel is pushed with this torque.
  case torque(Torque)
  /// These conditions act on the wheel.
  case conditions(NumberedConditions)
}
