public import Model
public import Wire

/// The actions that the inputs gateway carries out after an event, in order.
public enum InputAction: Sendable {
  /// A message for the daemon.
  case send(LocalPacket)
  /// A controller's frames for the daemon, preceded by the header.
  case frames(GatewayHeader, ControllerFrames)
  /// A message for a third-party controller, sent from port number `portIndex` of the input at the index `input`.
  case answer([UInt8], to: Endpoint, input: Int, portIndex: UInt8)
  /// A request to a controller's own server for the input at the index `input`; the response does not matter.
  case ask([UInt8], of: Endpoint, input: Int)
  /// Closes a controller's connection to the input at the index `input`.
  case hangUp(Endpoint, input: Int)
  /// The answers have changed, and are to be written to their file.
  case keepAnswers
}
