import Cryptography
import Guards
import Model

/// The endpoints where the controllers of paired keys had their last sessions; handshakes from there have an allowance of their
/// own, which strangers elsewhere cannot use up.
///
/// Others at the same address, for example behind the same router, share the allowance of the address. They cannot use up the
/// allowance of the port, since a port belongs to one socket at a time.
struct KnownPlaces: Sendable {
  private struct Place: Sendable {
    var key: PublicKey
    var endpoint: Endpoint
    /// The token bucket that everybody at the address shares, in handshakes a second.
    var ofAddress = TokenBucket(rate: 5, burst: 5)
    /// The token bucket of the port alone, in handshakes a second.
    var ofPort = TokenBucket(rate: 2, burst: 4)
  }

  /// The most places, one for each device that can be paired; the place that was unused longest gives way.
  static let limit = LinkTable.sessionLimit

  private var places: [Place] = []

  /// Notes that the controller of the paired `key` has a session from `endpoint`.
  mutating func note(_ key: PublicKey, at endpoint: Endpoint) {
    var place = Place(key: key, endpoint: endpoint)
    if let known = places.firstIndex(where: { $0.key == key }) {
      place = places.remove(at: known)
      place.endpoint = endpoint
    }
    if places.count == KnownPlaces.limit { places.removeFirst() }
    places.append(place)
  }

  /// Forgets the place of `key`, for example when the key is no longer paired.
  mutating func forget(_ key: PublicKey) {
    places.removeAll { $0.key == key }
  }

  /// Returns whether the controller of `key` had its last session at this address (IPv6: in the same /64).
  func holds(_ key: PublicKey, at address: Address) -> Bool {
    places.contains { $0.key == key && $0.endpoint.address.network == address.network }
  }

  /// Counts a handshake against the allowance of `endpoint`; returns false if the allowance is used up.
  mutating func consume(from endpoint: Endpoint, at now: Instant) -> Bool {
    for index in places.indices where places[index].endpoint == endpoint {
      if places[index].ofPort.consume(at: now) { return true }
    }
    let network = endpoint.address.network
    for index in places.indices where places[index].endpoint.address.network == network {
      if places[index].ofAddress.consume(at: now) { return true }
    }
    return false
  }
}
