import Inputs
import Model
import Platform

/// A TCP connection of a controller.
final class InputConnection {
  let stream: StreamConnection
  let remote: Endpoint
  let input: Int
  /// True if this end opened the connection.
  let isOurs: Bool
  /// The index of the repeated call that opened the connection; nil for an incoming one, and for a form.
  let call: Int?
  var content: InputStream
  /// The time by which the connection must be open.
  ///
  /// It is the distant future once the connection is open, and while nothing has arrived on an incoming one.
  var due: Instant
  var isConnecting: Bool
  /// The stage of the controller at the other end.
  var stage = StreamStage.silent
  /// True once a message has arrived.
  var isHeard = false

  init(
    _ stream: consuming StreamConnection, _ remote: Endpoint, _ input: Int, _ content: InputStream,
    due: Instant, isOurs: Bool = false, call: Int? = nil
  ) {
    self.stream = stream
    (self.remote, self.input, self.content, self.call) = (remote, input, content, call)
    (self.due, self.isOurs, isConnecting) = (due, isOurs, isOurs)
  }
}
