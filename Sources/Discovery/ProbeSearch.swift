import Model
import Platform
import Session
import Wire

/// The search without DNS-SD, for networks that let no multicast through: who to ask, when, and which answers count.
///
/// A value that only decides.
struct ProbeSearch: Sendable {
  /// From one round to the next, from the first on; the last one is repeated.
  private static let gaps: [Interval] = [.seconds(1), .seconds(2), .seconds(5)]
  /// Answers that are looked at, per second and at once; a network of players gives some ten a round.
  private static let answers: (rate: Int64, burst: Int64) = (100, 200)
  /// More addresses than a person types or a machine has networks.
  private static let receiverLimit = 64

  private let unicast: [Endpoint]
  private let port: UInt16
  private var round = 0
  /// The numbers of this round and of the one before.
  private var nonces: [UInt64] = []
  private var limit = TokenBucket(rate: answers.rate, burst: answers.burst)

  /// When the next round begins.
  private(set) var nextDeadline: Instant

  /// A search that begins at `start`, asks everybody at UDP port `port`, and the addresses `unicast` too.
  init(from start: Instant, port: UInt16, unicast: [Endpoint]) {
    nextDeadline = start
    self.port = port
    self.unicast = unicast
  }

  /// Begins a round if it is time: the question, and where it goes.
  mutating func begin(
    at now: Instant, nonce: UInt64, on interfaces: [NetworkInterface]
  ) -> (Probe, [Endpoint])? {
    guard now >= nextDeadline else { return nil }
    nextDeadline = now + ProbeSearch.gaps[min(round, ProbeSearch.gaps.count - 1)]
    round += 1
    nonces = [nonce] + nonces.prefix(1)
    return (Probe(nonce: nonce), receivers(on: interfaces))
  }

  /// Every address once: everybody, the broadcast addresses of all networks, and those that were given.
  private func receivers(on interfaces: [NetworkInterface]) -> [Endpoint] {
    let broadcasts = [Address(v4: .max)] + interfaces.compactMap(\.broadcast)
    var receivers: [Endpoint] = []
    for endpoint in unicast + broadcasts.map({ Endpoint(address: $0, port: port) })
    where !receivers.contains(endpoint) && receivers.count < ProbeSearch.receiverLimit {
      receivers.append(endpoint)
    }
    return receivers
  }

  /// What `bytes` from `sender` tell of a host; nil when they are no answer to a question of ours.
  mutating func accept(_ bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> HostRecord? {
    guard limit.take(at: now), let reply = try? ProbeReply(parsing: bytes), nonces.contains(reply.nonce),
      reply.announcement.limit >= 1,
      max(reply.announcement.players, reply.announcement.limit) <= PlayerSlot.limit
    else { return nil }
    let key = HostKey(reply.key)
    return HostRecord(reply.announcement, key: key == .absent ? nil : key, port: sender.port)
  }
}
