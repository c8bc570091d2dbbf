import Fuzzing
import Model
import Pages

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

private let begin = Instant(nanoseconds: 1_000_000_000_000)

/// Reads the input as the bytes of a new connection, and as the frames of an open WebSocket: as a whole, and byte by byte.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  let whole = heard([input])
  let cut = heard(input.map { [$0] })
  if let first = whole.first, case .request(let request) = first { judge(request, input) }
  // The pieces decide whether other bytes have come together with a request, which forbids an upgrade. They
  // do not decide what the request means.
  if let first = whole.first, !isUpgrade(cut.first) {
    require(text(first) == text(cut.first), "a request says the same in whatever pieces it comes")
  }
  let opening = Array(
    """
    GET /link HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: tpp.v1\r\n\r\n
    """.utf8)
  let messages = heard([opening, input]).map(text)
  require(messages.first?.hasPrefix("upgrade") == true, "a good request opens a WebSocket")
  require(
    messages == heard([opening] + input.map { [$0] }).map(text),
    "messages are the same in whatever pieces they come")
}

/// Returns the events of a connection that receives `parts` one after the other, and whose requests are answered.
private func heard(_ parts: [[UInt8]]) -> [WebConnection.Event] {
  var connection = WebConnection(from: .loopback, through: .secure, at: begin)
  var events: [WebConnection.Event] = []
  for part in parts {
    connection.receive(part.span, at: begin)
    while let event = connection.next(at: begin) {
      require(connection.phase == .requests || connection.phase == .socket, "what has ended says nothing")
      events.append(event)
      if case .request = event { connection.answer(.whole([0x21], ends: false), at: begin) }
      if case .upgrade = event { connection.open(at: begin) }
    }
    require(connection.drainOutgoing().count <= part.count * 130 + 300, "what waits is bounded")
  }
  return events
}

/// Checks the properties of a valid request against `input`, which is parsed here in another way.
private func judge(_ request: WebRequest, _ input: [UInt8]) {
  switch request.method {
  case .get, .post, .head: break
  default: return
  }
  var lines: [[UInt8]] = [[]]
  for byte in input {
    if byte == 0x0a, lines.last?.last == 0x0d {
      lines[lines.count - 1].removeLast()
      if lines.last?.isEmpty == true, lines.count > 1 || input.first != 0x0d { break }
      lines.append([])
    } else {
      lines[lines.count - 1].append(byte)
    }
  }
  let fields = lines.map { String(decoding: $0, as: UTF8.self).lowercased() }
  require(
    !fields.contains { $0.utf8.first == 0x20 || $0.utf8.first == 0x09 }, "no field goes on in the next line")
  require(!fields.contains { $0.hasPrefix("transfer-encoding:") }, "no body comes in chunks")
  let lengths = fields.filter { $0.hasPrefix("content-length:") }.count
  require(lengths == (request.method == .post ? 1 : 0), "only a POST has a body, of one length")
  require(request.path.hasPrefix("/") && request.body.count <= 4_096, "path and body are within their bounds")
}

private func isUpgrade(_ event: WebConnection.Event?) -> Bool {
  if case .upgrade = event { true } else { false }
}

private func text(_ event: WebConnection.Event?) -> String {
  switch event {
  case .request(let request): "request \(request.method) \(request.path) \(request.host) \(request.body)"
  case .upgrade(let request): "upgrade \(request.path) \(request.host) \(request.protocols)"
  case .message(let bytes, let isText): "message \(bytes) \(isText)"
  case nil: "nothing"
  }
}
