internal import CLinux
public import Model

extension HostAndPort {
  /// Returns the endpoints of the host, the best one first, or none for an unknown name (getaddrinfo(3)).
  ///
  /// The call blocks while it waits for the name server.
  public func resolve() -> [Endpoint] {
    let text = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    if let endpoint = Endpoint(text) { return [endpoint] }
    var found = InlineArray<8, linux_endpoint>(repeating: linux_endpoint())
    var span = found.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { found in
      unsafe linux_resolve(host, port, found.baseAddress, Int32(found.count))
    }
    return (0..<max(0, Int(count))).map { Endpoint(found[$0]) }
  }
}
