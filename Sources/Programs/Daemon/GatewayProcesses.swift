import Model
import Platform

/// The gateways that the daemon can start.
public enum GatewayKind: UInt64, Sendable {
  /// The gateway for phones.
  case web
  /// The gateway for third-party controllers.
  case inputs
}

/// The gateway processes that the daemon starts and watches separately.
struct GatewayProcesses: ~Copyable {
  private var web: GatewayProcess?
  private var inputs: GatewayProcess?
  private let firstToken: UInt64
  private let tell: DaemonEvent.Tell

  /// Creates the gateways named by `settings`, not yet started; the poller's tokens for them begin at `firstToken`.
  init(_ settings: DaemonSettings, firstToken: UInt64, tell: @escaping DaemonEvent.Tell) {
    func process(_ command: [String], _ kind: GatewayKind) -> GatewayProcess? {
      command.isEmpty ? nil : GatewayProcess(command, token: firstToken + kind.rawValue)
    }
    (self.firstToken, self.tell) = (firstToken, tell)
    web = process(settings.gateway, .web)
    inputs = process(settings.inputs, .inputs)
  }

  /// The time at which ``advance(to:_:)`` is due.
  var deadline: Instant {
    mutating get { min(web?.deadline ?? .distantFuture, inputs?.deadline ?? .distantFuture) }
  }

  /// Starts gateways when due, and kills those that do not report.
  mutating func advance(to now: Instant, _ poller: borrowing Poller) {
    if web?.judge(at: now) == true { tell(.gatewayHangs(.web)) }
    if inputs?.judge(at: now) == true { tell(.gatewayHangs(.inputs)) }
    if let error = web?.start(at: now, poller) { tell(.gatewayRefused(.web, error)) }
    if let error = inputs?.start(at: now, poller) { tell(.gatewayRefused(.inputs, error)) }
  }

  /// Reports that the gateway with `token` has ended, and schedules its restart, if that is so.
  mutating func wake(_ token: UInt64, at now: Instant) {
    switch GatewayKind(rawValue: token - firstToken) {
    case .web: if web?.note(at: now) == true { tell(.gatewayEnded(.web)) }
    case .inputs: if inputs?.note(at: now) == true { tell(.gatewayEnded(.inputs)) }
    case nil: break
    }
  }

  /// Records a report that the loop of process ID `process` runs.
  mutating func hear(_ process: Int32, at now: Instant) {
    if web?.hear(process, at: now) == true { tell(.gatewayServes(.web)) }
    if inputs?.hear(process, at: now) == true { tell(.gatewayServes(.inputs)) }
  }

  /// Asks the gateways to end, and kills those that still run after 1 s.
  mutating func stop() {
    web?.stop()
    inputs?.stop()
  }
}
