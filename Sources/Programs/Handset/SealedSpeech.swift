package import Cryptography
package import Model
import TiltpadClient
package import Wire

/// The controller's side of an encrypted session with its host.
///
/// If the host's key is unknown, a probe asks for it; then the session begins automatically.
package struct SealedSpeech: Speech {
  private let introduction: Introduction
  private let way: PairingWay
  private var book: ControllerFile
  private var random = SystemRandomNumberGenerator()
  private var probe: HostProbe?
  private var session: ControllerSession?
  private var controls: [(ControlMessage.Code, UInt8)] = []
  /// The messages that wait until the controller plays.
  private var texts: [[UInt8]] = []
  private var news: [ConnectionNews] = []
  private var feedback: Feedback?
  private var abilities: ForceAbilities = []
  private var forces: [ForceNews] = []
  /// The controller's own device and its state; nil for an ordinary pad.
  private var stick: (description: StickDescription, report: StickReport)?
  /// The failure that is reported once the session is over; nil while there is none.
  private var lastWord: SessionFailure?
  package private(set) var nextDue: Instant
  package private(set) var failure: SessionFailure?

  /// Creates the session between the controller of `book` and a host, from `now` onwards.
  ///
  /// `key` is the host's key. It is nil if the link in `way` contains the key, or if the host has to be asked for it.
  package init(
    of key: PublicKey? = nil, as introduction: Introduction, by way: PairingWay,
    with book: ControllerFile, at now: Instant
  ) {
    (self.introduction, self.way, self.book) = (introduction, way, book)
    nextDue = now
    guard let key = key ?? way.key else {
      probe = HostProbe(nonce: random.next(), at: now)
      return
    }
    start(key, cookie: nil, at: now)
  }

  package var connection: ConnectionStatus? {
    ConnectionStatus(
      state: session?.state ?? .connecting, mode: session?.mode ?? .play, roundTrip: session?.roundTrip)
  }
  package var isOver: Bool { session?.isOver ?? false }
  package var isSettled: Bool { session.map { $0.isSettled || $0.isOver } ?? true }
  package var noted: Int { session?.noted ?? 0 }
  package var acknowledged: Int? { session?.acknowledged ?? 0 }
  package var answered: Instant? { session?.heard }

  package mutating func note(_ buttons: Buttons, at now: Instant) -> Bool {
    stick == nil && session?.hold(buttons, at: now) == true
  }

  package mutating func describe(_ stick: StickDescription, at now: Instant) {
    self.stick = (stick, stick.neutral)
    session?.describe(stick, at: now)
  }

  package mutating func note(_ report: StickReport, at now: Instant) -> Bool {
    stick?.report = report
    return session?.hold(stick: report.buttons, at: now) ?? false
  }

  package mutating func packet(
    for sample: ControllerState, motion: MotionSample?, isFresh: Bool, at now: Instant
  ) -> Datagram<512>? {
    defer { settle(at: now) }
    if let probe, probe.isOver(at: now) { end(.connection(.unanswered)) }
    if let datagram = probe?.datagram(at: now) { return datagram }
    if isFresh, let stick {
      session?.update(stick: stick.report, at: now)
    } else if isFresh {
      var sample = sample
      sample.buttons = session?.levels ?? []
      session?.update(sample, motion: motion, at: now)
    }
    return session?.nextDatagram(at: now, random: &random)
  }

  package mutating func receive(_ bytes: Span<UInt8>, at now: Instant) -> Feedback? {
    if let reply = probe?.answer(in: bytes) { begin(with: reply, at: now) }
    var copy = bytes.indices.map { bytes[$0] }
    var span = copy.mutableSpan
    session?.receive(&span, at: now, random: &random)
    settle(at: now)
    defer { feedback = nil }
    return feedback
  }

  package mutating func send(_ code: ControlMessage.Code, argument: UInt8) {
    guard session != nil else { return controls.append((code, argument)) }
    switch code {
    case .recentre: session?.recentre()
    case .identity: session?.ask(forIdentity: argument)
    default: break
    }
  }

  package mutating func say(_ text: [UInt8]) {
    texts.append(text)
    sayTexts()
  }

  /// Sends the waiting messages up to the first that cannot be sent yet.
  private mutating func sayTexts() {
    while let text = texts.first, (try? session?.send(text, reliably: true)) != nil { texts.removeFirst() }
  }

  package mutating func farewells(
    for sample: ControllerState, motion: MotionSample?, at now: Instant
  ) -> [Datagram<512>] {
    probe = nil
    session?.leave(at: now)
    var datagrams: [Datagram<512>] = []
    while let datagram = session?.nextDatagram(at: now, random: &random) { datagrams.append(datagram) }
    settle(at: now)
    return datagrams
  }

  package mutating func ask(forForces abilities: ForceAbilities) {
    self.abilities = abilities
    session?.ask(forForces: abilities)
  }

  package mutating func nextForce() -> ForceNews? { forces.isEmpty ? nil : forces.removeFirst() }

  package mutating func nextNews() -> ConnectionNews? {
    news.isEmpty ? nil : news.removeFirst()
  }

  /// Begins the session with the key in the host's answer.
  private mutating func begin(with reply: ProbeReply, at now: Instant) {
    probe = nil
    start(PublicKey(reply.key), cookie: reply.cookie, at: now)
  }

  private mutating func start(_ host: PublicKey, cookie: InlineArray<16, UInt8>?, at now: Instant) {
    guard let pairing = way.pairing(with: host, in: book) else { return end(.unpaired) }
    session = ControllerSession(
      keys: book.keys, host: host, pairing: pairing, introduction: introduction, cookie: cookie)
    session?.ask(forForces: abilities)
    if let stick { session?.describe(stick.description, at: now) }
    session?.connect(at: now, random: &random)
    for (code, argument) in controls { send(code, argument: argument) }
    controls = []
  }

  /// Applies the events of the session, and updates the next deadline.
  private mutating func settle(at now: Instant) {
    while let event = session?.nextEvent() { apply(event) }
    if let session, session.isOver, let lastWord { end(lastWord) }
    nextDue = min(
      probe?.nextDeadline ?? .distantFuture, session?.nextDeadline(at: now) ?? .distantFuture)
  }

  private mutating func apply(_ event: ControllerSession.Event) {
    switch event {
    case .stateChanged(let state):
      news.append(.state(state))
      lastWord = SessionFailure(state)
      sayTexts()
    case .shortCode(let digits): news.append(.shortCode(digits))
    case .feedback(let frame): feedback = frame
    case .torque(let torque): forces.append(.torque(torque))
    case .conditions(let conditions): forces.append(.conditions(conditions))
    case .round(let round): news.append(.round(round))
    case .failed(let error): lastWord = .connection(error)
    case .paired(let host, let secret): remember(host, secret)
    case .message(let message): news.append(.message(message))
    case .mode(let mode): news.append(.mode(mode))
    case .stick(.made): break
    case .stick(let verdict): end(.stick(verdict))
    }
  }

  private mutating func remember(_ host: PublicKey, _ secret: Secret) {
    do throws(ControllerFile.Fault) {
      try book.remember(host, secret)
    } catch {
      end(.file(error))
    }
  }

  private mutating func end(_ failure: SessionFailure) {
    probe = nil
    if self.failure == nil { self.failure = failure }
  }
}
