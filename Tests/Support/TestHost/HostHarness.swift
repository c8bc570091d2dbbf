public import Bridge
public import Buzzer
public import Cryptography
public import Engine
public import Impairment
public import Model
public import Motion
public import Room
import TestSupport
public import Wire

/// A host in a test, with its own clock: an engine, driven as the daemon drives it, and a record of its outputs.
public struct HostHarness {
  /// The sender of bytes.
  public enum Sender {
    /// A controller on the network.
    case network(Endpoint)
    /// A program or a gateway at this connection of the local socket.
    case local(UInt32)
  }

  /// A datagram that the host has sent.
  public struct Sent {
    /// The time.
    public let at: Instant
    /// The controller that gets the datagram.
    public let peer: PeerID
    /// The bytes of the datagram.
    public let datagram: Datagram<512>
  }

  /// The decisions.
  public var engine: HostEngine
  /// The time.
  public var now = Instant(nanoseconds: 1_000_000_000_000)
  /// The host's random numbers.
  public var random: Random
  /// The keys of a host with encrypted sessions.
  public let keys: KeyPair
  /// The address of controllers without encryption.
  public static let home = Address(v4: 0x7f00_0001)

  /// The numbers of the requested identities, one for each requested pad.
  public private(set) var requests: [UInt8] = []
  /// The verdict on described sticks; nil if the host gives none, like a host that is too old to know
  /// described sticks.
  public var verdict: StickVerdict? = .made
  /// The reports for the pads, oldest first.
  public var reports: [(at: Instant, slot: PlayerSlot, report: PadReport)] = []
  /// The states that the devices of described sticks had to show, with their times.
  public private(set) var sticks: [(at: Instant, slot: PlayerSlot, report: StickReport)] = []
  /// The players for whom a pad was requested, oldest first.
  public var attached: [PlayerSlot] = []
  /// The players who have left for good, oldest first.
  public var detached: [PlayerSlot] = []
  /// The abilities of controllers with the forces of a wheel, one entry for each change.
  public var abilities: [ForceAbilities] = []
  /// The datagrams of the host, oldest first.
  public var sent: [Sent] = []
  /// The news for the user.
  public var news: [Admission.News] = []
  /// The messages of the players' programs.
  public var messages: [PlayerMessage] = []
  /// The notices to gateways.
  public var notices: [SeatNotice] = []
  /// The answers to orders.
  public var answers: [LocalAnswer] = []
  /// The presses and releases of the winners' keys.
  public var pressed: [(slot: PlayerSlot, isPress: Bool)] = []
  /// The players of accepted packets, if the engine traces them.
  public var traced: [PlayerSlot] = []
  /// The number of times that the stage has changed for watchers.
  public var stages = 0
  /// The changes that the store has not answered yet; only if ``keepsAtOnce`` is false.
  public var unkept: [HostEngine.Ticket] = []
  /// True if the store answers immediately.
  public var keepsAtOnce = true
  /// A closure that sees each output after it was recorded.
  public var observe: ((HostEngine.Output) -> Void)?

  /// Creates a host with these settings.
  ///
  /// With `isClosed` it has no keys, and so no encrypted sessions. `kept` is the stored quiz, or nil if the
  /// host has no store.
  public init(
    settings: Bridge.Settings, mode: Mode = .play, isClosed: Bool = false,
    devices: [Admission.Device] = [], kept: KeptQuiz? = nil, apps: [any App]? = nil, seed: UInt64 = 7
  ) {
    random = Random(seed: seed)
    keys = KeyPair(from: &random)
    let limit = UInt8(settings.roster.limit)
    engine = HostEngine(
      settings: HostEngine.Settings(bridge: settings, room: Room.Settings(mode: mode)),
      greeting: Announcement(limit: limit, session: 77, name: DeviceName("Den")),
      keys: isClosed ? nil : keys, devices: devices, kept: kept, apps: apps)
  }

  /// Creates a host with encrypted sessions, whose pads show input without a filter.
  public init(_ policy: AdmissionPolicy, limit: Int = 4, confirms: Bool = false) {
    var settings = Bridge.Settings.raw(limit: limit)
    settings.admission = Admission.Settings(policy: policy, allowsConfirmation: confirms)
    self.init(settings: settings)
  }

  /// Creates a host without encryption for controllers at ``home``, whose pads show input without a filter.
  public static func plain(
    limit: Int = 4, profile: Profile = .raw, mode: Mode = .play, apps: [any App]? = nil,
    configure: (inout Bridge.Settings) -> Void = { _ in }
  ) -> HostHarness {
    var settings = Bridge.Settings.raw(limit: limit)
    settings.roster.plainRanges = [AddressRange(base: home, length: 8)].compactMap { $0 }
    settings.input.profile = profile
    configure(&settings)
    return HostHarness(settings: settings, mode: mode, isClosed: true, apps: apps)
  }

  /// Returns a controller at ``home``.
  public static func origin(_ port: UInt16 = 5_000) -> Sender {
    .network(Endpoint(address: home, port: port))
  }

  /// Delivers bytes to the host, and carries out its outputs; returns the reason if the host dropped the bytes.
  @discardableResult
  public mutating func deliver(_ bytes: [UInt8], from sender: Sender) -> Drop? {
    guard !bytes.isEmpty else { return nil }
    let before = engine.drops
    bytes.withCopy { hand(&$0, from: sender) }
    drain()
    let after = engine.drops
    return Drop.allCases.first { after[$0] > before[$0] }
  }

  /// Delivers bytes from the network to the host, and carries out its outputs; returns the reason if they were dropped.
  @discardableResult
  public mutating func deliver(_ bytes: [UInt8], from endpoint: Endpoint) -> Drop? {
    deliver(bytes, from: .network(endpoint))
  }

  /// Delivers a datagram to the host, and carries out its outputs; returns the reason if the host dropped it.
  @discardableResult
  public mutating func receive<let capacity: Int>(
    _ datagram: Datagram<capacity>, from sender: Sender = HostHarness.origin()
  ) -> Drop? {
    deliver(datagram.array, from: sender)
  }

  private mutating func hand(_ bytes: inout MutableSpan<UInt8>, from sender: Sender) {
    switch sender {
    case .network(let endpoint):
      engine.receive(&bytes, from: .network(endpoint), at: now, random: &random)
    case .local(let connection):
      do throws(Drop) {
        let message = try LocalPacket(parsing: bytes.span)
        guard case .frames(let header) = message else {
          return engine.apply(message, in: bytes.span, from: connection, at: now, random: &random)
        }
        engine.receive(&bytes, from: .gateway(header, connection: connection), at: now, random: &random)
      } catch {
        engine.apply(.refuse(error, from: nil), at: now)
      }
    }
  }

  /// Lets time pass, and does each piece of work at its deadline.
  public mutating func pass(_ interval: Interval) {
    let end = now + interval
    while engine.nextDeadline <= end {
      now = max(now, engine.nextDeadline)
      drain()
    }
    now = end
    drain()
  }

  /// Does all work whose deadline has come.
  public mutating func drain() {
    while let output = engine.next(at: now) {
      record(output)
      observe?(output)
    }
  }

  private mutating func record(_ output: HostEngine.Output) {
    switch output {
    case .report(let slot, let report, _): reports.append((now, slot, report))
    case .attach(let slot, _, let request):
      requests.append(request)
      if request == IdentityRequest.described, let verdict { engine.apply(.judge(slot, verdict), at: now) }
      // The new pad replaces the player's former pad.
      if attached.contains(slot), !detached.contains(slot) {
        engine.apply(.replug(slot), at: now)
      }
      attached.append(slot)
    case .force(_, let abilities): self.abilities.append(abilities)
    case .detach(let slot): detached.append(slot)
    case .stick(let slot, _):
      if let report = engine.stickReport(of: slot) { sticks.append((now, slot, report)) }
    case .send(let peer):
      var datagram = Datagram<512>()
      engine.withOutgoing { datagram.append(contentsOf: $0) }
      sent.append(Sent(at: now, peer: peer, datagram: datagram))
    case .news(let news): self.news.append(news)
    case .message(let message): messages.append(message)
    case .seat(let notice, _): notices.append(notice)
    case .key(let slot, let isPress): pressed.append((slot, isPress))
    case .stage: stages += 1
    case .keep(_, let ticket):
      if keepsAtOnce { engine.kept(ticket, at: now) } else { unkept.append(ticket) }
    case .trace(let slot, _): traced.append(slot)
    case .storeIsLate, .verdict, .peer, .delivery: break
    case .answer(let answer, _): answers.append(answer)
    }
  }

  /// Returns the state that the pad of player `number` shows.
  public func shown(_ number: Int = 1) -> PadReport {
    reports.last { $0.slot.number == number }?.report ?? .neutral
  }
}

extension Bridge.Settings {
  /// Returns the settings of a host for `limit` players whose pads show input immediately and without a filter.
  public static func raw(limit: Int) -> Bridge.Settings {
    var settings = Bridge.Settings()
    settings.roster.limit = limit
    settings.input.profile = .raw
    settings.input.settling = .zero
    settings.input.pressHold = nil
    return settings
  }
}
