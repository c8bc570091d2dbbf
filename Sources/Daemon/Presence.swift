import Bridge
import Discovery
import Model
import Platform
import Session
import Wire

/// What this host tells the LAN of itself: through Avahi, and to those who ask with PROBE.
struct Presence: ~Copyable {
  /// What changes while the host runs.
  struct Occupancy: Hashable {
    var players: UInt8
    var limit: UInt8
    /// Nobody may come in.
    var isLocked: Bool

    var state: Announcement.State { isLocked ? .locked : players >= limit ? .full : .open }
  }

  /// How old what is known of this machine's networks may get.
  private static let networkAge = Interval.seconds(5)

  /// The host's public key; nil while it has none.
  var key: HostKey? {
    didSet { told = nil }
  }

  private var advertisement: Advertisement
  private var responder = ProbeResponder()
  private let port: UInt16
  private let session: UInt64
  private let machine = Host.name
  private var name: String
  private var isDiscoverable: Bool
  private var told: Occupancy?
  private var networksEnd = Instant(nanoseconds: .min)
  private var due = Instant(nanoseconds: .min)

  /// The presence of a host that listens on UDP port `port`, and has drawn `session` at its start.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(_ settings: DaemonSettings, port: UInt16, session: UInt64) throws(SystemError) {
    advertisement = try Advertisement()
    self.port = port
    self.session = session
    name = settings.name.isEmpty ? machine : settings.name
    isDiscoverable = settings.isDiscoverable
  }

  /// Has `poller` report as `token` when ``wake()`` is to be called.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try advertisement.join(poller, token: token)
  }

  /// Notes that Avahi has something to say.
  mutating func wake() {
    due = Instant(nanoseconds: .min)
  }

  /// Follows new settings.
  mutating func follow(_ settings: DaemonSettings) {
    name = settings.name.isEmpty ? machine : settings.name
    isDiscoverable = settings.isDiscoverable
    told = nil
    wake()
    if !isDiscoverable { advertisement.withdraw() }
  }

  /// When ``show(_:at:)`` has something to do without a change.
  var nextDeadline: Instant { isDiscoverable ? due : .distantFuture }

  /// Tells the LAN that the host is `occupancy`, if that is new, and does what is due.
  mutating func show(_ occupancy: Occupancy, at now: Instant) {
    guard isDiscoverable, told != occupancy || due <= now else { return }
    if told != occupancy {
      told = occupancy
      advertisement.publish(record(occupancy), as: ServiceName(name, on: machine))
    }
    advertisement.advance(to: now)
    due = advertisement.nextDeadline
  }

  /// The answer to the question in `bytes` from `sender`; nil when it gets none.
  mutating func answer(
    _ bytes: Span<UInt8>, from sender: Endpoint, _ occupancy: Occupancy, at now: Instant
  ) -> Datagram<192>? {
    guard isDiscoverable else { return nil }
    if now >= networksEnd {
      networksEnd = now + Presence.networkAge
      responder.networks = NetworkInterface.all().map(\.network)
    }
    guard let probe = responder.question(in: bytes, from: sender, at: now) else { return nil }
    return ProbeResponder.answer(to: probe, record(occupancy))
  }

  private func record(_ occupancy: Occupancy) -> HostRecord {
    let announcement = Announcement(
      state: occupancy.state, players: occupancy.players, limit: occupancy.limit, session: session,
      name: DeviceName(name))
    return HostRecord(announcement, key: key, port: port)
  }
}

extension Executor {
  /// How full the host is; while only controllers without encryption can come, it is locked when none may.
  private var occupancy: Presence.Occupancy {
    let rules = bridge.settings.roster
    return Presence.Occupancy(
      players: UInt8(bridge.playerCount), limit: UInt8(rules.limit), isLocked: rules.plainRanges.isEmpty)
  }

  /// Tells the LAN how full the host is.
  mutating func showPresence(at now: Instant) {
    let occupancy = occupancy
    presence?.show(occupancy, at: now)
  }

  /// Answers the datagram at `index` of `network` if it asks who is there and may know; false: it is the bridge's.
  mutating func answersQuestion(
    _ index: Int, of network: borrowing DatagramSocket, at now: Instant
  ) -> Bool {
    let sender = network.withDatagram(index) { bytes, sender in
      ProbeResponder.isQuestion(bytes) ? sender : nil
    }
    guard let sender else { return false }
    let occupancy = occupancy
    let answer = network.withDatagram(index) { bytes, sender in
      presence?.answer(bytes, from: sender, occupancy, at: now) ?? nil
    }
    answer?.withBytes { _ = network.send($0, to: sender) }
    return answer != nil
  }
}
