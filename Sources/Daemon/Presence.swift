import Bridge
import Discovery
import Model
import Platform
import Session
import Wire

/// What this host tells the LAN of itself: through Avahi, and to those who ask with PROBE.
struct Presence: ~Copyable {
  /// How old what is known of this machine's networks may get.
  private static let networkAge = Interval.seconds(5)

  private var advertisement: Advertisement
  private var responder = ProbeResponder()
  private let port: UInt16
  private let key: HostKey?
  private let machine = Host.name
  private var isDiscoverable: Bool
  private var told: Announcement?
  private var networksEnd = Instant(nanoseconds: .min)
  private var due = Instant(nanoseconds: .min)

  /// The presence of a host that listens on UDP port `port`, and whose public key is `key`, if it has one.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(_ settings: DaemonSettings, port: UInt16, key: HostKey?) throws(SystemError) {
    advertisement = try Advertisement()
    self.port = port
    self.key = key
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
    isDiscoverable = settings.isDiscoverable
    told = nil
    wake()
    if !isDiscoverable { advertisement.withdraw() }
  }

  /// When ``show(_:at:)`` has something to do without a change.
  var nextDeadline: Instant { isDiscoverable ? due : .distantFuture }

  /// Tells the LAN what `announcement` says, if that is new, and does what is due.
  mutating func show(_ announcement: Announcement, at now: Instant) {
    guard isDiscoverable, told != announcement || due <= now else { return }
    if told != announcement {
      told = announcement
      advertisement.publish(record(announcement), as: ServiceName(announcement.name.text, on: machine))
    }
    advertisement.advance(to: now)
    due = advertisement.nextDeadline
  }

  /// The question in `bytes` from `sender`; nil when it gets no answer.
  mutating func question(in bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> Probe? {
    guard isDiscoverable else { return nil }
    if now >= networksEnd {
      networksEnd = now + Presence.networkAge
      responder.networks = NetworkInterface.all().map(\.network)
    }
    return responder.question(in: bytes, from: sender, at: now)
  }

  /// The answer of a host without encrypted sessions, which says `announcement`.
  func answer(to probe: Probe, _ announcement: Announcement) -> Datagram<192> {
    ProbeResponder.answer(to: probe, record(announcement))
  }

  private func record(_ announcement: Announcement) -> HostRecord {
    HostRecord(announcement, key: key, port: port)
  }
}

extension Executor {
  /// Tells the LAN how the host is, when that has changed or something else is due.
  mutating func showPresence(at now: Instant) {
    guard presenceIsStale || presence?.nextDeadline ?? .distantFuture <= now else { return }
    presenceIsStale = false
    let announcement = bridge.announcement(at: now)
    presence?.show(announcement, at: now)
  }

  /// Whether the datagram at `index` of `network` is the bridge's: all are but questions who is there, of which only those are
  /// that may be answered and have to be answered with a cookie.
  mutating func isForBridge(_ index: Int, of network: borrowing DatagramSocket, at now: Instant) -> Bool {
    let asker = network.withDatagram(index) { bytes, sender in
      ProbeResponder.isQuestion(bytes) ? sender : nil
    }
    guard let asker else { return true }
    let probe = network.withDatagram(index) { bytes, sender in
      presence?.question(in: bytes, from: sender, at: now) ?? nil
    }
    guard let probe else {
      bridge.refuse(.notAllowed, from: .network(asker))
      return false
    }
    guard bridge.lobby == nil else { return true }
    let answer = presence?.answer(to: probe, bridge.announcement(at: now))
    answer?.withBytes { _ = network.send($0, to: asker) }
    return false
  }
}
