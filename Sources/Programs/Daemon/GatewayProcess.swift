import Model
import Platform

/// A gateway process that the daemon starts, and restarts if it ends or hangs.
struct GatewayProcess: ~Copyable {
  /// The first pause before a restart; the pause doubles after each process that ends within ``trial``.
  private static let firstPause = Interval.milliseconds(200)
  /// The maximum pause before a restart.
  private static let longestPause = Interval.seconds(30)
  /// The running time after which the pause is reset.
  private static let trial = Interval.seconds(10)
  /// The time after a start within which the gateway must report that its loop runs.
  private static let startPatience = Interval.seconds(10)
  /// The time after each report within which the gateway must send the next.
  private static let patience = Interval.seconds(5)
  /// The grace time for an overdue report, since the daemon itself may have been suspended.
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
  private var hasSpoken = false

  /// Creates a gateway from its program and arguments, not yet started; the poller reports its end with `token`.
  init(_ command: [String], token: UInt64) {
    program = command.first ?? ""
    arguments = Array(command.dropFirst())
    self.token = token
  }

  /// The deadline of the next start, or of the next report from the gateway.
  var deadline: Instant { min(nextStart, silenceEnds) }

  /// Starts the gateway if that is due; returns the error if it fails.
  mutating func start(at now: Instant, _ poller: borrowing Poller) -> SystemError? {
    guard nextStart <= now else { return nil }
    nextStart = .distantFuture
    started = now
    (silenceEnds, isDoubted, hasSpoken) = (now + GatewayProcess.startPatience, false, false)
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

  /// Returns whether the gateway has ended, in which case its restart is scheduled.
  mutating func note(at now: Instant) -> Bool {
    guard child?.hasEnded == true else { return false }
    child = nil
    plan(at: now)
    return true
  }

  /// Records a report that the loop of process ID `process` runs; returns whether it is the first report after a start.
  mutating func hear(_ process: Int32, at now: Instant) -> Bool {
    guard child?.process == process else { return false }
    defer { hasSpoken = true }
    (silenceEnds, isDoubted) = (now + GatewayProcess.patience, false)
    return !hasSpoken
  }

  /// Kills the gateway if its report is overdue and the grace time has passed; returns whether it was killed.
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

  /// Asks the gateway to end, and kills it if it still runs after 1 s.
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
