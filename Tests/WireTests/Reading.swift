import Model
import Wire

/// How the bytes of a vector file are read; the raw value is the file's name.
enum Form: String, CaseIterable, Sendable {
  /// Whole PLAIN datagrams from a controller.
  case plain
  /// A controller's frames.
  case controllerFrames = "controller-frames"
  /// The host's frames.
  case hostFrames = "host-frames"

  /// Where the frames begin.
  var start: Int { self == .plain ? PlainHeader.size : 0 }
}

/// What reading some bytes gives.
enum Outcome: Hashable, Sendable {
  /// They are read; written again they are these bytes.
  case ok(written: [UInt8])
  /// They are refused.
  case refused(Malformed)

  /// Why they are refused; nil when they are read.
  var reason: Malformed? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}

extension Form {
  /// What reading `bytes` and writing what was read gives.
  func outcome(_ bytes: [UInt8]) -> Outcome {
    do throws(Malformed) {
      return .ok(written: try rewrite(bytes))
    } catch {
      return .refused(error)
    }
  }

  /// What writing all that was read of `bytes` gives.
  private func rewrite(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
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
  /// The frames of `bytes` from `start` on.
  init(_ bytes: [UInt8], from start: Int = 0) throws(Malformed) {
    try self.init(parsing: bytes.span, from: start)
  }
}

extension HostFrames {
  /// The frames of `bytes` from `start` on.
  init(_ bytes: [UInt8], from start: Int = 0) throws(Malformed) {
    try self.init(parsing: bytes.span, from: start)
  }
}

/// The bytes of `frames`, a message's bytes being a part of `text`.
func write(_ frames: ControllerFrames, after header: PlainHeader? = nil, text: [UInt8] = []) -> [UInt8] {
  var datagram = Datagram<512>()
  header?.write(to: &datagram)
  frames.write(
    to: &datagram, text: text.span.extracting(frames.control?.text ?? 0..<0),
    payload: text.span.extracting(frames.message?.payload ?? 0..<0))
  return bytes(of: datagram)
}

/// The bytes of `frames`, a message's bytes being a part of `text`.
func write(_ frames: HostFrames, after header: PlainHeader? = nil, text: [UInt8] = []) -> [UInt8] {
  var datagram = Datagram<512>()
  header?.write(to: &datagram)
  frames.write(
    to: &datagram, text: text.span.extracting(frames.control?.text ?? 0..<0),
    payload: text.span.extracting(frames.message?.payload ?? 0..<0))
  return bytes(of: datagram)
}

/// The bytes put together in `datagram`.
func bytes<let capacity: Int>(of datagram: Datagram<capacity>) -> [UInt8] {
  datagram.withBytes { bytes in
    var array: [UInt8] = []
    for index in bytes.indices { array.append(bytes[index]) }
    return array
  }
}

/// Every field of `frames` as text, so that two readings can be compared and their difference seen.
func fields(_ frames: ControllerFrames, in bytes: [UInt8]) -> [String] {
  var fields = [
    "state: \(frames.state, default: "-")", "motion: \(frames.motion, default: "-")",
    "buzz: \(frames.buzz, default: "-")", "pong: \(frames.pong, default: "-")",
    "receipt: \(frames.controlReceipt, default: "-")",
  ]
  fields += (0..<frames.history.count).map { "history: \(frames.history[$0])" }
  if let edges = frames.edges {
    fields += ["edges from \(edges.first)"] + (0..<edges.count).map { "edge: \(edges[$0])" }
  }
  if let touches = frames.touches {
    fields += ["touches"] + (0..<touches.count).map { "touch: \(touches[$0])" }
  }
  return fields + control(frames.control, in: bytes) + message(frames.message, in: bytes)
}

/// Every field of `frames` as text, so that two readings can be compared and their difference seen.
func fields(_ frames: HostFrames, in bytes: [UInt8]) -> [String] {
  [
    "acknowledgement: \(frames.acknowledgement, default: "-")", "ping: \(frames.ping, default: "-")",
    "feedback: \(frames.feedback, default: "-")", "round: \(frames.round, default: "-")",
    "receipt: \(frames.controlReceipt, default: "-")",
  ] + control(frames.control, in: bytes) + message(frames.message, in: bytes)
}

/// The message's fields, its text as bytes: where they lie may differ.
private func control(_ message: ControlMessage?, in bytes: [UInt8]) -> [String] {
  guard let message else { return [] }
  return ["control: \(message.id) \(message.code) \(message.argument) \(bytes[message.text])"]
}

/// The message's fields, its bytes as such: where they lie may differ.
private func message(_ message: Message?, in bytes: [UInt8]) -> [String] {
  guard let message else { return [] }
  return ["message: \(message.channel) \(bytes[message.payload])"]
}
