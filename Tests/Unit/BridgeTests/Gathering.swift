import Bridge
import Buzzer
import Cryptography
import Engine
import Impairment
import Model
import Room
import TestHost
import TestSupport
import TiltpadClient
import Wire

/// A host and its players, with a link in each direction for each player, and a clock that only the test advances.
struct Gathering {
  /// A player: a controller with an encrypted session, and the events that it received.
  struct Seat {
    var session: ControllerSession
    var up: ImpairedLink
    var down: ImpairedLink
    var endpoint: Endpoint
    /// True if all packets from the player, or all packets to it, are lost.
    var isMute = false
    var isDeaf = false
    /// The offset of the player's clock from the host's, and its drift in ppm.
    var ahead = Interval.zero
    var drift = 0.0
    var messages: [ReceivedMessage] = []
    var states: [ConnectionState] = []
    var modes: [Mode] = []
    var rounds: [Round] = []
    var verdicts: [StickVerdict?] = []
    /// The buttons to hold, in order, each from a time on the host's clock onwards.
    var moves: [(at: Instant, buttons: Buttons)] = []

    /// The player's slot; nil while it has none.
    var slot: PlayerSlot? {
      if case .connected(let slot) = session.state { slot } else { nil }
    }

    /// Returns the time on the player's clock when the host's clock shows `now`.
    func time(at now: Instant) -> Instant {
      let since = Double(now.nanoseconds - Gathering.start.nanoseconds)
      return now + ahead + Interval(nanoseconds: Int64(since * drift / 1e6))
    }

    /// Returns the next deadline of the session, on the host's clock.
    func deadline(at now: Instant) -> Instant {
      let own = time(at: now)
      let due = session.nextDeadline(at: own)
      guard due != .distantFuture else { return due }
      return due <= own ? now : now + (due - own)
    }
  }

  static let start = Instant(nanoseconds: 1_000_000_000_000)

  var host: HostHarness
  var seats: [Seat] = []
  /// The size of the longest datagram that the host has sent, in bytes.
  var longest = 0

  /// Creates a host with `count` known controllers, over links with `faults`.
  init(
    _ count: Int = 1, _ faults: ImpairedLink.Faults = .init(), seed: UInt64 = 1, kept: KeptQuiz? = nil,
    apps: [any App]? = nil, identities: Set<UInt8> = [], capabilities: Introduction.Capabilities = .tilt,
    role: Introduction.Role = .gamepad
  ) {
    var random = Random(seed: seed)
    let keys = KeyPair(from: &random)
    var devices: [Admission.Device] = []
    for index in 0..<count {
      let (own, secret) = (KeyPair(from: &random), Secret(from: &random))
      let name = DeviceName("Phone \(index + 1)")
      devices.append(Admission.Device(key: own.publicKey, name: name, role: role, preShared: secret))
      let introduction = Introduction(
        epoch: 0, capabilities: capabilities, deviceClass: .phone, role: role, sampleRate: 100, name: name)
      let place = UInt64(index) + 1
      seats.append(
        Seat(
          session: ControllerSession(
            keys: own, host: keys.publicKey, pairing: .known(secret), introduction: introduction),
          up: ImpairedLink(faults, seed: seed &+ 2 &* place),
          down: ImpairedLink(faults, seed: seed &+ 2 &* place &+ 1),
          endpoint: Endpoint(address: Address(v4: 0x0a00_0000 | UInt32(place)), port: 4_000)))
    }
    var settings = Bridge.Settings()
    settings.roster.limit = max(1, count)
    settings.identities = identities
    host = HostHarness(settings: settings, devices: devices, kept: kept, apps: apps, seed: seed)
    host.random = random
  }

  /// The time, which starts at ``start``.
  var now: Instant {
    get { host.now }
    set { host.now = newValue }
  }

  var bridge: Bridge {
    _read { yield host.bridge }
    _modify { yield &host.bridge }
  }

  var room: Room {
    _read { yield host.room }
    _modify { yield &host.room }
  }

  /// The messages of the players' programs that the host has accepted.
  var heard: [PlayerMessage] { host.messages }

  /// Connects all players, one after the other, and waits until every one plays.
  mutating func play() {
    for index in seats.indices {
      seats[index].session.connect(at: seats[index].time(at: now), random: &host.random)
      _ = run(atMost: .seconds(20)) { $0.seats[index].slot != nil }
    }
  }

  /// Lets `length` pass, and calls `act` before each step.
  mutating func run(_ length: Interval, _ act: (inout Gathering) -> Void = { _ in }) {
    let end = now + length
    while now < end {
      act(&self)
      step(atMost: end)
    }
  }

  /// Lets time pass until `condition` holds, for at most `limit`; returns the time taken.
  ///
  /// Calls `act` before each step.
  mutating func run(
    atMost limit: Interval, until condition: (Gathering) -> Bool,
    acting act: (inout Gathering) -> Void = { _ in }
  ) -> Interval {
    let start = now
    while !condition(self) && now - start < limit {
      act(&self)
      step(atMost: start + limit)
    }
    return now - start
  }

  /// Advances the time to the next event, by 0.1 ms to 5 ms, but not beyond `limit`.
  private mutating func step(atMost limit: Instant) {
    var next = min(host.engine.nextDeadline, now + .milliseconds(5))
    for seat in seats {
      next = min(next, seat.deadline(at: now), seat.moves.first?.at ?? next)
      next = min(next, seat.up.nextArrival ?? next, seat.down.nextArrival ?? next)
    }
    now = min(max(now + .microseconds(100), next), limit)
    for index in seats.indices { carry(index) }
    host.drain()
    submit()
    for index in seats.indices { deliver(index) }
  }

  /// Sends the packets that player `index` has to send now, and delivers those that reach the host.
  private mutating func carry(_ index: Int) {
    let time = seats[index].time(at: now)
    while let move = seats[index].moves.first, move.at <= now {
      seats[index].session.hold(move.buttons, at: time)
      seats[index].moves.removeFirst()
    }
    while let datagram = seats[index].session.nextDatagram(at: time, random: &host.random) {
      if !seats[index].isMute { seats[index].up.submit(datagram, at: now) }
    }
    while let datagram = seats[index].up.receive(at: now) {
      host.receive(datagram, from: .network(seats[index].endpoint))
      submit()
    }
  }

  /// Puts the datagrams that the host has sent on their links to the players.
  private mutating func submit() {
    for sent in host.sent {
      longest = max(longest, sent.datagram.count)
      guard let index = seats.firstIndex(where: { .network($0.endpoint) == sent.peer }), !seats[index].isDeaf
      else { continue }
      seats[index].down.submit(sent.datagram, at: now)
    }
    host.sent = []
  }

  /// Delivers the packets that reach player `index`, and records the player's events.
  private mutating func deliver(_ index: Int) {
    while let datagram = seats[index].down.receive(at: now) {
      let time = seats[index].time(at: now)
      datagram.array.withCopy { seats[index].session.receive(&$0, at: time, random: &host.random) }
    }
    while let event = seats[index].session.nextEvent() {
      switch event {
      case .message(let message): seats[index].messages.append(message)
      case .mode(let mode): seats[index].modes.append(mode)
      case .round(let round): seats[index].rounds.append(round)
      case .stick(let verdict): seats[index].verdicts.append(verdict)
      case .stateChanged(let state): seats[index].states.append(state)
      default: break
      }
    }
  }
}
