internal import Glibc

/// What the program was started with.
public enum Surroundings {
  /// The arguments, without the program's own name.
  public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The environment variable `name`; nil when it is not set (getenv(3)).
  public static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The user that the program acts as (geteuid(2)).
  public static var userID: UInt32 { geteuid() }
}

extension Surroundings {
  /// The file of the program itself, symbolic links followed; nil when the kernel does not tell (realpath(3)).
  public static var program: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
