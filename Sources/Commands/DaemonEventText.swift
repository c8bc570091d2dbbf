import Daemon
import Gamepad
import Model
import Platform

extension DaemonEvent {
  /// The event as a text for the journal: one line, or three lines if a person can do something about the event.
  ///
  /// It is nil for an event that the journal leaves out.
  var text: String? {
    if case .gatewayServes = self { return nil }
    guard let (context, remedy) = advice else { return line }
    return "\(line)\n  while \(context)\n  try: \(remedy)"
  }

  /// Whether the event can repeat with every packet or player until its cause is gone.
  var isTrouble: Bool {
    switch self {
    case .padsNotKept, .devicesNotKept, .quizNotKept: true
    default: false
    }
  }

  /// The work that the daemon was doing and the advice for a person; nil when a person can do nothing.
  private var advice: (context: String, remedy: String)? {
    switch self {
    case .portRefused(let port, _, nil):
      ("opening the network", "find who has it with: ss -lunp sport = \(port), or take another port")
    case .portRefused(let port, _, _): ("opening the network", SocketUnit.remedy(for: port))
    case .standingRefused(_, let shortage): ("making pads that stand", shortage.remedy)
    case .padRefused(_, let shortage), .padStandsIn(_, let shortage): ("plugging in a pad", shortage.remedy)
    case .sensorsFailed(_, let error): ("making the sensors beside a pad", error.remedy(module: "uinput"))
    case .quizKeysRefused(let error): ("making the keyboard of the quiz", error.remedy(module: "uinput"))
    default: nil
    }
  }

  /// A line that says what happened.
  private var line: String {
    switch self {
    case .started(0, let path, _): "listening at \(path) only"
    case .started(let port, let path, true): "listening on UDP port \(port) and at \(path)"
    case .started(let port, let path, false):
      "listening on UDP port \(port) and at \(path); no kernel pads: games see nothing, `tiltpad monitor` does"
    case .attached(let slot, let device):
      "player \(slot.number) joined, pad\(DaemonEvent.name(device))"
    case .exchanged(let slot, let device):
      "player \(slot.number) has asked for another pad, now\(DaemonEvent.name(device))"
    case .detached(let slot, padStays: false): "player \(slot.number) left, pad unplugged"
    case .detached(let slot, padStays: true): "player \(slot.number) left, the pad stays"
    case .tookOver(let slot, let device):
      "took over the pad of player \(slot.number)\(DaemonEvent.name(device)), which waits for its player"
    case .stands(let slot, let device): "the pad of player \(slot.number) stands\(DaemonEvent.name(device))"
    case .standingRefused(let slot, let shortage):
      "the pad of player \(slot.number) cannot be made: \(shortage.reasons)"
    case .padsNotKept(let error):
      "pads will not outlive a restart: cannot write down whose they are: \(error.reason)"
    case .padRefused(let slot, let shortage):
      "player \(slot.number) is out: no pad can be made: \(shortage.reasons)"
    case .padStandsIn(let slot, let shortage):
      "the pad of player \(slot.number) is \(shortage.exchange): \(shortage.reasons)"
    case .portRefused(let port, let error, .some(let other)):
      "cannot listen on UDP port \(port): \(error.reason); tiltpad.socket has opened \(other) instead"
    case .portRefused(let port, let error, nil):
      "cannot listen on UDP port \(port): \(error.reason); nobody but pages can play"
    case .padFailed(let slot, let code):
      "player \(slot.number) is out: the pad failed: \(SystemError.reason(for: code))"
    case .lobby(let news): news.line
    case .devicesUnknown(let error):
      "no encrypted sessions: \(Failure(database: StatePath.forKeeping, error, while: "reading who is paired").what)"
    case .devicesNotKept(let error):
      "a paired controller was not written down: \(Failure(database: StatePath.forKeeping, error, while: "keeping it").what)"
    case .quizKeysRefused(let error):
      "no keyboard for the winners of the quiz: \(error.reason)"
    case .quizNotKept(let error):
      "the quiz was not written down: \(Failure(database: StatePath.forKeeping, error, while: "keeping it").what)"
    case .sensorsFailed(let slot, let error):
      "the pad of player \(slot.number) shows no motion: the sensors beside it failed: \(error.reason)"
    case .gatewayRefused(let error): "the web gateway cannot be started, and is tried again: \(error.reason)"
    case .gatewaySocketRefused(let error):
      "no gateways, and no page for phones: cannot listen for them beside the socket: \(error.reason)"
    case .gatewayServes: "the web gateway serves its page"
    case .gatewayHangs: "the web gateway hangs, and is killed"
    case .gatewayEnded: "the web gateway has ended, and is started again"
    case .reloaded: "the configuration was read again"
    case .reloadRefused: "the former configuration stays in force"
    case .stopping: "stopping"
    }
  }

  /// Returns the kernel's name of a pad behind a blank, or ` in memory` for a pad without a name.
  private static func name(_ device: String?) -> String { " \(device ?? "in memory")" }
}

extension PadShortage {
  /// The devices that made no pad, each with the reason.
  var reasons: String { refusals.map { "\($0.device): \($0.error.reason)" }.joined(separator: ", nor ") }

  /// The identity that the player was given, and the one that was asked for.
  var exchange: String { "\(given?.label ?? "another") and not \(wanted.label ?? "as asked for")" }

  /// The advice for the device that the wanted identity needs: a command that mends it.
  var remedy: String {
    refusals.first.map { $0.error.remedy(module: $0.device == DaemonSettings.hidPath ? "uhid" : "uinput") }
      ?? "tiltpad doctor"
  }
}

extension PadError {
  /// Returns the command that mends the device of the kernel module `module` for players who join later.
  func remedy(module: String) -> String {
    switch self {
    case .noDevice:
      "sudo modprobe \(module) && sudo systemctl restart tiltpad, which leaves the pads where they are"
    case .notPermitted:
      "sudo udevadm trigger --settle --subsystem-match=misc --sysname-match=\(module)"
        + ", or sudo make install for the udev rule"
    case .refused: "sudo dmesg | grep \(module)"
    }
  }
}
