import Model
package import Wire

/// The kind of content of a vector file; the raw value is the file's name.
package enum Form: String, CaseIterable, Sendable {
  /// Whole PLAIN datagrams from a controller.
  case plain
  /// A controller's frames.
  case controllerFrames = "controller-frames"
  /// The host's frames.
  case hostFrames = "host-frames"

  /// The offset of the first frame.
  package var start: Int { self == .plain ? PlainHeader.size : 0 }
}

/// The outcome of reading some bytes.
package enum Outcome: Hashable, Sendable {
  /// The bytes are read, and the result is written again as `written`.
  case ok(written: [UInt8])
  /// The bytes are refused.
  case refused(Drop)

  /// The reason for which the bytes are refused; nil if they are read.
  package var reason: Drop? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}

extension Form {
  /// Returns the outcome of reading `bytes` and writing the result.
  package func outcome(_ bytes: [UInt8]) -> Outcome {
    do throws(Drop) {
      return .ok(written: try rewrite(bytes))
    } catch {
      return .refused(error)
    }
  }

  /// Returns the bytes that result from writing everything that was read from `bytes`.
  private func rewrite(_ bytes: [UInt8]) throws(Drop) -> [UInt8] {
    switch self {
    case .plain:
      let header = try PlainHeader(parsing: bytes.span)
      return write(try ControllerFrames(bytes, from: PlainHeader.size), after: header, text: bytes)
    case .controllerFrames: return write(try ControllerFrames(bytes), text: bytes)
    case .hostFrames: return write(try HostFrames(bytes), text: bytes)
    }
  }
}

extension ControllerFrames {
  /// Parses the frames of `bytes`, beginning at `start`.
  package init(_ bytes: [UInt8], from start: Int = 0) throws(Drop) {
    try self.init(parsing: bytes.span, from: start)
  }
}

extension HostFrames {
  /// Parses the frames of `bytes`, beginning at `start`.
  package init(_ bytes: [UInt8], from start: Int = 0) throws(Drop) {
    try self.init(parsing: bytes.span, from: start)
  }
}

/// Returns the bytes of `frames`; a control message's text, a message's payload and the frames of a stick are
/// part of `text`.
package func write(_ frames: ControllerFrames, after header: PlainHeader? = nil, text: [UInt8] = [])
  -> [UInt8]
{
  var datagram = Datagram<512>()
  header?.write(to: &datagram)
  frames.write(
    to: &datagram, text: text.span.extracting(frames.control?.text ?? 0..<0),
    payload: text.span.extracting(frames.message?.payload ?? 0..<0))
  if frames.stick.isPresent {
    frames.stick.state(in: text.span).write(to: &datagram)
    frames.stick.presses(in: text.span)?.write(to: &datagram)
  }
  return bytes(of: datagram)
}

/// Returns the bytes of `frames`; a control message's text and a message's payload are part of `text`.
package func write(_ frames: HostFrames, after header: PlainHeader? = nil, text: [UInt8] = []) -> [UInt8] {
  var datagram = Datagram<512>()
  header?.write(to: &datagram)
  frames.write(
    to: &datagram, text: text.span.extracting(frames.control?.text ?? 0..<0),
    payload: text.span.extracting(frames.message?.payload ?? 0..<0))
  return bytes(of: datagram)
}

/// Returns the bytes of `datagram`.
package func bytes<let capacity: Int>(of datagram: Datagram<capacity>) -> [UInt8] {
  datagram.withBytes { bytes in
    var array: [UInt8] = []
    for index in bytes.indices { array.append(bytes[index]) }
    return array
  }
}

/// Returns every field of `frames` as text, so that two readings can be compared and their differences shown.
package func fields(_ frames: ControllerFrames, in bytes: [UInt8]) -> [String] {
  var fields = [
    "state: \(frames.state, default: "-")", "motion: \(frames.motion, default: "-")",
    "buzz: \(frames.buzz, default: "-")", "pong: \(frames.pong, default: "-")",
    "contacts: \(frames.contacts, default: "-")", "receipt: \(frames.controlReceipt, default: "-")",
  ]
  fields += (0..<frames.history.count).map { "history: \(frames.history[$0])" }
  if let edges = frames.edges {
    fields += ["edges from \(edges.first)"] + (0..<edges.count).map { "edge: \(edges[$0])" }
  }
  if let touches = frames.touches {
    fields += ["touches"] + (0..<touches.count).map { "touch: \(touches[$0])" }
  }
  if frames.stick.isPresent { fields.append("stick: \(frames.stick.state(in: bytes.span))") }
  if let presses = frames.stick.presses(in: bytes.span) {
    fields += ["presses from \(presses.first)"] + (0..<presses.count).map { "press: \(presses[$0])" }
  }
  return fields + control(frames.control, in: bytes) + message(frames.message, in: bytes)
}

/// Returns every field of `frames` as text, so that two readings can be compared and their differences shown.
package func fields(_ frames: HostFrames, in bytes: [UInt8]) -> [String] {
  [
    "acknowledgement: \(frames.acknowledgement, default: "-")", "ping: \(frames.ping, default: "-")",
    "feedback: \(frames.feedback, default: "-")", "round: \(frames.round, default: "-")",
    "receipt: \(frames.controlReceipt, default: "-")", "torque: \(frames.torque, default: "-")",
    "conditions: \(frames.conditions.map(list), default: "-")",
  ] + control(frames.control, in: bytes) + message(frames.message, in: bytes)
}

/// Returns the revision and each condition.
private func list(_ conditions: NumberedConditions) -> String {
  "\(conditions.revision) \((0..<conditions.list.count).map { conditions.list[$0] })"
}

/// Returns the message's fields with its text as bytes, since the text's position may differ.
private func control(_ message: ControlMessage?, in bytes: [UInt8]) -> [String] {
  guard let message else { return [] }
  return ["control: \(message.id) \(message.code) \(message.argument) \(bytes[message.text])"]
}

/// Returns the message's fields with its bytes themselves, since their position may differ.
private func message(_ message: Message?, in bytes: [UInt8]) -> [String] {
  guard let message else { return [] }
  return ["message: \(message.channel) \(bytes[message.payload])"]
}
