import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import TiltpadClient
import Wire

/// A controller and a host, with a link in each direction, and a clock that only the test advances.
struct Duet {
  static let pin: UInt32 = 40_213

  var now = Instant(nanoseconds: 1_000_000_000_000)
  var random: Random
  var session: ControllerSession
  var house: House
  let keys: KeyPair
  let secret: Secret
  var up: ImpairedLink
  var down: ImpairedLink
  /// True if all packets are lost.
  var isDark = false
  /// The endpoint of the controller.
  var endpoint = Endpoint(address: Address(v4: 0x0a00_0001), port: 4_000)

  /// The events that the controller has received.
  var states: [ConnectionState] = []
  var failures: [ConnectionError] = []
  var paired: [Secret] = []
  var digits: [UInt32] = []
  var feedback: [UInt16] = []
  var torques: [Int16] = []
  var revisions: [UInt8] = []
  var messages: [ReceivedMessage] = []
  var rounds: [Round] = []
  var modes: [Mode] = []
  var verdicts: [StickVerdict?] = []
  /// The type, the time in ms and the length of each packet that the controller has sent.
  var sent: [(type: UInt8, at: Int64, count: Int)] = []
  /// The controller's newest datagram.
  var last: [UInt8] = []

  /// Creates a controller that is known to the host, or that pairs in another way.
  init(
    _ faults: ImpairedLink.Faults = .init(), seed: UInt64 = 1, pairing: (Secret) -> Pairing = { .known($0) },
    isKnown: Bool = true, session: UInt64? = nil
  ) {
    random = Random(seed: seed)
    keys = KeyPair(from: &random)
    secret = Secret(from: &random)
    house = House(keys: KeyPair(from: &random), random: Random(seed: seed ^ 0xff))
    if isKnown { house.known[keys.publicKey] = secret }
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .computer, sampleRate: 100, name: DeviceName("Test"))
    self.session = ControllerSession(
      keys: keys, host: house.keys.publicKey, pairing: pairing(secret), introduction: introduction,
      session: session)
    (up, down) = (ImpairedLink(faults, seed: seed), ImpairedLink(faults, seed: seed + 1))
  }

  /// Starts to connect.
  mutating func connect() {
    session.connect(at: now, random: &random)
  }

  /// Lets `length` pass.
  mutating func run(_ length: Interval) {
    let end = now + length
    while now < end { step(atMost: end) }
  }

  /// Lets `length` pass, one millisecond at a time, and calls `act` before each.
  mutating func run(_ length: Interval, _ act: (inout Duet) -> Void) {
    let end = now + length
    while now < end {
      act(&self)
      step(atMost: now + .milliseconds(1))
    }
  }

  /// Lets time pass until `condition` holds, for at most `limit`; returns the time taken.
  ///
  /// Calls `act` before each millisecond.
  mutating func run(
    atMost limit: Interval, until condition: (Duet) -> Bool, acting act: (inout Duet) -> Void = { _ in }
  ) -> Interval {
    let start = now
    while !condition(self) && now - start < limit {
      act(&self)
      step(atMost: now + .milliseconds(1))
    }
    return now - start
  }

  /// Lets `length` pass.
  ///
  /// Every 1.5 s a few packets are sent, and none in between.
  mutating func doze(_ length: Interval) {
    let end = now + length
    while now < end {
      now = now + .milliseconds(1_500)
      run(.milliseconds(3))
    }
  }

  /// Connects, and waits until the host has given the controller a slot.
  mutating func play() {
    connect()
    _ = run(atMost: .seconds(10)) { $0.isPlaying }
  }

  var isPlaying: Bool {
    if case .connected = session.state { true } else { false }
  }

  /// Advances the time to the next event, by at least a millisecond, but not beyond `limit`.
  private mutating func step(atMost limit: Instant) {
    let arrival = min(up.nextArrival ?? .distantFuture, down.nextArrival ?? .distantFuture)
    let next = min(session.nextDeadline(at: now), arrival, house.deadline(at: now))
    now = min(max(now + .milliseconds(1), next), limit)
    while let datagram = session.nextDatagram(at: now, random: &random) { submit(datagram) }
    while let datagram = up.receive(at: now) { hand(datagram) }
    while let datagram = house.next(at: now) { if !isDark { down.submit(datagram, at: now) } }
    while let datagram = down.receive(at: now) { deliver(datagram.array) }
    while let event = session.nextEvent() { note(event) }
  }

  mutating func deliver(_ bytes: [UInt8]) {
    bytes.withCopy { session.receive(&$0, at: now, random: &random) }
  }

  private mutating func submit(_ datagram: Datagram<512>) {
    last = datagram.array
    sent.append((datagram[0], now.nanoseconds / 1_000_000, datagram.count))
    if !isDark { up.submit(datagram, at: now) }
  }

  private mutating func hand(_ datagram: Datagram<512>) {
    for answer in house.receive(datagram.array, from: endpoint, at: now) { down.submit(answer, at: now) }
  }

  private mutating func note(_ event: ControllerSession.Event) {
    switch event {
    case .stateChanged(let state): states.append(state)
    case .failed(let error): failures.append(error)
    case .paired(_, let secret): paired.append(secret)
    case .shortCode(let code): digits.append(code)
    case .feedback(let frame): feedback.append(frame.strong)
    case .torque(let torque): torques.append(torque.torque)
    case .conditions(let conditions): revisions.append(conditions.revision)
    case .message(let message): messages.append(message)
    case .round(let round): rounds.append(round)
    case .mode(let mode): modes.append(mode)
    case .stick(let verdict): verdicts.append(verdict)
    }
  }
}
