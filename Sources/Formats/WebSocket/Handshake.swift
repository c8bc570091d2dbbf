internal import CSHA1
internal import HTTP
import Wire

/// The WebSocket handshake: an HTTP request and its answer (RFC 6455 §4).
public enum Handshake {
  /// The maximum size of a head, with the empty line after it, in bytes.
  static let longest = 2_048
  /// The text that a server appends to the client's key (§1.3).
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The answer to a refused request.
  static let refusal = HTTPHead.message([
    "HTTP/1.1 400 Bad Request", "Content-Length: 0", "Connection: close",
  ])

  /// Returns the size of the head at the start of `bytes`; nil while it is incomplete.
  ///
  /// - Throws: `head`, or `size` if the head is longer than ``longest``.
  static func length(in bytes: Span<UInt8>) throws(WebSocketFault) -> Int? {
    do throws(HTTPFault) { return try HTTPHead.length(in: bytes, limit: longest) } catch {
      throw error == .malformed ? .head : .size
    }
  }

  /// Returns the answer 101 to the request for a WebSocket in `bytes`; nil if they contain none that this server accepts.
  ///
  /// A request with the origin of a web page, as browsers send it, is refused, because this server is not for
  /// pages.
  static func consent(to bytes: Span<UInt8>) -> [UInt8]? {
    guard let head = try? HTTPHead(bytes), head.isASCII, let line = try? RequestLine(head.line),
      line.method == "GET", line.target.first == "/", !line.isOld, head.has("websocket", in: "upgrade"),
      head.has("upgrade", in: "connection"), !head.has("origin"),
      !head.has("content-length"), !head.has("transfer-encoding"),
      head.value("sec-websocket-version") == "13", let key = head.value("sec-websocket-key"),
      isKey(key)
    else { return nil }
    return HTTPHead.message([
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(accept(of: key))",
    ])
  }

  /// Returns the request for a WebSocket at `path` of `host`; `key` has 24 characters.
  static func request(_ path: String, of host: String, key: String) -> [UInt8] {
    HTTPHead.message([
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
    ])
  }

  /// Returns whether the answer in `bytes` consents to the request with `key`, without extensions and subprotocols.
  static func isConsent(_ bytes: Span<UInt8>, to key: String) -> Bool {
    guard let head = try? HTTPHead(bytes) else { return false }
    return head.line.hasPrefix("HTTP/1.1 101") && head.has("websocket", in: "upgrade")
      && head.has("upgrade", in: "connection") && head.value("sec-websocket-accept") == accept(of: key)
      && !head.has("sec-websocket-extensions") && !head.has("sec-websocket-protocol")
  }

  /// Returns whether `key` is a valid client key: 16 bytes in base64 (§4.1).
  public static func isKey(_ key: String) -> Bool {
    key.utf8.count == 24 && key.hasSuffix("==") && key.utf8.dropLast(2).allSatisfy(letters.contains)
  }

  /// Returns the value that proves that a server has read `key`.
  public static func accept(of key: String) -> String {
    let text = Array((key + suffix).utf8)
    var digest = InlineArray<20, UInt8>(repeating: 0)
    var span = digest.mutableSpan
    unsafe text.withUnsafeBufferPointer { text in
      unsafe span.withUnsafeMutableBufferPointer { digest in
        unsafe sha1_digest(text.baseAddress, text.count, digest.baseAddress)
      }
    }
    return Base64.text(of: digest.indices.map { digest[$0] })
  }
}
