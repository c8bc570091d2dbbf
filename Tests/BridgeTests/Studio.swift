import Bridge
import Buzzer
import Channel
import Cryptography
import Model
import Motion
import Session
import Testing
import TiltpadClient
import Wire

/// A host and controllers whose clocks differ, with a link each way for each: everything that a quiz needs, and a time that goes
/// on a fifth of a millisecond at a time.
final class Studio {
  /// A controller: its clock shows `offset` + (1 + `drift`) × the host's.
  struct Contestant {
    var session: ControllerSession
    let endpoint: Endpoint
    let offset: Interval
    let drift: Double
    var up: ImpairedLink
    var down: ImpairedLink
    var rounds: [Round] = []
    /// When it presses, by the host's clock.
    var pressAt: Instant?
    var releaseAt: Instant?
    /// Whether its packets get through.
    var isThere = true
  }

  static let tick = Interval.microseconds(200)

  var bridge: Bridge
  var now = Instant(nanoseconds: 1_000_000_000_000)
  var contestants: [Contestant] = []
  var reports: [(slot: PlayerSlot, report: PadReport)] = []
  private var random = Random(seed: 5)

  /// A host whose players come over a link with `faults`, each with its own luck.
  init(_ count: Int, faults: (Int) -> ImpairedLink.Faults = { _ in .init() }, seed: UInt64 = 1) {
    random = Random(seed: seed)
    let keys = KeyPair(from: &random)
    var settings = Bridge.Settings()
    settings.roster.limit = 16
    settings.input.settling = .zero
    settings.quiz.isAutomatic = false
    var devices: [Lobby.Device] = []
    for index in 0..<count {
      let (own, secret) = (KeyPair(from: &random), Secret(from: &random))
      let name = DeviceName("Phone \(index + 1)")
      devices.append(Lobby.Device(key: own.publicKey, name: name, role: .gamepad, preShared: secret))
      let introduction = Introduction(
        epoch: 0, capabilities: .tilt, deviceClass: .phone, sampleRate: 60, name: name)
      contestants.append(
        Contestant(
          session: ControllerSession(
            keys: own, host: keys.publicKey, pairing: .known(secret), introduction: introduction),
          endpoint: Endpoint(address: Address(v4: 0x0a00_0001 + UInt32(index)), port: 4_000),
          offset: .milliseconds(Int64(index) * 977 - 2_500), drift: Double(index % 5 - 2) * 20e-6,
          up: ImpairedLink(faults(index), seed: seed &* 100 &+ UInt64(2 * index)),
          down: ImpairedLink(faults(index), seed: seed &* 100 &+ UInt64(2 * index + 1))))
    }
    bridge = Bridge(
      settings: settings, greeting: Announcement(limit: 16, session: 9, name: DeviceName("Studio")),
      keys: keys, devices: devices)
  }

  /// Does what the host of the quiz wants; whether it made sense.
  @discardableResult
  func obey(_ order: Quiz.Order) -> Bool { bridge.obey(order, at: now) }

  /// What the clock of contestant `index` shows at `now`.
  func clock(_ index: Int) -> Instant {
    let drift = Double(now.nanoseconds - 1_000_000_000_000) * contestants[index].drift
    return now + contestants[index].offset + Interval(nanoseconds: Int64(drift))
  }

  /// Lets all come in, and their clocks be asked for `seconds`.
  func gather(for seconds: Int64 = 3) {
    for index in contestants.indices { contestants[index].session.connect(at: clock(index), random: &random) }
    run(.seconds(seconds))
  }

  /// Lets `length` go by.
  func run(_ length: Interval) {
    let end = now + length
    while now < end {
      now = now + Studio.tick
      for index in contestants.indices { step(index) }
      drain()
    }
  }

  /// Lets time go by until `condition` holds, `limit` at most; whether it does.
  func run(atMost limit: Interval, until condition: (Studio) -> Bool) -> Bool {
    let end = now + limit
    while !condition(self) && now < end { run(Studio.tick) }
    return condition(self)
  }

  /// Contestant `index` presses so long from now, and lets go 80 ms later.
  func press(_ index: Int, in delay: Interval) {
    contestants[index].pressAt = now + delay
    contestants[index].releaseAt = now + delay + .milliseconds(80)
  }

  /// Where contestant `index` sits.
  func slot(_ index: Int) -> PlayerSlot? {
    guard case .connected(let slot) = contestants[index].session.state else { return nil }
    return slot
  }

  private func step(_ index: Int) {
    let time = clock(index)
    var buttons: Buttons?
    if let press = contestants[index].pressAt, press <= now {
      (buttons, contestants[index].pressAt) = (Buttons(.b), nil)
    } else if let release = contestants[index].releaseAt, release <= now, contestants[index].pressAt == nil {
      (buttons, contestants[index].releaseAt) = ([], nil)
    }
    if let buttons { contestants[index].session.hold(buttons, at: time) }
    while let datagram = contestants[index].session.nextDatagram(at: time, random: &random) {
      if contestants[index].isThere { contestants[index].up.submit(datagram, at: now) }
    }
    while let datagram = contestants[index].up.receive(at: now) { hand(datagram, of: index) }
    while let datagram = contestants[index].down.receive(at: now) { deliver(datagram, to: index) }
    while let event = contestants[index].session.nextEvent() {
      if case .round(let round) = event { contestants[index].rounds.append(round) }
    }
  }

  private func hand(_ datagram: Datagram<512>, of index: Int) {
    var bytes = datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    var span = bytes.mutableSpan
    execute(bridge.receive(&span, from: contestants[index].endpoint, at: now, random: &random))
    drain()
  }

  private func deliver(_ datagram: Datagram<512>, to index: Int) {
    var bytes = datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    var span = bytes.mutableSpan
    let time = clock(index)
    contestants[index].session.receive(&span, at: time, random: &random)
  }

  private func drain() {
    while let outcome = bridge.advance(to: now) { execute(outcome) }
  }

  private func execute(_ outcome: Bridge.Outcome) {
    switch outcome {
    case .report(let slot, let report): reports.append((slot, report))
    case .send(.network(let endpoint)):
      guard let index = contestants.firstIndex(where: { $0.endpoint == endpoint }) else { return }
      var copy = Datagram<512>()
      bridge.withOutgoing { copy.append(contentsOf: $0) }
      if contestants[index].isThere { contestants[index].down.submit(copy, at: now) }
    default: break
    }
  }
}
