public import Model
public import Wire

/// The actions that the inputs gateway carries out after an event, in their order.
public enum InputAction: Sendable {
  /// A message for the daemon.
  case send(LocalPacket)
  /// Frames of a controller for the daemon, after that header.
  case frames(GatewayHeader, ControllerFrames)
  /// A message for another controller, sent from port number `place` of the input at the index.
  case answer([UInt8], to: Endpoint, input: Int, portIndex: UInt8)
  /// A request to a controller's own server for the input at the index; its answer is not needed.
  case ask([UInt8], of: Endpoint, input: Int)
  /// The end of a controller's connection to the input at the index.
  case hangUp(Endpoint, input: Int)
  /// The answers have changed and are to be written to their file.
  case keepAnswers
}
