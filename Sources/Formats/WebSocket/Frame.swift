/// The header of a WebSocket frame (RFC 6455 §5.2), with the range of its payload.
public struct Frame: Hashable, Sendable {
  /// The kinds of frames, with their numbers.
  public enum Kind: UInt8, Sendable {
    /// A further part of a message.
    case continuation = 0
    /// A message, or its first part.
    case text, binary
    /// A close frame.
    case close = 8
    /// A ping, and the pong that answers a ping.
    case ping, pong

    /// True for a control frame, which belongs to no message.
    var isControl: Bool { rawValue >= Kind.close.rawValue }
  }

  /// The maximum payload that ``append(_:_:mask:to:)`` writes in a frame, in bytes.
  public static let limit = 0xffff
  /// The maximum payload of a control frame, in bytes (§5.5).
  static let controlLimit = 125

  /// The kind.
  let kind: Kind
  /// True if no further part of the message follows.
  let isLast: Bool
  /// The range of the payload.
  let content: Range<Int>
  /// The masking key of a client's payload; nil for a server's.
  let mask: UInt32?

  /// Reads the frame at the start of `bytes`, masked if `isMasked`; returns nil if it is incomplete.
  ///
  /// - Throws: `frame`, or `size` for a payload of more than `limit` bytes.
  init?(parsing bytes: Span<UInt8>, isMasked: Bool, limit: Int) throws(WebSocketFault) {
    guard bytes.count >= 2 else { return nil }
    guard let kind = Kind(rawValue: bytes[0] & 0x0f), bytes[0] & 0x70 == 0, (bytes[1] & 0x80 != 0) == isMasked
    else { throw .frame }
    (self.kind, isLast) = (kind, bytes[0] & 0x80 != 0)
    let short = Int(bytes[1] & 0x7f)
    guard !kind.isControl || isLast && short <= Frame.controlLimit, kind != .close || short != 1 else {
      throw .frame
    }
    let width = short < 126 ? 0 : short == 126 ? 2 : 8
    guard bytes.count >= 2 + width else { return nil }
    let length = width == 0 ? UInt64(short) : Frame.number(bytes.extracting(2..<2 + width))
    guard length <= UInt64(limit) else { throw .size }
    // The length must be written in as few bytes as it needs.
    guard width == 0 || length >= (width == 2 ? 126 : 0x1_0000) else { throw .frame }
    let start = 2 + width + (isMasked ? 4 : 0)
    guard bytes.count >= start + Int(length) else { return nil }
    content = start..<start + Int(length)
    mask = isMasked ? UInt32(Frame.number(bytes.extracting(start - 4..<start))) : nil
  }

  /// Removes the client's mask from the payload in `bytes`; the frame begins at `start` (§5.3).
  func unmask(_ bytes: inout [UInt8], from start: Int) {
    if let mask { Frame.apply(mask, to: &bytes, start + content.lowerBound..<start + content.upperBound) }
  }

  /// Appends an unfragmented frame with `content` to `output`, masked with `mask`, which is nil for a server.
  public static func append(_ kind: Kind, _ content: [UInt8], mask: UInt32? = nil, to output: inout [UInt8]) {
    precondition(content.count <= limit)
    let isLong = content.count > 125
    output.append(0x80 | kind.rawValue)
    output.append((mask == nil ? 0 : 0x80) | (isLong ? 126 : UInt8(content.count)))
    if isLong {
      output.append(UInt8(content.count >> 8))
      output.append(UInt8(content.count & 0xff))
    }
    if let mask { output += (0..<4).map { UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * $0)) } }
    output += content
    if let mask { apply(mask, to: &output, output.count - content.count..<output.count) }
  }

  private static func apply(_ mask: UInt32, to bytes: inout [UInt8], _ range: Range<Int>) {
    var span = bytes.mutableSpan
    var key = mask
    for index in range {
      key = key << 8 | key >> 24
      span[index] ^= UInt8(truncatingIfNeeded: key)
    }
  }

  /// Returns the number in `bytes`, at most 8 bytes, most significant byte first.
  private static func number(_ bytes: Span<UInt8>) -> UInt64 {
    bytes.indices.reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }
}
