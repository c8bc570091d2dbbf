import Fuzzing
import WebSocket

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as the first bytes of an unknown client, as a request for a file, as a server's answer,
/// and as frames after a valid handshake: whole, and byte by byte.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  _ = heard(by: server(), [input])
  let request = Array(
    """
    GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
    """.utf8)
  let whole = heard(by: server(), [request, input])
  let cut = heard(by: server(), [request] + input.map { [$0] })
  require(whole == cut, "messages are the same in whatever pieces they come")
  if let answer = FileShelf([FileShelf.File("a", type: "text/plain", "b")]).answer(to: bytes) {
    require(answer.bytes.last == UInt8(ascii: answer.isFile ? "b" : "\n"), "only a file is given")
  }
  var client = WebSocket(.client(path: "/", host: "a"), limit: 64) { 0 }
  var answer = input
  try? client.receive(&answer) { _ in }
  require(!client.isOpen, "nobody knows the answer to a key that was not sent")
}

private func server() -> WebSocket { WebSocket(.server, limit: 64) { 0 } }

/// Returns the messages that `side` reads in `parts`.
private func heard(by side: consuming WebSocket, _ parts: [[UInt8]]) -> [[UInt8]] {
  var (rest, messages): ([UInt8], [[UInt8]]) = ([], [])
  for part in parts where !side.isClosed {
    rest += part
    do {
      try side.receive(&rest) { message in
        require(message.count <= 64, "a message is within its limit")
        messages.append(array(message))
      }
    } catch {
      require(side.isClosed, "a fault ends the WebSocket")
    }
    require(rest.count < 2_048 + 64, "what waits is bounded")
  }
  return messages
}
