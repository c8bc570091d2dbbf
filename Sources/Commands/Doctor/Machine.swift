import Gamepad
import Platform

/// The machine that is examined; every file is looked for below `root`.
struct Machine: Sendable {
  /// What precedes every path: empty for the machine itself.
  var root = ""
  /// Who asks.
  var user = Account.current
  /// The environment variable of a name.
  var variable: @Sendable (String) -> String? = { Surroundings.variable($0) }
  /// What comes of opening a device to make pads.
  var probe: @Sendable (String) -> PadError? = Machine.probe

  /// Whether there is anything at `path`.
  func exists(_ path: String) -> Bool { FileContents.exists(root + path) }

  /// The status of the file at `path`; nil when there is none.
  func status(_ path: String) -> FileStatus? { FileStatus(root + path) }

  /// The lines of the file at `path`, none when it cannot be read.
  func lines(of path: String) -> [String] {
    guard let bytes = try? FileContents.read(root + path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Whether a program called `name` runs, as far as this user may see.
  func runs(_ name: String) -> Bool {
    FileContents.names(in: "\(root)/proc").contains { number in
      number.first?.isNumber == true && lines(of: "/proc/\(number)/comm").first == name
    }
  }

  /// The first file with one of `names` in `directories`.
  func find(anyOf names: [String], in directories: [String]) -> String? {
    names.lazy.compactMap { find($0, in: directories) }.first
  }

  /// The first file called `name` in `directories`.
  func find(_ name: String, in directories: [String]) -> String? {
    directories.map { "\($0)/\(name)" }.first(where: exists)
  }

  /// The first file in `directories` that has the line `line`.
  func find(line: String, in directories: [String]) -> String? {
    let files = directories.flatMap { directory in
      FileContents.names(in: root + directory).map { "\(directory)/\($0)" }
    }
    return files.first { $0.hasSuffix(".conf") && lines(of: $0).contains(line) }
  }

  /// How the kernel has the module `name`: loaded, built in, or nil when it has it not.
  func module(_ name: String) -> String? {
    if lines(of: "/proc/modules").contains(where: { $0.hasPrefix("\(name) ") }) { return "loaded" }
    let release = lines(of: "/proc/sys/kernel/osrelease").first ?? ""
    let builtIn = lines(of: "/lib/modules/\(release)/modules.builtin")
    if builtIn.contains(where: { $0.hasSuffix("/\(name).ko") }) { return "built into the kernel" }
    return exists("/sys/module/\(name)") ? "loaded" : nil
  }

  private static func probe(_ path: String) -> PadError? {
    do throws(PadError) {
      try UinputPad.probe(path: path)
      return nil
    } catch {
      return error
    }
  }
}

/// Where systemd, udev and modules-load look for files, the administrator's first.
enum Directories {
  static let modules = roots.map { "\($0)/modules-load.d" }
  static let rules = roots.map { "\($0)/udev/rules.d" }
  static let units = roots.map { "\($0)/systemd/system" }
  private static let roots = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
}
