public import Platform

/// The events that the inputs gateway reports to a person.
public enum InputEvent {
  /// The gateway hears these protocols at their first ports.
  case started([(title: String, port: UInt16)])
  /// A port of a protocol cannot be opened.
  case portRefused(String, UInt16, SystemError)
  /// The gateway has reached the daemon.
  case daemonFound
  /// The daemon is gone.
  case daemonLost
  /// A controller of that name asks to play.
  case asks(String)
  /// The answers of people cannot be written.
  case answersNotKept(SystemError)
  /// The gateway ends.
  case stopping
}
