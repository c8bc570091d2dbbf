/// A host, by name or numeric address, and a port, as `host`, `host:port`, `v6`, `[v6]` or `[v6]:port`.
public struct HostAndPort: Hashable, Sendable {
  /// The name or numeric address, without brackets; never empty.
  public var host: String
  /// The port.
  public var port: UInt16

  /// Parses `text`; the result is nil if `text` is malformed, or has no port and `defaultPort` is nil.
  public init?(_ text: String, defaultPort: UInt16? = nil) {
    let rest: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = String(text[text.index(after: text.startIndex)..<end])
      rest = text[text.index(after: end)...]
    } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
      host = String(text[..<colon])
      rest = text[colon...]
    } else {
      host = text
      rest = ""
    }
    guard !host.isEmpty, let port = HostAndPort.port(rest) ?? (rest.isEmpty ? defaultPort : nil) else {
      return nil
    }
    self.port = port
  }

  /// Returns the port in `:port`, one to five digits without a sign, or nil.
  private static func port(_ text: Substring) -> UInt16? {
    let digits = text.dropFirst()
    guard text.first == ":", digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return UInt16(digits)
  }
}
