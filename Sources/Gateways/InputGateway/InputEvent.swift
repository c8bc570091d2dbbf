public import Model
public import Platform

/// The events that the inputs gateway reports to the user.
public enum InputEvent {
  /// A port with the title of its protocol.
  public enum Port: Sendable {
    /// A UDP port of this machine.
    case udp(String, UInt16)
    /// A TCP port of this machine.
    case tcp(String, UInt16)
    /// A port of another machine, to which the gateway connects.
    case server(String, Endpoint)
  }

  /// The gateway uses these ports, and sends the outputs in `sends` to their targets without being asked.
  case started([Port], sends: [(title: String, target: Endpoint)])
  /// A port of a protocol cannot be opened.
  case portRefused(Port, SystemError)
  /// The gateway has reached the daemon.
  case daemonFound
  /// The connection to the daemon is lost.
  case daemonLost
  /// A controller with the given name asks to play.
  case asks(String)
  /// The users' answers cannot be written to their file.
  case answersNotKept(SystemError)
  /// The gateway is stopping.
  case stopping
}
