public import Model
public import Wire

/// The controllers of other people that are heard, on their way from a first message to a slot.
///
/// Each event leaves actions, which the gateway removes with ``popAction()`` and carries out.
public struct Sources: Sendable {
  /// The greatest number of controllers at once.
  public static let limit = 16
  /// The silence after which a controller that waits is forgotten.
  private static let waitingPatience = Interval.seconds(60)
  /// The silence after which an accepted controller gives way to a stranger, who may ask then.
  private static let absence = Interval.seconds(600)
  /// The time between two requests to a server.
  private static let callPeriod = Interval.seconds(1)
  /// The time until a controller gets its form again.
  private static let formPeriod = Interval.seconds(4)
  /// The time until the daemon is asked for a slot again: after a refusal, while it is locked, and after the removal of the player.
  private static let rest = (
    usual: Interval.milliseconds(500), locked: Interval.seconds(5), removed: Interval.seconds(60)
  )

  /// The inputs.
  public let inputs: [InputSettings]
  /// The answers of people so far.
  public private(set) var answers: Answers
  /// The number of messages that were not read, or were no message of their protocol.
  public private(set) var refusals: UInt64 = 0
  private var all: [Source] = []
  private var actions: [InputAction] = []
  private var isDaemonThere = false
  /// The time at which servers are asked again; the distant future without any.
  private var nextCall: Instant

  /// Creates the table of `inputs` without controllers; nobody who is in `answers` is asked about again.
  public init(inputs: [InputSettings], answers: Answers = Answers()) {
    (self.inputs, self.answers) = (inputs, answers)
    nextCall = Instant(nanoseconds: inputs.allSatisfy(\.servers.isEmpty) ? .max : .min)
  }

  /// The number of controllers that play.
  public var playing: Int { all.count { $0.standing == .plays && !$0.isAway } }

  /// The number of controllers that wait for a person.
  public var waiting: Int { all.count { $0.standing == .waits } }

  /// Removes and returns the oldest action; nil if there is none.
  public mutating func popAction() -> InputAction? { actions.isEmpty ? nil : actions.removeFirst() }

  /// The time at which ``advance(to:)`` is due.
  public var nextDeadline: Instant {
    all.reduce(nextCall) {
      min($0, isDaemonThere ? $1.nextPacket : .distantFuture, $1.feedbackEnds, end(of: $1))
    }
  }

  /// Handles the message in `bytes` that came from `endpoint` to port number `place` of the input at `index`.
  public mutating func receive(
    _ bytes: Span<UInt8>, at place: UInt8, of index: Int, from endpoint: Endpoint, at now: Instant
  ) {
    let input = inputs[index]
    guard input.hears(endpoint) else { return refuse() }
    let reading: Reading?
    do { reading = try input.dialect.read(bytes, place) } catch { return refuse() }
    guard let reading else { return }
    let key = SourceKey(
      transport: input.dialect.transport, address: endpoint.address,
      device: reading.device &+ input.firstDevice(at: endpoint))
    guard let source = find(key, of: index, from: endpoint, at: now), all[source].isWithinLimit(at: now)
    else { return refuse() }
    if let form = reading.form { return ask(source, form, at: now) }
    all[source].heard = now
    move(source, to: endpoint, place)
    if let layout = reading.layout { all[source].posture.lay(layout) }
    guard all[source].standing == .plays else { return }
    all[source].isAway = false
    do { try all[source].apply(reading, at: now) } catch { return refuse() }
    send(source, at: now)
  }

  /// Returns whether the controller at `endpoint` of the input at `index` plays.
  public func plays(at endpoint: Endpoint, of index: Int) -> Bool {
    all.contains { $0.input == index && $0.endpoint == endpoint && $0.standing == .plays && !$0.isAway }
  }

  /// Notes that the connection of the controller at `endpoint` to the input at `index` has ended at `now`: it lets go of everything.
  public mutating func close(_ endpoint: Endpoint, of index: Int, at now: Instant) {
    let source = all.firstIndex {
      $0.input == index && $0.endpoint == endpoint && $0.place == Dialect.streamPlace
    }
    guard let source, all[source].standing == .waits || !all[source].isAway else { return }
    release(source, at: now)
  }

  /// Notes that the daemon is there: it hears of every controller again.
  public mutating func findDaemon() {
    isDaemonThere = true
    for source in all.indices { announce(source) }
  }

  /// Notes that the daemon is away: no controller has a slot.
  public mutating func loseDaemon() {
    isDaemonThere = false
    for source in all.indices { all[source].slot = nil }
  }

  /// Handles a message of the daemon in `bytes`.
  public mutating func receive(_ packet: GatewayPacket, in bytes: Span<UInt8>, at now: Instant) {
    switch packet {
    case .frames(let header):
      guard let source = place(of: header.controller) else { return }
      if let feedback = all[source].receive(bytes, from: GatewayHeader.size, at: now) {
        show(feedback, at: source, now)
      }
    case .seat(let notice): apply(notice, at: now)
    case .verdict(let verdict): apply(verdict)
    case .site: break
    }
  }

  /// Does everything that is due by `now`: repeats what is held, releases what is silent, and forgets who has waited in vain.
  public mutating func advance(to now: Instant) {
    if nextCall <= now { call(at: now) }
    for source in all.indices.reversed() {
      if all[source].feedbackEnds <= now { show(.rest, at: source, now) }
      if end(of: all[source]) <= now {
        release(source, at: now)
      } else if isDaemonThere, all[source].nextPacket <= now {
        send(source, at: now)
      }
    }
  }
}

extension Sources {
  /// Notes the place from which a message of the controller has come.
  ///
  /// A connection takes the place of the former one, whose end the kernel may notice later: what was held there is let go, as its
  /// release may have gone astray.
  private mutating func move(_ source: Int, to endpoint: Endpoint, _ place: UInt8) {
    let former = (all[source].endpoint, all[source].place)
    (all[source].endpoint, all[source].place) = (endpoint, place)
    guard former != (endpoint, place), [former.1, place].contains(Dialect.streamPlace) else { return }
    all[source].posture.rest()
    if former.1 == Dialect.streamPlace { actions.append(.hangUp(former.0, input: all[source].input)) }
  }

  /// Returns the place of the controller of `key`, which is new if it has none; nil if there is no room.
  private mutating func find(
    _ key: SourceKey, of input: Int, from endpoint: Endpoint, at now: Instant
  ) -> Int? {
    if let known = all.firstIndex(where: { $0.key == key }) { return known }
    let answer = inputs[input].isConfirmed ? answers[key] : true
    // The daemon knows controllers by their numbers only: nobody may play or be accepted under that of another.
    guard !all.contains(where: { $0.key.number == key.number }) else { return nil }
    guard all.count < Sources.limit || makeRoom(for: answer, at: now) else { return nil }
    let standing: Source.Standing = answer.map { $0 ? .plays : .refused } ?? .waits
    all.append(Source(key, input: input, from: endpoint, standing, at: now))
    announce(all.endIndex - 1)
    return all.endIndex - 1
  }

  /// Removes the controller that has been silent for longest among those that do not play.
  ///
  /// One without an answer removes none that waits, and none that has been accepted and was heard lately.
  private mutating func makeRoom(for answer: Bool?, at now: Instant) -> Bool {
    let idle = all.indices.filter { index in
      guard all[index].isAway, answer != true else { return all[index].isAway }
      return switch all[index].standing {
      case .waits: false
      case .refused: true
      case .plays: all[index].heard + Sources.absence <= now
      }
    }
    guard let oldest = idle.min(by: { all[$0].heard < all[$1].heard }) else { return false }
    remove(oldest, at: now)
    return true
  }

  private mutating func remove(_ source: Int, at now: Instant) {
    if all[source].feedbackEnds < .distantFuture { show(.rest, at: source, now) }
    tell(.gone, of: source)
    all.remove(at: source)
  }

  private func place(of controller: UInt32) -> Int? { all.firstIndex { $0.key.number == controller } }

  private mutating func refuse() { refusals &+= 1 }

  /// The time at which `source` has been silent for too long; the distant future while it is connected over TCP.
  private func end(of source: Source) -> Instant {
    if source.place == Dialect.streamPlace, inputs[source.input].streamPort != nil { return .distantFuture }
    return switch source.standing {
    case .waits: source.heard + Sources.waitingPatience
    case .plays where !source.isAway: source.heard + inputs[source.input].silence
    case .plays, .refused: .distantFuture
    }
  }

  /// Lets go of everything that a silent controller holds; one that waits is forgotten.
  private mutating func release(_ source: Int, at now: Instant) {
    guard all[source].standing == .plays else { return remove(source, at: now) }
    all[source].leave()
    actions.append(.send(.gone(controller: all[source].key.number)))
    tell(.gone, of: source)
  }

  private mutating func announce(_ source: Int) {
    switch all[source].standing {
    case .waits: tell(.waits, of: source)
    case .plays where all[source].slot != nil: tell(.plays, of: source)
    case .plays, .refused: break
    }
  }

  private mutating func tell(_ state: GuestState, of source: Int) {
    guard isDaemonThere else { return }
    let name = all[source].name(inputs[all[source].input].dialect.title)
    actions.append(.send(.guest(controller: all[source].key.number, state, name)))
  }

  private mutating func send(_ source: Int, at now: Instant) {
    guard isDaemonThere, all[source].rests <= now else { return }
    let (header, frames) = all[source].packet(held: inputs[all[source].input].orientation, at: now)
    actions.append(.frames(header, frames))
  }

  /// Asks the servers of all inputs for their controllers.
  private mutating func call(at now: Instant) {
    nextCall = now + Sources.callPeriod
    for (index, input) in inputs.enumerated() {
      for server in input.servers {
        for request in input.dialect.calls {
          actions.append(.answer(request, to: server, input: index, place: 0))
        }
      }
    }
  }

  /// Posts the form that a controller awaits: not before it may play, nor while it tells what it holds.
  private mutating func ask(_ source: Int, _ form: Form, at now: Instant) {
    guard all[source].isAway else { return }
    all[source].heard = now
    guard all[source].standing == .plays, all[source].askRests <= now else { return }
    all[source].askRests = now + Sources.formPeriod
    let server = Endpoint(address: all[source].key.address, port: Form.port)
    actions.append(.ask(form.request(to: server.address), of: server, input: all[source].input))
  }

  /// Shows force feedback at the controller, as far as its protocol can.
  private mutating func show(_ feedback: Feedback, at source: Int, _ now: Instant) {
    all[source].note(feedback, at: now)
    let source = all[source]
    let dialect = inputs[source.input].dialect
    var endpoint = source.endpoint
    endpoint.port = dialect.backPort ?? endpoint.port
    for bytes in dialect.back(feedback, source.key.device % dialect.devices) {
      actions.append(.answer(bytes, to: endpoint, input: source.input, place: source.place))
    }
  }

  private mutating func apply(_ verdict: Verdict) {
    guard let source = place(of: verdict.controller), all[source].standing == .waits else { return }
    all[source].standing = verdict.isAccepted ? .plays : .refused
    answers[all[source].key] = verdict.isAccepted
    actions.append(.keepAnswers)
    tell(.gone, of: source)
  }

  /// Applies the daemon's word on a slot: one that is refused is asked for again later, and who is removed has to ask a person again.
  private mutating func apply(_ notice: SeatNotice, at now: Instant) {
    guard let source = place(of: notice.controller) else {
      // It was removed while it was away, and has given way to another here.
      if notice.refusal == .deniedByHost, answers.remove(notice.controller) { actions.append(.keepAnswers) }
      return
    }
    all[source].slot = notice.slot
    switch notice.refusal {
    case .none: announce(source)
    case .timeout: break
    case .deniedByHost: removePlayer(source, at: now)
    case .locked: all[source].rests = now + Sources.rest.locked
    default: all[source].rests = now + Sources.rest.usual
    }
  }

  private mutating func removePlayer(_ source: Int, at now: Instant) {
    all[source].rests = now + Sources.rest.removed
    guard inputs[all[source].input].isConfirmed else { return tell(.gone, of: source) }
    answers[all[source].key] = nil
    actions.append(.keepAnswers)
    remove(source, at: now)
  }
}

extension Feedback {
  /// Motors and lamps at rest.
  fileprivate static let rest = Feedback(strong: 0, weak: 0, duration: 0, red: 0, green: 0, blue: 0)
}
