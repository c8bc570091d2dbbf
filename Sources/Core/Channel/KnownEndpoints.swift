import Cryptography
import Guards
import Model

/// The endpoints where the controllers of paired keys had their last sessions.
///
/// Handshakes from them have allowances of their own, for the port, the address and the IPv6 network;
/// strangers elsewhere cannot use these up. Other senders at the same address, for example behind the same
/// router, share the address's allowance but not the port's, because a port belongs to one socket at a time.
/// Neighbours in the same IPv6 network share only the network's allowance.
struct KnownEndpoints: Sendable {
  /// The relation of an address to the address of a key's last session.
  enum Nearness: Int, Comparable, Sendable {
    case elsewhere, sameNetwork, sameAddress

    static func < (left: Nearness, right: Nearness) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Entry: Sendable {
    var key: PublicKey
    var endpoint: Endpoint
    /// The token bucket that the whole IPv6 network shares, in handshakes per second.
    var ofNetwork = TokenBucket(rate: 5, burst: 5)
    /// The token bucket that all ports of the address share, in handshakes per second.
    var ofAddress = TokenBucket(rate: 5, burst: 5)
    /// The token bucket of the port alone, in handshakes per second.
    var ofPort = TokenBucket(rate: 2, burst: 4)
  }

  /// The maximum number of endpoints, one for each device that can be paired.
  ///
  /// Beyond it, the least recently used endpoint is replaced.
  static let limit = LinkTable.sessionLimit

  private var entries: [Entry] = []

  /// Records that the controller of the paired `key` has a session from `endpoint`.
  mutating func note(_ key: PublicKey, at endpoint: Endpoint) {
    var entry = Entry(key: key, endpoint: endpoint)
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entry = entries.remove(at: index)
      entry.endpoint = endpoint
    }
    if entries.count == KnownEndpoints.limit { entries.removeFirst() }
    entries.append(entry)
  }

  /// Forgets the endpoint of `key`, for example when the key is no longer paired.
  mutating func forget(_ key: PublicKey) {
    entries.removeAll { $0.key == key }
  }

  /// Returns how near `address` is to the last session of `key`.
  func nearness(of address: Address, to key: PublicKey) -> Nearness {
    guard let last = entries.first(where: { $0.key == key })?.endpoint.address else { return .elsewhere }
    return last == address ? .sameAddress : last.network == address.network ? .sameNetwork : .elsewhere
  }

  /// Counts a handshake against the first allowance with room: that of the port, of the address, or of the network.
  ///
  /// Returns false if none of them has room, or if no known endpoint is in the network of `endpoint`.
  mutating func consume(from endpoint: Endpoint, at now: Instant) -> Bool {
    for index in entries.indices where entries[index].endpoint == endpoint {
      if entries[index].ofPort.consume(at: now) { return true }
    }
    let address = endpoint.address
    for index in entries.indices where entries[index].endpoint.address == address {
      if entries[index].ofAddress.consume(at: now) { return true }
    }
    // An IPv4 address is its own network.
    guard address.network != address else { return false }
    for index in entries.indices where entries[index].endpoint.address.network == address.network {
      if entries[index].ofNetwork.consume(at: now) { return true }
    }
    return false
  }
}
