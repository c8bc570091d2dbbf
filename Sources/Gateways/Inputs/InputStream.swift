import Dialects
public import Model
public import WebSocket

/// The stages of a controller's connection, in their order.
///
/// In a full table, they help to decide which connection is closed (`SharedTable`).
public enum StreamStage: Int, CaseIterable, Comparable, Sendable {
  /// Nothing has arrived that belongs to the protocol.
  case silent
  /// The other end speaks the protocol.
  case open
  /// The controller waits for the user to accept it.
  case waits
  /// The user has already accepted a controller at this address.
  ///
  /// The connection itself has not proved anything yet.
  case known
  /// The controller may play.
  case plays

  /// Orders by progress.
  public static func < (left: StreamStage, right: StreamStage) -> Bool { left.rawValue < right.rawValue }
}

/// One controller's byte stream over TCP, converted to and from whole messages.
///
/// A stream that begins with an HTTP request is a WebSocket; if there are files to fetch, the request is answered with
/// one of them instead. Any other stream consists of JSON objects with nothing between them, and is answered with
/// lines.
public struct InputStream: Sendable {
  /// The size of the largest message, in bytes.
  static let limit = DroidPadEvent.longest

  private var socket: WebSocket?
  /// True if this end only sends one request; the content of the response does not matter.
  private var isAsked = false
  /// The files that the other end may fetch; nil for a controller that plays over the stream.
  private let files: FileShelf?
  /// The received bytes that do not form a whole message yet.
  private var bytes: [UInt8] = []
  private var output: [UInt8] = []
  private let random: @Sendable () -> UInt32
  /// True once the other end has shown that it speaks the protocol.
  public private(set) var isOpen = false
  /// True for a stream that is not open yet, if bytes wait in it, if it has files, or if it is a WebSocket.
  public var isBeginning: Bool { !isOpen && (!bytes.isEmpty || files != nil || socket != nil) }
  /// True if the stream yields nothing more.
  public private(set) var isOver = false

  /// True if the stream ended because the received bytes were refused.
  public private(set) var isRefused = false

  /// Creates the stream of a controller that has connected; the controller may fetch `files` if there are
  /// any.
  public init(fetching files: FileShelf? = nil, random: @escaping @Sendable () -> UInt32) {
    (self.files, self.random) = (files, random)
  }

  /// Creates the stream to a controller at `server`; the stream begins with a request for the WebSocket at
  /// `path`.
  public init(to server: Endpoint, for path: String, random: @escaping @Sendable () -> UInt32) {
    (files, self.random) = (nil, random)
    socket = WebSocket(
      .client(path: path, host: "\(server.address.inURL):\(server.port)"), limit: InputStream.limit,
      random: random)
  }

  /// Creates the stream to a server that is sent `request`; the stream ends with the first bytes of the response.
  public init(asking request: [UInt8]) {
    (files, random, output, isAsked) = (nil, { 0 }, request, true)
  }

  /// Removes and returns the bytes to send to the other end.
  public mutating func drainOutput() -> [UInt8] {
    defer { output = [] }
    return output + (socket?.drainOutput() ?? [])
  }

  /// Adds a message to the bytes for the other end.
  public mutating func send(_ message: [UInt8]) {
    guard isOpen else { return }
    if socket == nil { output += message + [0x0a] } else { socket?.send(message) }
  }

  /// Reads `part`, the continuation of the received bytes, and passes each whole message to `hear`.
  public mutating func receive(_ part: Span<UInt8>, _ hear: (Span<UInt8>) -> Void) {
    isOver = isOver || isAsked
    guard !isOver else { return }
    for index in part.indices { bytes.append(part[index]) }
    if let files {
      guard let answer = files.answer(to: bytes.span) else { return }
      (output, isOver, isRefused) = (answer.bytes, true, !answer.isFile)
      return
    }
    if socket == nil, !isOpen, bytes.first == UInt8(ascii: "G") {
      socket = WebSocket(.server, limit: InputStream.limit, random: random)
    }
    if socket == nil { return receiveObjects(hear) }
    do throws(WebSocketFault) { try socket?.receive(&bytes, hear) } catch {
      (isOver, isRefused) = (true, true)
    }
    isOpen = socket?.isOpen == true
    isOver = isOver || socket?.isClosed == true
  }

  private mutating func receiveObjects(_ hear: (Span<UInt8>) -> Void) {
    var start = 0
    do throws(DialectDrop) {
      while let object = try DroidPadStream.first(in: bytes.span.extracting(start..<bytes.count)) {
        isOpen = true
        hear(bytes.span.extracting(start..<start + object.upperBound))
        start += object.upperBound
      }
    } catch {
      (isOver, isRefused) = (true, true)
    }
    bytes.removeFirst(start)
  }
}
