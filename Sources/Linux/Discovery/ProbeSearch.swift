import Guards
import Model
import Platform
import Wire

/// The search without DNS-SD, for networks that block multicast.
///
/// It decides which addresses to ask, when to ask them, and which answers count. The value has no clock or socket.
struct ProbeSearch: Sendable {
  /// The times between rounds, starting after the first round; the last value repeats.
  private static let gaps: [Interval] = [.seconds(1), .seconds(2), .seconds(5)]
  /// The maximum number of answers that are read per second, and in a burst.
  ///
  /// A network of players gives about ten answers a round.
  private static let answers: (rate: Int64, burst: Int64) = (100, 200)
  /// The maximum number of addresses that are asked: more than a user enters, and more than a machine has networks.
  private static let receiverLimit = 64

  private let unicast: [Endpoint]
  private let port: UInt16
  private var round = 0
  /// The nonces of this round and of the previous one.
  private var nonces: [UInt64] = []
  private var limit = TokenBucket(rate: answers.rate, burst: answers.burst)

  /// The time at which the next round begins.
  private(set) var nextDeadline: Instant

  /// Creates a search that begins at `start` and asks all hosts on UDP port `port`, and the addresses `unicast`.
  init(from start: Instant, port: UInt16, unicast: [Endpoint]) {
    nextDeadline = start
    self.port = port
    self.unicast = unicast
  }

  /// Begins a round if it is due; returns the question and the endpoints to send it to, or nil.
  mutating func begin(
    at now: Instant, nonce: UInt64, on interfaces: [NetworkInterface]
  ) -> (Probe, [Endpoint])? {
    guard now >= nextDeadline else { return nil }
    nextDeadline = now + ProbeSearch.gaps[min(round, ProbeSearch.gaps.count - 1)]
    round += 1
    nonces = [nonce] + nonces.prefix(1)
    return (Probe(nonce: nonce), receivers(on: interfaces))
  }

  /// Returns each endpoint once: the given ones, the broadcast address of all hosts, and those of all networks.
  private func receivers(on interfaces: [NetworkInterface]) -> [Endpoint] {
    let broadcasts = [Address(v4: .max)] + interfaces.compactMap(\.broadcast)
    var receivers: [Endpoint] = []
    for endpoint in unicast + broadcasts.map({ Endpoint(address: $0, port: port) })
    where !receivers.contains(endpoint) && receivers.count < ProbeSearch.receiverLimit {
      receivers.append(endpoint)
    }
    return receivers
  }

  /// Returns the host's record in `bytes` from `sender`.
  ///
  /// The result is nil if `bytes` are no answer to one of the last two questions, or if they come too fast.
  mutating func accept(_ bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> HostRecord? {
    guard limit.consume(at: now), let reply = try? ProbeReply(parsing: bytes), nonces.contains(reply.nonce),
      reply.announcement.limit >= 1,
      max(reply.announcement.players, reply.announcement.limit) <= PlayerSlot.limit
    else { return nil }
    let key = HostKey(reply.key)
    return HostRecord(reply.announcement, key: key == .absent ? nil : key, port: sender.port)
  }
}
