import Dialects
public import Model
import WebSocket

/// The byte stream of one controller over TCP: whole messages come out of it, and go into it.
///
/// A stream that begins with a request of HTTP is a WebSocket. Any other has objects of JSON with nothing between them, and gets lines.
public struct InputStream: Sendable {
  /// The most bytes of a message.
  static let limit = DroidPadEvent.longest

  private var socket: WebSocket?
  /// The bytes that have come and are no whole message yet.
  private var bytes: [UInt8] = []
  private var output: [UInt8] = []
  private let random: @Sendable () -> UInt32
  /// True once the other end has shown that it speaks the protocol.
  public private(set) var isOpen = false
  /// True if nothing more will come out of the stream.
  public private(set) var isOver = false

  /// Creates the stream of a controller that has connected.
  public init(random: @escaping @Sendable () -> UInt32) { self.random = random }

  /// Creates the stream to a controller at `server`, which is asked for the WebSocket at `path`.
  public init(to server: Endpoint, for path: String, random: @escaping @Sendable () -> UInt32) {
    self.random = random
    socket = WebSocket(
      .client(path: path, host: "\(server.address.inURL):\(server.port)"), limit: InputStream.limit,
      random: random)
  }

  /// Removes and returns the bytes for the other end.
  public mutating func popOutput() -> [UInt8] {
    defer { output = [] }
    return output + (socket?.popOutput() ?? [])
  }

  /// Adds a message to the bytes for the other end.
  public mutating func send(_ message: [UInt8]) {
    guard isOpen else { return }
    if socket == nil { output += message + [0x0a] } else { socket?.send(message) }
  }

  /// Reads `part`, which follows what has come so far, and passes each whole message to `hear`.
  public mutating func receive(_ part: Span<UInt8>, _ hear: (Span<UInt8>) -> Void) {
    guard !isOver else { return }
    for place in part.indices { bytes.append(part[place]) }
    if socket == nil, !isOpen, bytes.first == UInt8(ascii: "G") {
      socket = WebSocket(.server, limit: InputStream.limit, random: random)
    }
    if socket == nil { return receiveObjects(hear) }
    do throws(WebSocketFault) { try socket?.receive(&bytes, hear) } catch { isOver = true }
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
      isOver = true
    }
    bytes.removeFirst(start)
  }
}
