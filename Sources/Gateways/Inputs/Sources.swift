import Guards
public import Model
import Settings
import Wire

/// The third-party controllers that send to the inputs, from their first message to their slot.
///
/// Each event leaves actions, which the gateway removes with ``next()`` and carries out.
public struct Sources: Sendable {
  /// The maximum number of other machines' controllers.
  public static let limit = 16
  /// The limits on controllers: the total, of which four are for this machine only, and the number at each address
  /// that waits for the user.
  private static let limits = SharedTable<UInt32, Source.Phase>.Limits(
    total: limit + 4, perAddress: 4, fairShare: 2, reserve: 4, keepsEquals: true)
  /// The silence after which a waiting controller is forgotten.
  private static let waitingPatience = Interval.seconds(60)
  /// The silence after which an accepted controller may lose its place to one that still has to ask the user.
  private static let absence = Interval.seconds(600)
  /// The time between two requests to a server.
  private static let callPeriod = Interval.seconds(1)
  /// The pause before the gateway posts a controller's form again.
  private static let formPeriod = Interval.seconds(4)

  /// The inputs.
  public let inputs: [HeardInput]
  /// The users' answers so far.
  public internal(set) var answers: Answers
  /// The number of messages from refused senders, and of messages that do not fit their protocol.
  public private(set) var refusals: UInt64 = 0
  /// The number of times that a controller has gained or lost the permission to play.
  public internal(set) var seatings: UInt64 = 0
  var all: [Source] = []
  var table = SharedTable<UInt32, Source.Phase>(limits)
  var actions: [InputAction] = []
  var isDaemonThere = false
  private let random: @Sendable () -> UInt32
  /// The time at which servers are asked again; the distant future if there are none.
  private var nextCall: Instant

  /// Creates the table of `inputs` without controllers; the user is not asked again about controllers with an
  /// answer in `answers`.
  ///
  /// `random` draws the numbers that identify controllers to the daemon; they must be unpredictable.
  public init(
    inputs: [HeardInput], answers: Answers = Answers(), random: @escaping @Sendable () -> UInt32
  ) {
    (self.inputs, self.answers, self.random) = (inputs, answers, random)
    nextCall = Instant(nanoseconds: inputs.allSatisfy(\.servers.isEmpty) ? .max : .min)
  }

  /// The number of controllers that play.
  public var playing: Int { all.count { $0.phase == .plays && !$0.isAway } }

  /// The number of controllers that wait for the user.
  public var waiting: Int { all.count { $0.phase == .waits } }

  /// Removes and returns the oldest action; nil if there is none.
  public mutating func next() -> InputAction? { actions.isEmpty ? nil : actions.removeFirst() }

  /// The time at which ``advance(to:)`` is due.
  public var nextDeadline: Instant {
    all.reduce(nextCall) {
      min($0, isDaemonThere ? $1.nextPacket : .distantFuture, $1.feedbackEnds, end(of: $1))
    }
  }

  /// Handles the message in `bytes`, sent from `endpoint` to port number `portIndex` of the input at `index`.
  public mutating func receive(
    _ bytes: Span<UInt8>, at portIndex: UInt8, of index: Int, from endpoint: Endpoint, at now: Instant
  ) {
    let input = inputs[index]
    guard input.hears(endpoint) else { return refuse() }
    let reading: Reading?
    do { reading = try input.dialect.read(bytes, portIndex) } catch { return refuse() }
    guard let reading else { return }
    let key = SourceKey(
      transport: input.dialect.transport, address: endpoint.address,
      device: reading.device &+ input.firstDevice(at: endpoint))
    let known = self.index(of: key) ?? enter(key, of: index, from: endpoint, reading, at: now)
    guard let source = known else { return refuse() }
    if let form = reading.form { return ask(source, form, at: now) }
    all[source].heard = now
    move(source, to: endpoint, portIndex)
    if let layout = reading.layout { all[source].state.lay(layout) }
    guard all[source].phase == .plays else { return }
    all[source].isAway = false
    do { try all[source].apply(reading, at: now) } catch { return refuse() }
    if all[source].nextPacket <= now { send(source, at: now) }
  }

  /// Returns the stage of a new connection from `address` to the input at `index`.
  public func stage(from address: Address, of index: Int) -> StreamStage {
    answers.accept(inputs[index].dialect.transport, at: address) ? .known : .silent
  }

  /// Returns the stage of the controller that connects from `endpoint` to the input at `index`.
  public func stage(at endpoint: Endpoint, of index: Int) -> StreamStage {
    let source = all.first {
      $0.input == index && $0.endpoint == endpoint && $0.portIndex == Dialect.streamPortIndex
    }
    guard let source else { return .open }
    return source.phase == .plays ? .plays : .waits
  }

  /// Records that the connection from `endpoint` to the input at `index` has ended.
  ///
  /// Everything that its controller held is released; a controller that waits for the user is forgotten.
  public mutating func close(_ endpoint: Endpoint, of index: Int, at now: Instant) {
    let source = all.firstIndex {
      $0.input == index && $0.endpoint == endpoint && $0.portIndex == Dialect.streamPortIndex
    }
    guard let source, all[source].phase == .waits || !all[source].isAway else { return }
    release(source, at: now)
  }

  /// Does everything due by `now`: asks servers, repeats held states, and releases silent controllers.
  ///
  /// A silent controller that waits for the user is forgotten.
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
  /// Records the endpoint that a controller's message came from.
  ///
  /// A new connection replaces the previous one, whose end the kernel may notice later. Everything held on
  /// the previous connection is released, since a release may have been lost.
  private mutating func move(_ source: Int, to endpoint: Endpoint, _ portIndex: UInt8) {
    let former = (all[source].endpoint, all[source].portIndex)
    (all[source].endpoint, all[source].portIndex) = (endpoint, portIndex)
    guard former != (endpoint, portIndex), [former.1, portIndex].contains(Dialect.streamPortIndex) else {
      return
    }
    all[source].state.rest()
    if former.1 == Dialect.streamPortIndex { actions.append(.hangUp(former.0, input: all[source].input)) }
  }

  /// Adds a controller whose first message is `reading`, and returns its index.
  ///
  /// Returns nil if the user has refused it, if the message may belong to another protocol, or if no other controller
  /// gives way.
  private mutating func enter(
    _ key: SourceKey, of input: Int, from endpoint: Endpoint, _ reading: Reading, at now: Instant
  ) -> Int? {
    let answer = inputs[input].settings.isConfirmed ? answers[key] : true
    guard reading.isDistinct, answer != false else { return nil }
    let number = answers.number(of: key) ?? draw()
    let phase: Source.Phase = answer == nil ? .waits : .plays
    guard makeRoom(for: number, from: key.address, phase, at: now) else { return nil }
    if answers[key] != nil { keep(number, of: key) }
    all.append(Source(key, number: number, input: input, from: endpoint, phase, at: now))
    if phase == .plays { seatings &+= 1 }
    announce(all.endIndex - 1)
    return all.endIndex - 1
  }

  /// Returns a number that no controller has.
  private func draw() -> UInt32 {
    var number = random()
    while index(of: number) != nil || answers[number] != nil { number &+= 1 }
    return number
  }

  /// Stores the number of the controller of `key`, so that the controller gets its slot again after a restart.
  mutating func keep(_ number: UInt32, of key: SourceKey) {
    guard answers.number(of: key) != number else { return }
    answers.keep(number, of: key)
    actions.append(.keepAnswers)
  }

  /// Adds a controller to the table, where it may replace another; returns whether there was room.
  ///
  /// A waiting controller gives way by the table's rules. A controller that may play gives way only while it
  /// is away: after ten minutes to a controller that has to ask, but immediately to one that may play.
  private mutating func makeRoom(
    for number: UInt32, from address: Address, _ phase: Source.Phase, at now: Instant
  ) -> Bool {
    switch table.add(number, from: address, at: phase) {
    case .added: return true
    case .replaced(let former):
      if let former = index(of: former) { remove(former, at: now) }
      return true
    case .refused:
      // An address at its own limit of waiting controllers displaces nobody. Other machines never displace a
      // controller of this machine.
      guard phase == .plays || waiting(at: address) < Sources.limits.perAddress else { return false }
      let idle = all.indices.filter {
        all[$0].phase == .plays && all[$0].isAway
          && (phase == .plays || all[$0].heard + Sources.absence <= now)
          && (address.isLoopback || !all[$0].key.address.isLoopback)
      }
      guard let oldest = idle.min(by: { all[$0].heard < all[$1].heard }) else { return false }
      remove(oldest, at: now)
      return table.add(number, from: address, at: phase) == .added
    }
  }

  private func waiting(at address: Address) -> Int {
    all.count { $0.phase == .waits && $0.key.address == address }
  }

  mutating func remove(_ source: Int, at now: Instant) {
    if all[source].showsFeedback { show(.rest, at: source, now) }
    tell(.gone, of: source)
    table.remove(all[source].number)
    let gone = all.remove(at: source)
    if gone.phase == .plays { seatings &+= 1 }
    if gone.portIndex == Dialect.streamPortIndex { actions.append(.hangUp(gone.endpoint, input: gone.input)) }
  }

  private func index(of key: SourceKey) -> Int? { all.firstIndex { $0.key == key } }

  func index(of controller: UInt32) -> Int? { all.firstIndex { $0.number == controller } }

  private mutating func refuse() { refusals &+= 1 }

  /// Returns the time from which `source` is silent too long.
  ///
  /// It is the distant future on a TCP connection that the controller has opened, and while a player is away.
  private func end(of source: Source) -> Instant {
    if source.portIndex == Dialect.streamPortIndex, inputs[source.input].streamPort != nil {
      return .distantFuture
    }
    return switch source.phase {
    case .waits: source.heard + Sources.waitingPatience
    case .plays: source.isAway ? .distantFuture : source.heard + inputs[source.input].silence
    }
  }

  /// Releases everything that a silent or disconnected controller holds; a waiting controller is forgotten.
  private mutating func release(_ source: Int, at now: Instant) {
    guard all[source].phase == .plays else { return remove(source, at: now) }
    all[source].leave()
    actions.append(.send(.gone(controller: all[source].number)))
    tell(.gone, of: source)
  }

  /// Asks the servers of all inputs for their controllers' states.
  private mutating func call(at now: Instant) {
    nextCall = now + Sources.callPeriod
    for (index, input) in inputs.enumerated() {
      for server in input.servers {
        for request in input.dialect.calls {
          actions.append(.answer(request, to: server, input: index, portIndex: 0))
        }
      }
    }
  }

  /// Posts the form that a controller waits for, if the controller may play and reports no state.
  private mutating func ask(_ source: Int, _ form: FormPost, at now: Instant) {
    guard all[source].isAway else { return }
    all[source].heard = now
    guard all[source].phase == .plays, all[source].askRests <= now else { return }
    all[source].askRests = now + Sources.formPeriod
    let server = Endpoint(address: all[source].key.address, port: FormPost.port)
    actions.append(.ask(form.request(to: server.address), of: server, input: all[source].input))
  }

  /// Shows force feedback on the controller, as far as its protocol supports that.
  mutating func show(_ feedback: Feedback, at source: Int, _ now: Instant) {
    all[source].note(feedback, at: now)
    let source = all[source]
    let dialect = inputs[source.input].dialect
    var endpoint = source.endpoint
    endpoint.port = dialect.backPort ?? endpoint.port
    for bytes in dialect.back(feedback, source.key.device % dialect.devices) {
      actions.append(.answer(bytes, to: endpoint, input: source.input, portIndex: source.portIndex))
    }
  }
}

extension Feedback {
  /// Motors and lamps at rest.
  fileprivate static let rest = Feedback(strong: 0, weak: 0, duration: 0, red: 0, green: 0, blue: 0)
}
