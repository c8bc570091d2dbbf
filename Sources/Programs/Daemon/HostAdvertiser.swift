import Discovery
import Engine
import Guards
import Model
import Platform
import Wire

/// The presence of this host on the LAN, through Avahi and through answers to PROBE.
struct HostAdvertiser: ~Copyable {
  /// The maximum age of the list of this machine's networks.
  private static let networkAge = Interval.seconds(5)

  /// True if the announcement on the LAN may be outdated.
  var isStale = true
  /// The host's entry with Avahi; nil without a UDP port, since nobody could reach the host.
  private var advertisement: Advertisement?
  private var responder = ProbeResponder()
  private let port: UInt16
  private let key: HostKey?
  private let machine = Host.name
  private var isDiscoverable: Bool
  private var told: Announcement?
  private var networksEnd = Instant(nanoseconds: .min)
  private var due = Instant(nanoseconds: .min)

  /// Creates the presence of a host without a UDP port, which nobody can find.
  init() {
    (port, key, isDiscoverable) = (0, nil, false)
    advertisement = nil
  }

  /// Creates the presence of a host that listens on UDP port `port`.
  ///
  /// `key` is its public key, nil without encrypted sessions.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(_ settings: DaemonSettings, port: UInt16, key: HostKey?) throws(SystemError) {
    advertisement = try Advertisement()
    self.port = port
    self.key = key
    isDiscoverable = settings.isDiscoverable
  }

  /// Adds Avahi's descriptors to `poller` with `token`; each of their events requires a call of ``wake()``.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try advertisement?.join(poller, token: token)
  }

  /// Records an event from Avahi.
  mutating func wake() {
    due = Instant(nanoseconds: .min)
  }

  /// Adopts new settings.
  mutating func follow(_ settings: DaemonSettings) {
    isDiscoverable = settings.isDiscoverable && advertisement != nil
    told = nil
    isStale = true
    wake()
    if !isDiscoverable { advertisement?.withdraw() }
  }

  /// The time at which ``show(_:at:)`` is due even if the announcement has not changed.
  var nextDeadline: Instant { isDiscoverable ? due : .distantFuture }

  /// Publishes the announcement of `engine` on the LAN if it has changed, and does the due work with Avahi.
  mutating func show(_ engine: inout HostEngine, at now: Instant) {
    guard isStale || nextDeadline <= now else { return }
    isStale = false
    let announcement = engine.announcement(at: now)
    guard isDiscoverable, told != announcement || due <= now else { return }
    if told != announcement {
      told = announcement
      let (record, name) = (record(announcement), ServiceName(announcement.name.text, on: machine))
      advertisement?.publish(record, as: name)
    }
    advertisement?.advance(to: now)
    due = advertisement?.nextDeadline ?? .distantFuture
  }

  /// Returns whether the datagram at `index` of `network` is for `engine`; answers or counts it otherwise.
  ///
  /// All datagrams are for the engine, except probes that get no answer, and probes that are answered here because
  /// the host has no encrypted sessions.
  mutating func isForEngine(
    _ index: Int, of network: borrowing DatagramSocket, in engine: inout HostEngine, at now: Instant
  ) -> Bool {
    // Every packet passes through here, and the first byte decides most of them.
    guard ProbeResponder.isQuestion(beginningWith: network.firstByte(ofDatagram: index)) else { return true }
    let (probe, asker) = network.withDatagram(index) { bytes, sender in
      (question(in: bytes, from: sender, at: now), sender)
    }
    guard let probe else {
      engine.apply(.refuse(.notAllowed, from: asker), at: now)
      return false
    }
    guard !engine.hasSessions else { return true }
    let answer = answer(to: probe, engine.announcement(at: now))
    answer.withBytes { _ = network.send($0, to: asker) }
    return false
  }

  /// Returns the probe in `bytes` from `sender`; nil if it should not be answered.
  mutating func question(in bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> Probe? {
    guard isDiscoverable else { return nil }
    if now >= networksEnd {
      networksEnd = now + HostAdvertiser.networkAge
      responder.networks = NetworkInterface.all().map(\.network)
    }
    return responder.question(in: bytes, from: sender, at: now)
  }

  /// Returns the answer to `probe`, with `announcement`, of a host without encrypted sessions.
  func answer(to probe: Probe, _ announcement: Announcement) -> Datagram<192> {
    ProbeResponder.answer(to: probe, record(announcement))
  }

  private func record(_ announcement: Announcement) -> HostRecord {
    HostRecord(announcement, key: key, port: port)
  }
}
