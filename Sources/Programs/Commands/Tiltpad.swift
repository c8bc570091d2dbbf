import Console
import Platform
public import Room

/// The program `tiltpad`, which finds the subcommand and runs it.
public enum Tiltpad {
  /// The version that `--version` prints.
  static let version = "0.2.0"

  /// The subcommands in the order of the help.
  static let commands = commands(with: [])

  /// Returns the subcommands of a program with these third-party apps.
  private static func commands(with apps: [any App]) -> [Command] {
    [
      .setup, .serve(apps), .web, .inputs, .dashboard, .overlay, .tank, .pair, .devices, .peers, .accept,
      .deny, .kick,
      .lock,
      .mode, .share, .crowd, .set,
      .buzzer,
      .message, .discover, .join, .send, .monitor, .status, .metrics, .record, .replay, .layout, .games,
      .play,
      .check,
      .doctor,
      .report, .completion,
    ]
  }

  /// Runs the command line `arguments`, without the program's name, and returns the exit status.
  ///
  /// With `serve`, the host runs these third-party apps besides Tiltpad's own (docs/modes.md).
  public static func run(_ arguments: [String], apps: [any App] = []) -> Int32 {
    do throws(Failure) {
      return try dispatch(arguments, apps)
    } catch {
      Stream.error.write(error.text)
      return error.status.rawValue
    }
  }

  private static func dispatch(_ arguments: [String], _ apps: [any App]) throws(Failure) -> Int32 {
    guard let name = arguments.first else {
      Stream.error.write(helpText)
      return Failure.Status.usage.rawValue
    }
    switch name {
    case "-h", "--help", "help": return say(helpText)
    case "-V", "--version": return say("tiltpad \(version)\n")
    default: break
    }
    guard let command = commands(with: apps).first(where: { $0.name == name }) else {
      throw .usage("unknown command \(name)", of: "tiltpad")
    }
    return try command.carryOut(Array(arguments.dropFirst()))
  }

  private static func say(_ text: String) -> Int32 {
    Stream.output.write(text) ? 0 : 1
  }

  private static var helpText: String {
    """
    Usage: tiltpad COMMAND [OPTION]...

    Turns phones, microcontrollers and scripts into gamepads on this machine.

    Commands:
    \(table(commands.map { ($0.name, $0.summary) }))
    Options:
      -h, --help     show this help and exit; also after a command
      -V, --version  show the version and exit

    """
  }
}
