import Glibc
import Model
import Platform
import RateMeter

/// A daemon that is measured, a process of its own.
final class Server {
  /// The UDP port.
  let port: UInt16
  private let child: Child
  /// The descriptor that counts instructions; −1 without one.
  private let counter: Int32

  /// The process ID.
  var process: Int32 { child.process }

  /// Starts the program `words`, and waits until `log`, its standard error, names its port.
  init(_ words: [String], log: String) throws {
    try FileContents.write([], to: log)
    child = try Child("/bin/sh", ["-c", "exec \"$@\" 2>>\"$0\"", log] + words)
    counter = meter_counter(child.process)
    meter_hurry_daemon(child.process)
    let end = meter_now() + 5_000_000_000
    var text = ""
    while meter_now() < end, !child.hasEnded {
      meter_sleep(meter_now() + 5_000_000)
      text = String(decoding: try FileContents.read(log), as: UTF8.self)
      if let port = Server.port(in: text) {
        self.port = port
        return
      }
    }
    throw Trouble.silent(text)
  }

  deinit {
    if counter >= 0 { close(counter) }
    child.terminate()
    child.wait(atMost: .seconds(3))
  }

  /// The resources that the process has used since its start.
  var usage: meter_usage {
    get throws {
      var usage = meter_usage()
      let result = unsafe meter_usage(child.process, counter, &usage)
      guard result == 0 else { throw Trouble.kernel("reading /proc", code: -result) }
      return usage
    }
  }

  /// Returns the port that `text` names.
  private static func port(in text: String) -> UInt16? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(of: "port"), index + 1 < words.count, text.hasSuffix("\n") else {
      return nil
    }
    return UInt16(words[index + 1])
  }
}

/// Busy loops, twice as many as the machine has cores, which run until the object is released.
final class Load {
  private let loops: [Loop]

  /// Starts the loops.
  init(cores: Int) throws {
    loops = try (0..<2 * cores).map { _ in try Loop() }
  }

  private final class Loop {
    private let child: Child

    init() throws {
      child = try Child("/bin/sh", ["-c", "while :; do :; done"])
    }
  }
}
