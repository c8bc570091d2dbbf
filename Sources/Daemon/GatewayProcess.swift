import Model
import Platform

/// A gateway that the daemon has started, and starts again when it ends or hangs.
struct GatewayProcess: ~Copyable {
  /// The least time between two starts; twice as much after each that ended within ``trial``.
  private static let firstPause = Interval.milliseconds(200)
  private static let longestPause = Interval.seconds(30)
  /// Who runs for so long was fine.
  private static let trial = Interval.seconds(10)
  /// So long after its start it has to say for the first time that its loop turns, and then so long after each time.
  private static let startPatience = Interval.seconds(10)
  private static let patience = Interval.seconds(5)
  /// For so long it is listened to once more before it is killed: the daemon itself may have been stopped.
  private static let doubt = Interval.milliseconds(500)

  private let program: String
  private let arguments: [String]
  private let token: UInt64
  private var child: Child?
  private var started = Instant(nanoseconds: 0)
  private var pause = GatewayProcess.firstPause
  private var nextStart = Instant(nanoseconds: .min)
  private var silenceEnds = Instant.distantFuture
  private var isDoubted = false

  /// A gateway that is not started yet, of a program and its arguments, whose end is reported as `token`.
  init(_ command: [String], token: UInt64) {
    program = command.first ?? ""
    arguments = Array(command.dropFirst())
    self.token = token
  }

  /// When it is started again, or killed unless it is heard of.
  var deadline: Instant { min(nextStart, silenceEnds) }

  /// Starts it if it is time; returns why that has failed.
  mutating func start(at now: Instant, _ poller: borrowing Poller) -> SystemError? {
    guard nextStart <= now else { return nil }
    nextStart = .distantFuture
    started = now
    (silenceEnds, isDoubted) = (now + GatewayProcess.startPatience, false)
    do throws(SystemError) {
      let child = try Child(program, arguments)
      try poller.add(child.descriptor, token: token)
      self.child = consume child
      return nil
    } catch {
      plan(at: now)
      return error
    }
  }

  /// Notes that it has ended, if it has; true then.
  mutating func note(at now: Instant) -> Bool {
    guard child?.hasEnded == true else { return false }
    child = nil
    plan(at: now)
    return true
  }

  /// Notes that `process` has said that its loop turns.
  mutating func hear(_ process: Int32, at now: Instant) {
    guard child?.process == process else { return }
    (silenceEnds, isDoubted) = (now + GatewayProcess.patience, false)
  }

  /// Kills it if it has not been heard of for too long; true then.
  mutating func judge(at now: Instant) -> Bool {
    guard silenceEnds <= now else { return false }
    guard isDoubted else {
      (silenceEnds, isDoubted) = (now + GatewayProcess.doubt, true)
      return false
    }
    silenceEnds = .distantFuture
    child?.kill()
    return true
  }

  /// Ends it: it is asked to, and killed after a second.
  mutating func stop() {
    child?.terminate()
    child?.wait(atMost: .seconds(1))
    child = nil
  }

  private mutating func plan(at now: Instant) {
    if now - started > GatewayProcess.trial { pause = GatewayProcess.firstPause }
    (nextStart, silenceEnds) = (now + pause, .distantFuture)
    pause = min(Interval(nanoseconds: 2 * pause.nanoseconds), GatewayProcess.longestPause)
  }
}
