internal import HTTP
internal import Wire

/// One side of a WebSocket (RFC 6455) without TLS, extensions and subprotocols, which turns bytes into whole messages.
///
/// It owns no connection. ``drainOutput()`` returns the bytes for the other end.
public struct WebSocket: Sendable {
  /// The sides of a WebSocket.
  public enum Side: Sendable {
    /// The side that receives the request.
    case server
    /// The side that requests `path` at `host`.
    case client(path: String, host: String)

    fileprivate var isServer: Bool { if case .server = self { true } else { false } }
  }

  private let side: Side
  /// The client's key, 24 characters; empty for a server.
  private let key: String
  /// Returns random bits for a client's key and masks.
  private let random: @Sendable () -> UInt32
  private var output: [UInt8] = []
  private var frames: FrameReader
  /// True once the handshake is complete.
  public private(set) var isOpen = false
  /// True once the WebSocket has ended: after a close frame of the other side, or after a fault.
  public private(set) var isClosed = false

  /// Creates a side that accepts messages of at most `limit` bytes.
  ///
  /// `random` generates keys and masks, and must be unpredictable.
  public init(_ side: Side, limit: Int, random: @escaping @Sendable () -> UInt32) {
    (self.side, self.random) = (side, random)
    frames = FrameReader(isMasked: side.isServer, limit: limit)
    guard case .client(let path, let host) = side else {
      key = ""
      return
    }
    key = Base64.text(
      of: (0..<4).flatMap { _ in
        let word = random()
        return (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
      })
    output = Handshake.request(path, of: host, key: key)
  }

  /// Removes and returns the bytes to send to the other end.
  public mutating func drainOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Adds a text to the bytes for the other end; discards it unless the WebSocket is open.
  public mutating func send(_ text: [UInt8]) { if isOpen, !isClosed { write(.text, text) } }

  /// Reads and removes the handshake and all complete frames in `bytes`, and passes each message to `hear`.
  ///
  /// - Throws: the reason why no later frame can be read; it is also sent to the other end, except by a
  ///   client before the handshake is complete.
  public mutating func receive(
    _ bytes: inout [UInt8], _ hear: (Span<UInt8>) -> Void
  ) throws(WebSocketFault) {
    do throws(WebSocketFault) {
      var start = 0
      defer { bytes.removeFirst(start) }
      if !isOpen {
        guard let length = try Handshake.length(in: bytes.span) else { return }
        try shake(bytes.span.extracting(first: length))
        start = length
      }
      while !isClosed, let event = try frames.next(in: &bytes, from: &start) { receive(event, hear) }
    } catch {
      end(error)
      throw error
    }
  }

  private mutating func shake(_ head: Span<UInt8>) throws(WebSocketFault) {
    if side.isServer {
      guard let answer = Handshake.consent(to: head) else { throw .head }
      output += answer
    } else if !Handshake.isConsent(head, to: key) {
      throw .head
    }
    isOpen = true
  }

  private mutating func receive(_ event: FrameReader.Event, _ hear: (Span<UInt8>) -> Void) {
    switch event {
    case .message(let message, _): hear(message.span)
    case .ping(let content): write(.pong, content)
    case .pong, .part: break
    case .close(let status):
      // The answer repeats the status, if there is one (§5.5.1).
      write(.close, status)
      isClosed = true
    }
  }

  private mutating func write(_ kind: Frame.Kind, _ content: [UInt8]) {
    Frame.append(kind, content, mask: side.isServer ? nil : random(), to: &output)
  }

  /// Ends the WebSocket because of `fault`; reports the fault to the other end, unless a client's handshake
  /// failed.
  private mutating func end(_ fault: WebSocketFault) {
    if isOpen {
      write(.close, [UInt8(fault.status >> 8), UInt8(fault.status & 0xff)])
    } else if side.isServer {
      output += Handshake.refusal
    }
    isClosed = true
  }
}
