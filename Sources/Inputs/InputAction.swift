public import Model
public import Wire

/// The actions that the inputs gateway carries out after an event, in their order.
public enum InputAction: Sendable {
  /// A message for the daemon.
  case send(LocalPacket)
  /// Frames of a controller for the daemon, behind that header.
  case frames(GatewayHeader, ControllerFrames)
  /// A message for somebody else's controller, from the port of that number of the input at that index.
  case answer([UInt8], to: Endpoint, input: Int, place: UInt8)
  /// A request to a controller's own server for the input at that index, whose answer nobody needs.
  case ask([UInt8], of: Endpoint, input: Int)
  /// The end of a controller's connection to the input at that index.
  case hangUp(Endpoint, input: Int)
  /// The answers have changed and are to be written to their file.
  case keepAnswers
}
