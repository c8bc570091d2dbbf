import Model

/// The part of the advertisement that decides which calls to make to Avahi's daemon to publish a service, and when.
///
/// The value follows the daemon through restarts and conflicts of the daemon's own name. It chooses another
/// name if the service's name is taken, and changes the record at most once a second.
struct Publication: Sendable {
  /// The service to publish.
  struct Service: Hashable, Sendable {
    var name: ServiceName
    var port: UInt16
    var txt: [UInt8]
  }

  private enum Phase: Hashable {
    /// The daemon is absent.
    case away
    /// The daemon is to be asked whether it can publish, or has been asked.
    case asking
    /// The daemon cannot publish now, and will report when it can.
    case waiting
    /// A group is to be created, or has been requested.
    case making
    /// The service is to be added to the group, or the addition has been requested.
    case adding
    /// The group is to be published, or its publication has been requested.
    case committing
    /// The service is published.
    case published
    /// A call or the group has failed; another attempt follows at `until`.
    case resting(until: Instant)
  }

  /// The minimum time between two versions of the record.
  static let spacing = Interval.seconds(1)
  /// The wait after a failure.
  static let patience = Interval.seconds(5)

  private var stage = Phase.away
  /// The number of the call that is not answered yet.
  private var call: Int64?
  private var group: String?
  /// The groups that are to be freed.
  private var leftovers: [String] = []
  private var wanted: Service?
  private var shown: Service?
  private var changed = Instant(nanoseconds: .min)

  /// Publishes `service` from now on, or nothing if it is nil.
  ///
  /// Changes of the record alone are published once a second at most; of several, only the last.
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

  /// The time at which ``next(at:)`` has a call to make even without an event.
  var nextDeadline: Instant {
    switch stage {
    case .resting(let end): end
    case .published where call == nil && shown?.txt != wanted?.txt: changed + Publication.spacing
    default: .distantFuture
    }
  }

  /// Returns the next call to send to the daemon, or nil if there is none at `now`.
  ///
  /// After sending the call, the caller has to call ``note(_:of:at:)``.
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

  /// Records the number of `request`, which was just sent; a negative number means that it could not be sent.
  mutating func note(_ call: Int64, of request: AvahiCall, at now: Instant) {
    if case .freeGroup = request { return }
    self.call = call
    if call < 0 { rest(at: now) }
  }

  /// Applies an event from the daemon.
  mutating func apply(_ event: AvahiEvent, at now: Instant) {
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

  /// Follows the state of the daemon.
  ///
  /// In any state but `running`, the daemon may choose a new name for itself, which invalidates the published
  /// service.
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

  /// Frees the group and continues at `next`, unless the daemon is absent or cannot publish.
  private mutating func abandon(for next: Phase) {
    if let group { leftovers.append(group) }
    let isKept = stage == .away || (next == .making && (stage == .waiting || stage == .asking))
    if !isKept { (stage, call) = (next, nil) }
    (group, shown) = (nil, nil)
  }

  /// Forgets all calls and groups, which vanished with the daemon.
  private mutating func forget() {
    (call, group, shown, leftovers) = (nil, nil, nil, [])
  }
}
