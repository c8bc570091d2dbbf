import Bridge
import Discovery
import Guards
import Model
import Platform
import Venue
import Wire

/// The presence of this host on the LAN: through Avahi, and by answers to PROBE.
struct HostAdvertiser: ~Copyable {
  /// The greatest age of the list of this machine's networks.
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

  /// Creates the presence of a host that listens on UDP port `port`; `key` is its public key, nil without encrypted sessions.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(_ settings: DaemonSettings, port: UInt16, key: HostKey?) throws(SystemError) {
    advertisement = try Advertisement()
    self.port = port
    self.key = key
    isDiscoverable = settings.isDiscoverable
  }

  /// Adds Avahi's descriptors to `poller` under `token`, whose events call for ``wake()``.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try advertisement.join(poller, token: token)
  }

  /// Notes an event from Avahi.
  mutating func wake() {
    due = Instant(nanoseconds: .min)
  }

  /// Adopts new settings.
  mutating func follow(_ settings: DaemonSettings) {
    isDiscoverable = settings.isDiscoverable
    told = nil
    wake()
    if !isDiscoverable { advertisement.withdraw() }
  }

  /// The deadline for ``show(_:at:)`` without a change of the announcement.
  var nextDeadline: Instant { isDiscoverable ? due : .distantFuture }

  /// Publishes `announcement` on the LAN if it is new, and executes the due work with Avahi.
  mutating func show(_ announcement: Announcement, at now: Instant) {
    guard isDiscoverable, told != announcement || due <= now else { return }
    if told != announcement {
      told = announcement
      advertisement.publish(record(announcement), as: ServiceName(announcement.name.text, on: machine))
    }
    advertisement.advance(to: now)
    due = advertisement.nextDeadline
  }

  /// Returns the probe in `bytes` from `sender`; nil when it gets no answer.
  mutating func question(in bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> Probe? {
    guard isDiscoverable else { return nil }
    if now >= networksEnd {
      networksEnd = now + HostAdvertiser.networkAge
      responder.networks = NetworkInterface.all().map(\.network)
    }
    return responder.question(in: bytes, from: sender, at: now)
  }

  /// Returns the answer of a host without encrypted sessions to `probe`, with `announcement`.
  func answer(to probe: Probe, _ announcement: Announcement) -> Datagram<192> {
    ProbeResponder.answer(to: probe, record(announcement))
  }

  private func record(_ announcement: Announcement) -> HostRecord {
    HostRecord(announcement, key: key, port: port)
  }
}

extension Executor {
  /// Publishes the announcement on the LAN when it has changed or other work with Avahi is due.
  mutating func showPresence(at now: Instant) {
    guard presenceIsStale || presence?.nextDeadline ?? .distantFuture <= now else { return }
    presenceIsStale = false
    let announcement = bridge.announcement(at: now)
    presence?.show(announcement, at: now)
  }

  /// Returns whether the datagram at `index` of `network` goes to the bridge; answers or counts the other datagrams.
  ///
  /// Every datagram goes to the bridge, except probes that may not be answered, or that are answered here because the host has
  /// no encrypted sessions.
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
    guard bridge.admission == nil else { return true }
    let answer = presence?.answer(to: probe, venue.bridge.announcement(at: now))
    answer?.withBytes { _ = network.send($0, to: asker) }
    return false
  }
}
