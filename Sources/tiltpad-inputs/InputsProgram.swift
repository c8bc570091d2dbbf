import Console
import InputGateway
import Inputs
import Model
import Platform

extension Command {
  /// The program of the inputs gateway, which `tiltpad inputs` runs with all settings.
  static let inputs = Command(
    "inputs", "let other people's controllers play; `tiltpad inputs` starts it", title: "tiltpad-inputs",
    options: [
      Option("input", "i", value: "WORDS", "hear the protocol that WORDS name first; key=value may follow"),
      Option("output", "o", value: "WORDS", "serve the protocol that WORDS name first, in the same way"),
      Option("socket", "s", value: "PATH", "connect to the daemon's socket for gateways at PATH"),
      Option("state", nil, value: "PATH", "keep the answers to controllers that have asked in the file PATH"),
    ],
    details: """
      Runs until SIGTERM or SIGINT. The keys are those of the sections [input NAME] and
      [output NAME] of tiltpad.conf(5), apart from enabled.
      """,
    run: inputsCommand)
}

private func inputsCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  var inputs: [InputSettings] = []
  var outputs: [OutputSettings] = []
  do throws(UnknownWord) {
    for words in invocation.all("input") { inputs.append(try InputSettings(words)) }
    for words in invocation.all("output") { outputs.append(try OutputSettings(words)) }
  } catch {
    throw .usage("no setting is called \(error.word)", of: invocation.command)
  }
  guard !inputs.isEmpty || !outputs.isEmpty, let socket = invocation.value("socket"),
    let state = invocation.value("state")
  else {
    throw .usage("--input or --output, --socket and --state are needed", of: invocation.command)
  }
  let journal = Journal()
  do throws(SystemError) {
    var reactor = try InputReactor(inputs: inputs, outputs: outputs, socket: socket, statePath: state) {
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
  /// True if the event can repeat with every controller until its cause is gone.
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

  /// The event as a line of the journal.
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
