internal import Glibc
public import Model

extension Endpoint: LosslessStringConvertible {
  /// Creates the endpoint from `text` of the form `1.2.3.4:port`, `[v6]:port` or `[v6%zone]:port`.
  ///
  /// The result is nil for any other text.
  public init?(_ text: String) {
    self.init(text, defaultPort: nil)
  }

  /// Creates the endpoint from a numeric `text`.
  ///
  /// Without a port in the text, the port is `defaultPort`; if that is nil, so is the result.
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
