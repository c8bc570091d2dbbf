import Console
import Daemon
import Gamepad
import Model
import Platform

extension DaemonEvent {
  /// The event as text for the journal; nil if the journal omits it.
  ///
  /// The text has one line, or three if the user can act on the event.
  var text: String? {
    if case .gatewayServes = self { return nil }
    guard let (context, remedy) = advice else { return line }
    return "\(line)\n  while \(context)\n  try: \(remedy)"
  }

  /// True if every packet or player can cause the event again until a person removes the cause.
  ///
  /// The journal then leaves out repetitions.
  var isTrouble: Bool {
    switch self {
    case .padsNotKept, .devicesNotKept, .quizNotKept: true
    default: false
    }
  }

  /// The daemon's task and the advice for the user; nil if the user can do nothing.
  private var advice: (context: String, remedy: String)? {
    switch self {
    case .portRefused(let port, _, nil):
      (
        "opening the network",
        "find the program that uses it: ss -lunp sport = \(port); or choose another port"
      )
    case .portRefused(let port, _, _): ("opening the network", SocketUnit.remedy(for: port))
    case .setting(.left):
      ("keeping a setting", "move its settings to /etc/tiltpad/tiltpad.conf.d, and delete the file")
    case .standingRefused(_, let shortage): ("plugging in the standing pads", shortage.remedy)
    case .padRefused(_, let shortage), .padStandsIn(_, let shortage): ("plugging in a pad", shortage.remedy)
    case .sensorsFailed(_, let error): ("making the motion sensors of a pad", error.remedy(module: "uinput"))
    case .quizKeysRefused(let error): ("making the keyboard for quiz winners", error.remedy(module: "uinput"))
    default: nil
    }
  }

  /// A line that describes the event.
  private var line: String {
    switch self {
    case .started(0, let path, _): JournalForm.listening.line(path)
    case .started(let port, let path, true): JournalForm.listeningToo.line("\(port)", path)
    case .started(let port, let path, false):
      JournalForm.inMemory.line("\(port)", path)
    case .attached(let slot, let device):
      "player \(slot.number) joined, pad \(DaemonEvent.name(device))"
    case .exchanged(let slot, let device):
      "player \(slot.number) switched to another pad, now \(DaemonEvent.name(device))"
    case .detached(let slot, padStays: false): "player \(slot.number) left, pad unplugged"
    case .detached(let slot, padStays: true): "player \(slot.number) left, pad stays plugged in"
    case .helps(let slot, let main): "player \(slot.number) helps player \(main.number), pad unplugged"
    case .tookOver(let slot, let device):
      "pad \(slot.number) recovered, waiting for its player (\(DaemonEvent.name(device)))"
    case .stands(let slot, let device):
      "pad \(slot.number) plugged in, waiting for a player (\(DaemonEvent.name(device)))"
    case .ready(let slot, let node, let delay):
      "pad \(slot.number) ready: \(node.facts), after \(delay.microseconds / 1_000) ms"
    case .stickMistaken(let slot, let node):
      "stick of player \(slot.number) unplugged: udev takes it for something else: \(node.facts)"
    case .standingRefused(let slot, let shortage):
      "cannot make pad \(slot.number): \(shortage.reasons)"
    case .padsNotKept(let error):
      "pads will not survive a restart: cannot save their owners: \(error.reason)"
    case .gameProfileUnknown(let name): JournalForm.gameProfile.line(name)
    case .padRefused(let slot, let shortage):
      "player \(slot.number) removed: cannot make a pad: \(shortage.reasons)"
    case .padStandsIn(let slot, let shortage):
      "pad \(slot.number) is \(shortage.exchange): \(shortage.reasons)"
    case .portRefused(let port, let error, .some(let other)):
      "cannot listen on UDP port \(port): \(error.reason); tiltpad.socket has opened \(other) instead"
    case .portRefused(let port, let error, nil):
      "cannot listen on UDP port \(port): \(error.reason); only phones can play"
    case .padFailed(let slot, let code):
      "player \(slot.number) removed: the pad failed: \(SystemError.reason(for: code))"
    case .lobby(let news): news.line
    case .devicesUnknown(let error):
      "encrypted sessions are off: \(Failure(database: StatePath.forKeeping, error, while: "reading the paired controllers").what)"
    case .devicesNotKept(let error):
      "cannot save a paired controller: \(Failure(database: StatePath.forKeeping, error, while: "keeping it").what)"
    case .quizKeysRefused(let error):
      "cannot make the keyboard for quiz winners: \(error.reason)"
    case .quizNotKept(let error):
      "cannot save the quiz: \(Failure(database: StatePath.forKeeping, error, while: "keeping it").what)"
    case .sensorsFailed(let slot, let error):
      "pad \(slot.number) reports no motion: its sensors failed: \(error.reason)"
    case .gatewayRefused(let kind, let error): "cannot start the \(kind.label), trying again: \(error.reason)"
    case .gatewaySocketRefused(let error):
      "phones cannot join: cannot open the socket for gateways: \(error.reason)"
    case .gatewayServes(let kind): "the \(kind.label) serves"
    case .gatewayHangs(let kind): "the \(kind.label) does not respond, killing it"
    case .gatewayEnded(let kind): "the \(kind.label) ended, restarting it"
    case .setting(let news): news.line
    case .reloaded: "configuration reloaded"
    case .reloadRefused: "the previous configuration stays in force"
    case .stopping: "stopping"
    }
  }

  /// Returns the kernel's name for a pad, or `in memory` for a pad without a device in the kernel.
  private static func name(_ device: String?) -> String { device ?? "in memory" }
}

extension InputNode {
  /// The name of the node, and its udev properties that matter to games and the seat.
  var facts: String { ([label] + kinds + (isForSeat ? ["uaccess"] : [])).joined(separator: ", ") }
}

extension GatewayKind {
  /// The gateway's display name.
  fileprivate var label: String {
    switch self {
    case .web: "web gateway"
    case .inputs: "inputs gateway"
    }
  }
}

extension PadShortage {
  /// The devices that could not make a pad, each with the reason.
  var reasons: String { refusals.map { "\($0.device): \($0.error.reason)" }.joined(separator: "; ") }

  /// The pad's actual identity, and the requested one.
  var exchange: String {
    "\(given?.label ?? "another identity") instead of \(wanted.label ?? "the requested one")"
  }

  /// The advice with the command that repairs the device of the requested identity.
  var remedy: String {
    refusals.first.map { $0.error.remedy(module: $0.device == DaemonSettings.hidPath ? "uhid" : "uinput") }
      ?? "tiltpad doctor"
  }
}

extension PadError {
  /// Returns the command that repairs the device of the kernel module `module` for players who join later, or
  /// that shows why the kernel has refused.
  func remedy(module: String) -> String {
    switch self {
    case .noDevice:
      "sudo modprobe \(module) && sudo systemctl restart tiltpad; the pads stay plugged in"
    case .notPermitted:
      "sudo udevadm trigger --settle --subsystem-match=misc --sysname-match=\(module)"
        + "; or sudo make install, which installs the udev rule"
    case .refused: "sudo dmesg | grep \(module)"
    }
  }
}
