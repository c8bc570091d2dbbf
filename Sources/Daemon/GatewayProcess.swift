import Model
import Platform

/// The web gateway that the daemon has started, and starts again when it ends.
struct GatewayProcess: ~Copyable {
  /// The least time between two starts; twice as much after each that ended within ``trial``.
  private static let firstPause = Interval.milliseconds(200)
  private static let longestPause = Interval.seconds(30)
  /// Who runs for so long was fine.
  private static let trial = Interval.seconds(10)

  private let program: String
  private let arguments: [String]
  private let token: UInt64
  private var child: Child?
  private var started = Instant(nanoseconds: 0)
  private var pause = GatewayProcess.firstPause
  /// When it is started again.
  private(set) var nextStart = Instant(nanoseconds: .min)

  /// A gateway that is not started yet, of a program and its arguments, whose end is reported as `token`.
  init(_ command: [String], token: UInt64) {
    program = command.first ?? ""
    arguments = Array(command.dropFirst())
    self.token = token
  }

  /// Starts it if it is time; returns why that has failed.
  mutating func start(at now: Instant, _ poller: borrowing Poller) -> SystemError? {
    guard nextStart <= now else { return nil }
    nextStart = .distantFuture
    started = now
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

  private mutating func plan(at now: Instant) {
    if now - started > GatewayProcess.trial { pause = GatewayProcess.firstPause }
    nextStart = now + pause
    pause = min(Interval(nanoseconds: 2 * pause.nanoseconds), GatewayProcess.longestPause)
  }
}
