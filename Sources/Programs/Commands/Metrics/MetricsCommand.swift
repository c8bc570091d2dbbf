import Console
import Model
import Platform

extension Command {
  /// The command `tiltpad metrics`, which prints or serves the metrics for Prometheus.
  static let metrics = Command(
    "metrics", "print or serve the metrics for Prometheus",
    options: [
      Option(
        "listen", "l", value: "ADDRESS:PORT or PATH",
        "serve the metrics at this loopback address or Unix socket"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("tickets", nil, value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      Without --listen it prints the metrics once, in the text format 0.0.4. With --listen it
      serves them over HTTP as /metrics until SIGTERM or SIGINT, at 127.0.0.1, at [::1] or at a
      socket in the file PATH. They name no person and no device. tiltpad-status(1) lists them.
      """,
    run: metricsCommand)
}

private let context = "serving the metrics"

private func metricsCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let request = OverviewRequest(invocation, while: context)
  guard let target = invocation.value("listen") else {
    let overview = try request.answer()
    return Stream.output.write(metricsText(of: overview)) ? 0 : Failure.Status.failed.rawValue
  }
  let listener = try listener(at: target, of: invocation.command)
  do throws(SystemError) {
    var server = try MetricsServer(at: listener, as: target.contains("/") ? nil : Host.name) {
      metricsText(of: try? request.answer())
    }
    ServiceState.ready(status: "serving the metrics")
    server.run()
    ServiceState.stopping()
  } catch {
    throw Failure("the kernel refused \(error.call): \(error.reason)", while: context, try: "tiltpad doctor")
  }
  return 0
}

/// Returns the metrics for a state in the text format; nil means that no daemon is running.
func metricsText(of overview: Overview?) -> String {
  Metric.all.flatMap { $0.lines(of: overview) }.map { $0 + "\n" }.joined()
}

/// Returns the socket that the service manager has opened as `metrics`, or one opened at `target`.
///
/// - Throws: a usage failure if `target` is neither a path nor a loopback address with a port, or a failure
///   if it cannot be opened.
private func listener(at target: String, of command: String) throws(Failure) -> StreamListener {
  var inherited = InheritedDescriptors.all()
  if let listener = StreamListener(&inherited, name: "metrics") { return listener }
  let endpoint = target.contains("/") ? nil : Endpoint(target)
  guard target.contains("/") || endpoint?.address.isLoopback == true else {
    throw .usage("\(target) is neither a loopback address with a port, nor a path", of: command)
  }
  do throws(SystemError) {
    guard let endpoint else { return try StreamListener(at: target) }
    return try StreamListener(at: endpoint)
  } catch {
    throw Failure(
      "cannot listen at \(target): \(error.reason)", while: context,
      try: "stop the other program, or choose another place with --listen")
  }
}
