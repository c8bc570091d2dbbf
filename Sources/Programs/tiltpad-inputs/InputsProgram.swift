import Console
import InputGateway
import Model
import Platform
import Settings

extension Command {
  /// The program of the inputs gateway, with which `tiltpad inputs` replaces itself.
  static let inputs = Command(
    "inputs", "let third-party controllers play; `tiltpad inputs` starts it", title: "tiltpad-inputs",
    details: """
      Runs until SIGTERM or SIGINT. The settings come on standard input.
      """,
    run: inputsCommand)
}

private func inputsCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let settings: InputSettings = try invocation.givenSettings()
  let journal = Journal()
  do throws(SystemError) {
    var reactor = try InputReactor(settings) {
      journal.write($0.line, isTrouble: $0.isTrouble, $0.fields)
    }
    reactor.run()
    return 0
  } catch {
    throw Failure(
      "the kernel refused \(error.call): \(error.reason)", while: "starting the inputs gateway",
      try: "tiltpad doctor")
  }
}

extension InputEvent {
  /// True if a controller can cause the event again and again until a person removes the cause.
  ///
  /// The journal leaves out repetitions of such an event for a minute.
  fileprivate var isTrouble: Bool {
    switch self {
    case .answersNotKept, .asks: true
    default: false
    }
  }

  /// The fields of the event in the journal.
  fileprivate var fields: JournalFields {
    switch self {
    case .started: JournalFields("inputs-started")
    case .portRefused(_, let error): JournalFields("port-refused", reason: error.reason, isWarning: true)
    case .daemonFound: JournalFields("daemon-found")
    case .daemonLost: JournalFields("daemon-lost", isWarning: true)
    case .asks: JournalFields("controller-asks")
    case .answersNotKept(let error): JournalFields("not-kept", reason: error.reason, isWarning: true)
    case .stopping: JournalFields("inputs-stopping")
    }
  }

  /// The event as a journal line.
  var line: String {
    switch self {
    case .started(let ports, let sends):
      [
        ("listening for", ports.map(\.text)),
        ("sending", sends.map { "\($0.title) to \($0.target)" }),
      ].filter { !$1.isEmpty }.map { "\($0) \($1.joined(separator: ", "))" }.joined(separator: "; ")
    case .portRefused(let port, let error): "cannot listen for \(port.text): \(error.reason)"
    case .daemonFound: "connected to the daemon"
    case .daemonLost: "the daemon is gone: controllers wait until it is back"
    case .asks(let name): JournalForm.asksToPlay.line(name)
    case .answersNotKept(let error):
      "controllers will have to ask again after a restart: cannot save the answers: \(error.reason)"
    case .stopping: "stopping"
    }
  }
}

extension InputEvent.Port {
  /// The port in words.
  fileprivate var text: String {
    switch self {
    case .udp(let title, let port): "\(title) on UDP port \(port)"
    case .tcp(let title, let port): "\(title) on TCP port \(port)"
    case .server(let title, let server): "\(title) at \(server)"
    }
  }
}
