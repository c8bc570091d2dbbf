import Games
import Platform

/// A scan of the user's own processes (proc(5)): those that have a pad open, and the traits of each.
struct ProcessScan {
  /// The largest file of a process that is read, in bytes.
  private static let limit = 1 << 18
  /// The maximum number of command lines in which Steam's `reaper` is looked for, the process's own included.
  private static let ancestors = 16

  /// The directory of the processes.
  private static let directory = "/proc"

  /// Returns the numbers of the user's processes that have a file open for which `isPad` is true, in ascending order.
  ///
  /// Processes in `named` are included even without such a file, but only if they are the user's too.
  static func readers(of isPad: (String) -> Bool, with named: [Int] = []) -> [Int] {
    let user = Surroundings.userID
    return FileContents.names(in: directory).compactMap { Int($0) }.sorted().filter { number in
      FileStatus("\(directory)/\(number)")?.user == user && (named.contains(number) || has(number, isPad))
    }
  }

  /// Returns the traits of process `number`; nil if there is no such process.
  static func traits(of number: Int) -> GameTraits? {
    let home = "\(directory)/\(number)"
    guard FileContents.exists(home) else { return nil }
    return GameTraits(
      environment: bytes("\(home)/environ"), commands: commands(from: number),
      groups: String(decoding: bytes("\(home)/cgroup"), as: UTF8.self),
      flatpak: bytes("\(home)/root/.flatpak-info"),
      program: FileContents.target(ofLink: "\(home)/exe") ?? "")
  }

  private static func has(_ number: Int, _ isPad: (String) -> Bool) -> Bool {
    FileContents.names(in: "\(directory)/\(number)/fd").contains { name in
      FileContents.target(ofLink: "\(directory)/\(number)/fd/\(name)").map(isPad) ?? false
    }
  }

  /// Returns the command lines of process `number` and of those that started it, the nearest first.
  private static func commands(from number: Int) -> [[UInt8]] {
    var (next, found) = (number, [[UInt8]]())
    while next > 1, found.count < ancestors {
      found.append(bytes("\(directory)/\(next)/cmdline"))
      // The name in the second field may contain blanks and brackets; the fourth field is the parent.
      let status = String(decoding: bytes("\(directory)/\(next)/stat"), as: UTF8.self)
      let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
      next = fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }
    return found
  }

  private static func bytes(_ path: String) -> [UInt8] {
    (try? FileContents.read(path, limit: limit)) ?? []
  }
}
