/// A reader that turns one side's frames on an open WebSocket into whole messages (RFC 6455 §5 and §6.2).
public struct FrameReader: Sendable {
  /// The events caused by the other side.
  public enum Event: Hashable, Sendable {
    /// A whole message.
    case message([UInt8], isText: Bool)
    /// A part of a message that is not the last.
    case part
    /// A ping, with the payload to repeat in the answer.
    case ping([UInt8])
    /// The answer to a ping.
    case pong
    /// A close, with the two bytes of its status, or no bytes.
    case close([UInt8])
  }

  private let isMasked: Bool
  /// The size of the largest message, in bytes.
  private let limit: Int
  /// The received parts of an incomplete message.
  private var parts: [UInt8] = []
  /// True if the parts belong to a text; nil before the first part.
  private var isText: Bool?

  /// Creates a reader of messages of at most `limit` bytes; `isMasked` if they come from a client.
  public init(isMasked: Bool, limit: Int) { (self.isMasked, self.limit) = (isMasked, limit) }

  /// Reads the frame at `start` of `bytes`, and moves `start` to its end; returns nil if no whole frame is left.
  ///
  /// - Throws: the reason why no later frame can be read.
  public mutating func next(in bytes: inout [UInt8], from start: inout Int) throws(WebSocketFault) -> Event? {
    guard
      let frame = try Frame(
        parsing: bytes.span.extracting(start..<bytes.count), isMasked: isMasked, limit: limit)
    else { return nil }
    frame.unmask(&bytes, from: start)
    let content = start + frame.content.lowerBound..<start + frame.content.upperBound
    start = content.upperBound
    switch frame.kind {
    case .ping: return .ping(Array(bytes[content]))
    case .pong: return .pong
    case .close: return .close(Array(bytes[content].prefix(2)))
    case .text, .binary, .continuation: return try add(frame, bytes[content])
    }
  }

  /// Adds a part to a message; returns the message if that was its last part.
  private mutating func add(_ frame: Frame, _ content: ArraySlice<UInt8>) throws(WebSocketFault) -> Event {
    guard (isText != nil) == (frame.kind == .continuation) else { throw .frame }
    if isText == nil, frame.isLast { return .message(Array(content), isText: frame.kind == .text) }
    guard parts.count + content.count <= limit else { throw .size }
    parts += content
    let isText = isText ?? (frame.kind == .text)
    guard frame.isLast else {
      self.isText = isText
      return .part
    }
    defer { (parts, self.isText) = ([], nil) }
    return .message(parts, isText: isText)
  }
}
