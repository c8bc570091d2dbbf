import Gamepad
import Local
import Model
import Platform
import Settings

/// The machine to examine; its methods look up every path below ``root``.
struct Machine: Sendable {
  /// The prefix of the methods' paths: empty for the running system.
  var root = ""
  /// The user who runs the program.
  var user = Account.current
  /// Returns the value of an environment variable; nil if the variable is unset or empty.
  var variable: @Sendable (String) -> String? = { Surroundings.variable($0) }
  /// Opens the device at a path as if to create a pad; returns the error, or nil on success.
  var probe: @Sendable (String) -> PadError? = Machine.probe
  /// Returns the event nodes of input devices according to udev's database.
  var nodes: @Sendable () -> [InputNode] = { InputNodes.present() }
  /// Returns whether the user may open the event node at a path.
  var opens: @Sendable (String) -> Bool = { (try? Descriptor(opening: $0, .polling)) != nil }
  /// Returns the state of a file's certificate for a machine's name and addresses; nil if no program can determine
  /// it.
  var judge: @Sendable (String, String, [Address]) -> CertificateState? = GatewayProgram.judge
  /// Returns the state of the certificate of the host's own domain; nil if no program can determine it.
  var judgeDomain: @Sendable (DomainPaths) -> DomainState? = GatewayProgram.judge

  /// Returns whether there is a file at `path`.
  func exists(_ path: String) -> Bool { FileContents.exists(root + path) }

  /// Returns the status of the file at `path`; nil if there is none.
  func status(_ path: String) -> FileStatus? { FileStatus(root + path) }

  /// Returns the non-empty lines of the file at `path`; an empty list if the file cannot be read.
  func lines(of path: String) -> [String] {
    guard let bytes = try? FileContents.read(root + path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the targets of the symbolic links in the directory at `path`, as written, by the links' names.
  func links(in path: String) -> [String: String] {
    let names = FileContents.names(in: root + path)
    let texts = names.map { ($0, FileContents.target(ofLink: "\(root)\(path)/\($0)")) }
    return Dictionary(uniqueKeysWithValues: texts).compactMapValues { $0 }
  }

  /// Returns whether a program called `name` is running, as far as this user can see processes.
  func runs(_ name: String) -> Bool { owner(of: name) != nil }

  /// Returns the user ID of a running program called `name`; nil if this user can see none.
  func owner(of name: String) -> UInt32? {
    let process = FileContents.names(in: "\(root)/proc").first { number in
      number.first?.isNumber == true && lines(of: "/proc/\(number)/comm").first == name
    }
    return process.flatMap { status("/proc/\($0)")?.user }
  }

  /// Returns whether a socket uses `port`; for TCP, only a listening socket counts.
  func isUsed(_ port: OpenPort) -> Bool { !sockets(at: port).isEmpty }

  /// Returns the user IDs of the sockets that use `port`; for TCP, only of listening ones.
  func users(of port: OpenPort) -> [UInt32] {
    sockets(at: port).compactMap { $0.count > 7 ? UInt32($0[7]) : nil }
  }

  /// Returns the fields of each socket that uses `port`; for TCP, only those in state 0A (the kernel's
  /// proc_net_tcp.txt).
  private func sockets(at port: OpenPort) -> [[Substring]] {
    let rows = (lines(of: "/proc/net/\(port.kind)") + lines(of: "/proc/net/\(port.kind)6")).map {
      $0.split(separator: " ")
    }
    return rows.filter { fields in
      fields.count > 3 && (port.kind == "udp" || fields[3] == "0A")
        && fields[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) } == port.number
    }
  }

  /// Returns the first existing file in `directories` with one of `names`; nil if there is none.
  func find(anyOf names: [String], in directories: [String]) -> String? {
    names.lazy.compactMap { find($0, in: directories) }.first
  }

  /// Returns the first existing file in `directories` called `name`; nil if there is none.
  func find(_ name: String, in directories: [String]) -> String? {
    directories.map { "\($0)/\(name)" }.first(where: exists)
  }

  /// Returns the first `.conf` file in `directories` that contains the line `line`; nil if there is none.
  func find(line: String, in directories: [String]) -> String? {
    let files = directories.flatMap { directory in
      FileContents.names(in: root + directory).filter(ConfigurationFiles.isDropIn).map {
        "\(directory)/\($0)"
      }
    }
    return files.first { lines(of: $0).contains(line) }
  }

  /// Returns the state of the kernel module `name`, loaded or built in; nil if it is neither.
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

/// The directories in which systemd, udev and modules-load search for files, the administrator's first.
enum Directories {
  static let modules = roots.map { "\($0)/modules-load.d" }
  static let rules = roots.map { "\($0)/udev/rules.d" }
  static let units = roots.map { "\($0)/systemd/system" }
  private static let roots = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
}
