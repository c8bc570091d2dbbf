internal import Glibc

/// The arguments, the environment and the user of the program.
public enum Surroundings {
  /// The arguments, without the program's own name.
  public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The environment variable `name`; nil when it is not set (getenv(3)).
  public static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
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
