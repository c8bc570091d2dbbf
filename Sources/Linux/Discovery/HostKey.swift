internal import Wire

/// A host's public key as it is announced: 32 bytes, which this module only compares and passes on.
public struct HostKey: Hashable, Sendable {
  /// The bytes.
  public var bytes: InlineArray<32, UInt8>

  /// Creates the key with the given bytes.
  public init(_ bytes: InlineArray<32, UInt8>) {
    self.bytes = bytes
  }

  /// The value for no key, which PROBE_REPLY contains if the host has no key.
  public static let absent = HostKey(InlineArray(repeating: 0))

  /// Returns whether the two keys have the same bytes.
  public static func == (one: HostKey, two: HostKey) -> Bool {
    one.bytes.indices.allSatisfy { one.bytes[$0] == two.bytes[$0] }
  }

  /// Feeds the bytes of the key into `hasher`.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}

/// The key as text: base64url, 43 letters.
extension HostKey: LosslessStringConvertible {
  /// Creates the key that `text` encodes, or nil if `text` is not the one valid encoding of a key.
  public init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// Creates the key that the letters of `text` encode, or nil if they encode none.
  init?(_ text: ArraySlice<UInt8>) {
    guard let bytes: InlineArray<32, UInt8> = Base64URL.bytes(of: text) else { return nil }
    self.init(bytes)
  }

  /// The key in 43 letters.
  public var description: String { Base64URL.text(of: bytes.span) }
}
