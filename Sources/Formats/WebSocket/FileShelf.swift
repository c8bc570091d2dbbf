internal import HTTP

/// An HTTP/1.1 server for a few files in memory, with one request per connection (RFC 9112).
public struct FileShelf: Sendable {
  /// A file with its media type.
  public struct File: Sendable {
    fileprivate let name: String
    fileprivate let type: String
    /// The content.
    public let text: String

    /// Creates a file.
    public init(_ name: String, type: String, _ text: String) {
      (self.name, self.type, self.text) = (name, type, text)
    }
  }

  private let files: [File]

  /// Creates a shelf with `files`, each small enough for a new connection's buffer.
  public init(_ files: [File]) { self.files = files }

  /// Returns the response to the request at the start of `bytes`, and whether it contains a file.
  ///
  /// The result is nil if the request is incomplete.
  ///
  /// The file's name may follow several slashes, since the app Yoke asks for `//manifest.json`.
  public func answer(to bytes: Span<UInt8>) -> (bytes: [UInt8], isFile: Bool)? {
    do throws(WebSocketFault) {
      guard let length = try Handshake.length(in: bytes) else { return nil }
      guard let head = try? HTTPHead(bytes.extracting(first: length)), !head.has("content-length"),
        !head.has("transfer-encoding"), let path = FileShelf.path(head.line)
      else { return (Handshake.refusal, false) }
      guard let file = files.first(where: { $0.name == path }) else {
        return (FileShelf.answer("404 Not Found", type: "text/plain", ""), false)
      }
      return (FileShelf.answer("200 OK", type: file.type, file.text), true)
    } catch {
      return (Handshake.refusal, false)
    }
  }

  /// Returns the path in the first line of a GET request of HTTP/1.1, without leading slashes; nil otherwise.
  private static func path(_ line: String) -> String? {
    guard let line = try? RequestLine(line), line.method == "GET", line.target.first == "/", !line.isOld
    else {
      return nil
    }
    return String(line.target.drop { $0 == "/" })
  }

  private static func answer(_ status: String, type: String, _ text: String) -> [UInt8] {
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(text.utf8.count)",
      "X-Content-Type-Options: nosniff", "Connection: close",
    ]
    return HTTPHead.message(head, text)
  }
}
