import Dialects
public import Model
public import WebSocket

/// The stages of a controller's connection: the earlier the stage, the sooner it gives way to another.
public enum StreamStage: Int, CaseIterable, Comparable, Sendable {
  /// Nothing of the protocol has arrived.
  case silent
  /// The other end speaks the protocol.
  case open
  /// The user has to accept the controller.
  case waits
  /// The user has accepted a controller at that address, whatever has arrived.
  case known
  /// The controller may play.
  case plays

  /// Orders by progress.
  public static func < (left: StreamStage, right: StreamStage) -> Bool { left.rawValue < right.rawValue }
}

/// The byte stream of one controller over TCP, converted back and forthm whole messages.
///
/// A stream that begins with an HTTP request is a WebSocket. Any other consists of JSON objects with nothing between
/// them, and is answered with lines. If there are files to fetch, a request gets one of them instead.
public struct InputStream: Sendable {
  /// The most bytes of a message.
  static let limit = DroidPadEvent.longest

  private var socket: WebSocket?
  /// True if the other end was sent a request, whatever it answers.
  private var isAsked = false
  /// The files that the other end may fetch; nil for a controller that plays over the stream.
  private let files: FileShelf?
  /// The received bytes that are not a whole message yet.
  private var bytes: [UInt8] = []
  private var output: [UInt8] = []
  private let random: @Sendable () -> UInt32
  /// True once the other end has shown that it speaks the protocol.
  public private(set) var isOpen = false
  /// True if a message or a handshake has begun to arrive but the other end has not yet shown that it speaks the
  /// protocol.
  public var isBeginning: Bool { !isOpen && (!bytes.isEmpty || files != nil || socket != nil) }
  /// True if nothing more will come out of the stream.
  public private(set) var isOver = false

  /// True if the stream ended because of what arrived.
  public private(set) var isRefused = false

  /// Creates the stream of a controller that has connected, to fetch one of `files` if there are any.
  public init(fetching files: FileShelf? = nil, random: @escaping @Sendable () -> UInt32) {
    (self.files, self.random) = (files, random)
  }

  /// Creates the stream to a controller at `server`, with a request for the WebSocket at `path`.
  public init(to server: Endpoint, for path: String, random: @escaping @Sendable () -> UInt32) {
    (files, self.random) = (nil, random)
    socket = WebSocket(
      .client(path: path, host: "\(server.address.inURL):\(server.port)"), limit: InputStream.limit,
      random: random)
  }

  /// Creates the stream to a server that gets `request`, and ends with the first bytes of its answer.
  public init(asking request: [UInt8]) {
    (files, random, output, isAsked) = (nil, { 0 }, request, true)
  }

  /// Removes and returns the bytes for the other end.
  public mutating func drainOutput() -> [UInt8] {
    defer { output = [] }
    return output + (socket?.drainOutput() ?? [])
  }

  /// Adds a message to the bytes for the other end.
  public mutating func send(_ message: [UInt8]) {
    guard isOpen else { return }
    if socket == nil { output += message + [0x0a] } else { socket?.send(message) }
  }

  /// Reads `part`, which continues what has arrived so far, and passes each whole message to `hear`.
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
