internal import Wire

/// A host's public key, as it is announced: 32 bytes that are only compared and handed on here.
public struct HostKey: Hashable, Sendable {
  /// The bytes.
  public var bytes: InlineArray<32, UInt8>

  /// The key of these bytes.
  public init(_ bytes: InlineArray<32, UInt8>) {
    self.bytes = bytes
  }

  /// No key: what a host without one sends in PROBE_REPLY.
  public static let absent = HostKey(InlineArray(repeating: 0))

  /// Whether the bytes are the same.
  public static func == (one: HostKey, two: HostKey) -> Bool {
    one.bytes.indices.allSatisfy { one.bytes[$0] == two.bytes[$0] }
  }

  /// Adds the bytes.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}

/// base64url, 43 letters.
extension HostKey: LosslessStringConvertible {
  /// The key that `text` writes; nil unless it is written in the one way that there is.
  public init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// The key that the letters `text` write.
  init?(_ text: ArraySlice<UInt8>) {
    guard let bytes: InlineArray<32, UInt8> = Base64URL.bytes(of: text) else { return nil }
    self.init(bytes)
  }

  /// The key in 43 letters.
  public var description: String { Base64URL.text(of: bytes.span) }
}
