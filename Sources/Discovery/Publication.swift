import Model

/// What has to be said to Avahi's daemon, and when, so that it publishes one service: a value that only decides.
///
/// It follows the daemon through restarts and its own conflicts, takes another name when this one is taken, and
/// changes the record at most once a second.
struct Publication: Sendable {
  /// The service to publish.
  struct Service: Hashable, Sendable {
    var name: ServiceName
    var port: UInt16
    var txt: [UInt8]
  }

  private enum Stage: Hashable {
    /// There is no daemon.
    case away
    /// Whether it can publish is to be asked, or has been.
    case asking
    /// It cannot publish now, and will say when it can.
    case waiting
    /// A group is to be made, or has been asked for.
    case making
    /// The service is to be added to the group, or has been.
    case adding
    /// The group is to be published, or that has been asked for.
    case committing
    /// The service is published.
    case published
    /// Something has failed; another try follows.
    case resting(until: Instant)
  }

  /// The least time between two records.
  static let spacing = Interval.seconds(1)
  /// The wait after a failure.
  static let patience = Interval.seconds(5)

  private var stage = Stage.away
  /// The number of the call that is not yet answered.
  private var call: Int64?
  private var group: String?
  /// Groups that are to be taken back.
  private var leftovers: [String] = []
  private var wanted: Service?
  private var shown: Service?
  private var changed = Instant(nanoseconds: .min)

  /// Publishes `service` from now on, nothing if it is nil; of several in a second the last one counts.
  mutating func want(_ service: Service?) {
    guard var service else {
      wanted = nil
      return abandon(for: .asking)
    }
    if let wanted, wanted.name.isVariant(of: service.name) { service.name = wanted.name }
    let isOther = wanted.map { $0.name != service.name || $0.port != service.port } ?? true
    wanted = service
    if isOther { abandon(for: .making) }
  }

  /// When ``next(at:)`` has something to ask for without an event.
  var nextDeadline: Instant {
    switch stage {
    case .resting(let end): end
    case .published where call == nil && shown?.txt != wanted?.txt: changed + Publication.spacing
    default: .distantFuture
    }
  }

  /// What to ask the daemon for now; ``note(_:)`` has to follow.
  mutating func next(at now: Instant) -> AvahiCall? {
    if let path = leftovers.popLast() { return .freeGroup(path: path) }
    if case .resting(let end) = stage, end <= now { stage = .asking }
    guard call == nil, let wanted else { return nil }
    switch (stage, group) {
    case (.asking, _): return .askState
    case (.making, _): return .makeGroup
    case (.adding, let path?):
      (shown, changed) = (wanted, now)
      return .add(path: path, name: wanted.name.text, port: wanted.port, txt: wanted.txt)
    case (.committing, let path?): return .commit(path: path)
    case (.published, let path?):
      guard shown?.txt != wanted.txt, now >= changed + Publication.spacing else { return nil }
      (shown, changed) = (wanted, now)
      return .update(path: path, name: wanted.name.text, txt: wanted.txt)
    default: return nil
    }
  }

  /// Takes note of the number of what was asked for; one below 0 could not be sent.
  mutating func note(_ call: Int64, of request: AvahiCall, at now: Instant) {
    if case .freeGroup = request { return }
    self.call = call
    if call < 0 { rest(at: now) }
  }

  /// Takes what the daemon says.
  mutating func take(_ event: AvahiEvent, at now: Instant) {
    switch event {
    case .presence(let isThere):
      forget()
      stage = isThere ? .asking : .away
    case .server(let isRunning): follow(isRunning: isRunning)
    case .answer(let number, let answer) where number == call: proceed(answer)
    case .answer(_, let answer) where answer.path != "" && answer.path != group: leftovers.append(answer.path)
    case .refusal(let number, let nameIsTaken) where number == call:
      nameIsTaken ? rename() : rest(at: now)
    case .group(let path, .collision) where path == group: rename()
    case .group(let path, .failure) where path == group: rest(at: now)
    case .answer, .refusal, .group, .appeared, .disappeared, .resolved, .browserFailed: break
    }
  }

  private mutating func proceed(_ answer: AvahiAnswer) {
    call = nil
    switch stage {
    case .asking: follow(isRunning: answer.number == 2)
    case .making: (group, stage) = (answer.path, .adding)
    case .adding: stage = .committing
    case .committing: stage = .published
    case .away, .waiting, .published, .resting: break
    }
  }

  /// A daemon that does not run is looking for a new name of its own, and what is published is no longer right.
  private mutating func follow(isRunning: Bool) {
    if !isRunning { return abandon(for: .waiting) }
    guard stage == .asking || stage == .waiting else { return }
    (stage, call) = (.making, nil)
  }

  private mutating func rename() {
    wanted?.name.change()
    abandon(for: .making)
  }

  private mutating func rest(at now: Instant) {
    abandon(for: .resting(until: now + Publication.patience))
  }

  /// Takes back what is published, and goes on at `next`, unless there is no daemon anyway or it cannot publish.
  private mutating func abandon(for next: Stage) {
    if let group { leftovers.append(group) }
    let isKept = stage == .away || (next == .making && (stage == .waiting || stage == .asking))
    if !isKept { (stage, call) = (next, nil) }
    (group, shown) = (nil, nil)
  }

  /// A daemon that is gone has taken everything with it.
  private mutating func forget() {
    (call, group, shown, leftovers) = (nil, nil, nil, [])
  }
}
