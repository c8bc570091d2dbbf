internal import Glibc

/// The arguments, the environment and the user of the program.
public enum Surroundings {
  /// The arguments, without the program's own name.
  public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The environment variable `name`; nil when it is not set (getenv(3)).
  public static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Returns the user's own directory that `variable` names, or else `place` in the home directory (XDG Base Directory
  /// Specification); nil without a home.
  public static func ownDirectory(_ variable: String, orInHome place: String) -> String? {
    self.variable(variable) ?? self.variable("HOME").map { "\($0)/\(place)" }
  }

  /// The effective user ID of the program (geteuid(2)).
  public static var userID: UInt32 { geteuid() }
}

extension Surroundings {
  /// The path of the program's own file, with symbolic links followed (realpath(3)); nil if the kernel does not report
  /// it.
  public static var program: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
