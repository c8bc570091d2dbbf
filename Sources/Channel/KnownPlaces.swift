import Cryptography
import Model
import Session

/// Where the controllers of paired keys had their sessions last: handshakes from there have an allowance of their own,
/// which strangers elsewhere cannot use up.
///
/// Others at the same address, as behind one router, share what is the address's. They cannot use up what is the port's:
/// it belongs to one socket at a time.
struct KnownPlaces: Sendable {
  private struct Place: Sendable {
    var key: PublicKey
    var endpoint: Endpoint
    /// What everybody at the address has, in handshakes a second.
    var ofAddress = TokenBucket(rate: 5, burst: 5)
    /// What the very port has besides.
    var ofPort = TokenBucket(rate: 2, burst: 4)
  }

  /// One place for each device that can be paired; the one unused for longest gives way.
  static let limit = LinkTable.sessionLimit

  private var places: [Place] = []

  /// The controller of `key`, which is paired, has a session from `endpoint`.
  mutating func note(_ key: PublicKey, at endpoint: Endpoint) {
    var place = Place(key: key, endpoint: endpoint)
    if let known = places.firstIndex(where: { $0.key == key }) {
      place = places.remove(at: known)
      place.endpoint = endpoint
    }
    if places.count == KnownPlaces.limit { places.removeFirst() }
    places.append(place)
  }

  /// Forgets where the controller of `key` was, as when it is no longer paired.
  mutating func forget(_ key: PublicKey) {
    places.removeAll { $0.key == key }
  }

  /// Whether the controller of `key` had its session at this address.
  func holds(_ key: PublicKey, at address: Address) -> Bool {
    places.contains { $0.key == key && $0.endpoint.address.network == address.network }
  }

  /// Takes a handshake of the allowance of `endpoint`, if it has one.
  mutating func take(from endpoint: Endpoint, at now: Instant) -> Bool {
    for index in places.indices where places[index].endpoint == endpoint {
      if places[index].ofPort.take(at: now) { return true }
    }
    let network = endpoint.address.network
    for index in places.indices where places[index].endpoint.address.network == network {
      if places[index].ofAddress.take(at: now) { return true }
    }
    return false
  }
}
