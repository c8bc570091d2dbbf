import GameMode
import Model
import Platform

/// The games of GameMode, which is asked again after each change, but at most once a second.
struct GameModeGames: ~Copyable {
  /// The minimum time between two questions.
  private static let rest = Interval.seconds(1)
  /// The length of the pause after a change that arrives before GameMode's answer; see ``pauseEnd``.
  private static let pause = Interval.milliseconds(100)
  /// The maximum number of events that are read at once.
  private static let newsLimit = 1_000

  /// The processes that GameMode lists as games.
  private(set) var processes: [Int] = []
  private var bus: GameModeBus?
  /// The end of a pause in which messages on the bus do not wake the program; nil without a pause.
  private var pauseEnd: Instant?
  /// True while GameMode's answer is awaited.
  private var isAsking = false
  private var nextQuestion = Instant(nanoseconds: 0)
  private var lastQuestion = Instant(nanoseconds: 0)

  /// Connects to the session bus, whose messages wake `poller` with `token`; without a bus, there are no
  /// games.
  init(in poller: borrowing Poller, token: UInt64) {
    guard let bus = try? GameModeBus(), (try? poller.add(bus.descriptor, token: token)) != nil else { return }
    self.bus = consume bus
  }

  /// The time at which ``advance(in:token:at:)`` has something to do even without messages on the bus.
  ///
  /// The getter is mutating, because the bus cannot be copied.
  var deadline: Instant {
    mutating get {
      guard let due = bus?.nextDeadline else { return .distantFuture }
      return pauseEnd ?? (isAsking ? due : min(due, nextQuestion))
    }
  }

  /// Reads the waiting events, and asks GameMode for its games if necessary; returns whether ``processes``
  /// has changed.
  mutating func advance(in poller: borrowing Poller, token: UInt64, at now: Instant) -> Bool {
    let former = processes
    do throws(SystemError) { try follow(poller, token, at: now) } catch {
      bus = nil
      processes = []
    }
    return processes != former
  }

  private mutating func follow(
    _ poller: borrowing Poller, _ token: UInt64, at now: Instant
  ) throws(SystemError) {
    if let end = pauseEnd {
      guard end <= now else { return }
      try bus?.join(poller, token: token)
      pauseEnd = nil
    }
    let hasChanged = try hear(at: now)
    if !isAsking, nextQuestion <= now {
      try bus?.ask()
      (isAsking, lastQuestion, nextQuestion) = (true, now, .distantFuture)
    } else if hasChanged {
      bus?.leave(poller)
      pauseEnd = isAsking ? now + GameModeGames.pause : nextQuestion
    }
  }

  /// Reads the waiting events; returns whether GameMode's games may have changed.
  private mutating func hear(at now: Instant) throws(SystemError) -> Bool {
    var hasChanged = false
    for _ in 0..<GameModeGames.newsLimit {
      guard let news = try bus?.next() else { break }
      switch news {
      case .list(let list): (processes, isAsking) = (list ?? [], false)
      case .change:
        nextQuestion = min(nextQuestion, max(now, lastQuestion + GameModeGames.rest))
        hasChanged = true
      }
    }
    return hasChanged
  }
}

extension GameModeBus {
  fileprivate func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  fileprivate func leave(_ poller: borrowing Poller) { try? poller.remove(descriptor) }
}

/// The answer of GameMode to a single question.
enum GameModeAnswer: Hashable {
  /// The session bus cannot be reached, for this reason.
  case noBus(String)
  /// The session bus has no GameMode, or none that answers within a second.
  case absent
  /// GameMode lists these processes.
  case games([Int])

  /// Asks GameMode, and waits for the answer.
  static func now() -> GameModeAnswer {
    do throws(SystemError) {
      let bus = try GameModeBus()
      var poller = try Poller()
      try poller.add(bus.descriptor, token: 0)
      try bus.ask()
      let end = Clock.now() + .seconds(1)
      while Clock.now() < end {
        while let news = try bus.next() {
          if case .list(let list) = news { return list.map { .games($0) } ?? .absent }
        }
        _ = poller.wait(until: min(end, bus.nextDeadline), from: Clock.now())
      }
      return .absent
    } catch {
      return .noBus(error.reason)
    }
  }

  /// The processes that GameMode lists.
  var processes: [Int] {
    if case .games(let games) = self { return games }
    return []
  }

  /// The answer as a sentence.
  var line: String {
    switch self {
    case .noBus(let reason): "GameMode cannot be asked, because there is no session bus: \(reason)"
    case .absent: "GameMode does not run"
    case .games(let games): "GameMode lists \(games.count) of your processes as games"
    }
  }
}
