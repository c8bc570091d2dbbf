internal import Glibc
public import Model

extension Address: LosslessStringConvertible {
  /// Creates the address that `text` writes in numbers, IPv4 or IPv6 without brackets (inet_pton(3)), or nil.
  public init?(_ text: String) {
    // inet_pton(3) would ignore everything after a zero byte.
    guard !text.utf8.contains(0) else { return nil }
    var v4 = in_addr()
    if unsafe inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4: UInt32(bigEndian: v4.s_addr))
      return
    }
    var words = InlineArray<2, UInt64>(repeating: 0)
    var span = words.mutableSpan
    let result = unsafe span.withUnsafeMutableBytes { unsafe inet_pton(AF_INET6, text, $0.baseAddress) }
    guard result == 1 else { return nil }
    self.init(high: UInt64(bigEndian: words[0]), low: UInt64(bigEndian: words[1]))
  }

  /// The numeric text of the address; IPv4-mapped addresses are written as IPv4 (inet_ntop(3)).
  public var description: String {
    if let v4 {
      return "\(v4 >> 24).\(v4 >> 16 & 255).\(v4 >> 8 & 255).\(v4 & 255)"
    }
    var words: InlineArray<2, UInt64> = [high.bigEndian, low.bigEndian]
    var span = words.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
        let result = unsafe inet_ntop(
          AF_INET6, bytes.baseAddress, text.baseAddress, socklen_t(text.count))
        return unsafe result.map { unsafe String(cString: $0) } ?? "::"
      }
    }
  }
}

extension Address {
  /// The address as it is written in a URL: IPv6 in brackets (RFC 3986 §3.2.2).
  public var inURL: String { v4 == nil ? "[\(description)]" : description }
}

extension Endpoint: LosslessStringConvertible {
  /// Creates the endpoint that `text` writes as `1.2.3.4:port`, `[v6]:port` or `[v6%zone]:port`, or nil.
  public init?(_ text: String) {
    self.init(text, defaultPort: nil)
  }

  /// Creates the endpoint that `text` writes in numbers; a text without a port takes `defaultPort`, or gives nil if
  /// that is nil.
  public init?(_ text: String, defaultPort: UInt16?) {
    guard let parts = HostAndPort(text, defaultPort: defaultPort) else { return nil }
    let pieces = parts.host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = pieces.first, let address = Address(String(number)) else { return nil }
    self.init(address: address, port: parts.port)
    guard pieces.count == 2 else { return }
    let zone = String(pieces[1])
    scope = unsafe UInt32(zone) ?? if_nametoindex(zone)
    guard scope != 0, address.v4 == nil else { return nil }
  }

  /// The numeric text of the endpoint, as ``init(_:)`` reads it.
  public var description: String {
    guard address.v4 == nil else { return "\(address):\(port)" }
    return scope == 0 ? "[\(address)]:\(port)" : "[\(address)%\(scope)]:\(port)"
  }
}
