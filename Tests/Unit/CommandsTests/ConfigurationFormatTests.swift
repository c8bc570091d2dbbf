import Bridge
import Console
import Daemon
import Foundation
import Glibc
import Model
import Notation
import Testing

@testable import Commands

/// The rules for files and lines, read from the manual.
@Suite struct ConfigurationFormatTests {
  private static let tables = manualTables()

  @Test func `The manual has examples of files and of lines`() {
    #expect(ConfigurationFormatTests.tables.count == 2)
    #expect(ConfigurationFormatTests.tables.allSatisfy { $0.count >= 12 })
  }

  @Test(arguments: tables.last ?? [])
  func `Each line means what the manual says`(_ example: [String]) throws {
    let scratch = ConfigurationTests.Scratch()
    let file = "\(scratch.path)/a.conf"
    try Data("[host]\n".utf8 + bytes(example[0])).write(to: URL(filePath: file))
    let result = bytes(example[1])
    do throws(Failure) {
      let name = try Configuration(path: file, isRequired: true).daemon.name
      #expect(Array("name is \"\(name)\"".utf8) == result, "\(example[0])")
    } catch {
      let words = String(decoding: result, as: UTF8.self)
      #expect(error.what.hasPrefix("\(file):") && error.what.contains(words), "\(example[0]): \(error.what)")
    }
  }

  @Test func `The files are read that the manual says, in its order`() throws {
    let scratch = ConfigurationTests.Scratch()
    for (index, example) in (ConfigurationFormatTests.tables.first ?? []).enumerated() {
      _ = scratch.write("[player \(index + 1)]\nmotion = no\n", to: "t.conf.d/\(example[0])")
    }
    let read = try Configuration(path: "\(scratch.path)/t.conf", isRequired: false).daemon.playerMotion
    for (index, example) in (ConfigurationFormatTests.tables.first ?? []).enumerated() {
      let isRead = read.contains { $0.key.number == index + 1 }
      #expect(isRead == example[1].hasPrefix("read"), "\(example)")
    }
    _ = scratch.write("[host]\nname = ten\n", to: "t.conf.d/10-den.conf")
    _ = scratch.write("[host]\nname = nine\n", to: "t.conf.d/9-den.conf")
    #expect(try Configuration(path: "\(scratch.path)/t.conf", isRequired: false).daemon.name == "nine")
  }

  @Test func `A file whose name is not UTF-8 is an error if it would be read, and is named`() throws {
    let scratch = ConfigurationTests.Scratch()
    let path = "\(scratch.path)/t.conf"
    _ = scratch.write("[host]\nname = Den\n", to: "t.conf.d/a.conf")
    // The name of one file is 10-dén.conf in Latin-1, which is not valid UTF-8.
    for (name, isRefused) in [(".conf.bak", false), (".conf", true)] {
      let bytes = Array("\(path).d/10-d".utf8) + [0xe9] + Array("n\(name)\0".utf8)
      let file = unsafe creat(bytes.map { CChar(bitPattern: $0) }, 0o600)
      try #require(file >= 0)
      close(file)
      let words = "cannot read \(path).d/10-d\u{fffd}n.conf: its name is not UTF-8"
      #expect((refusal(of: path) == words) == isRefused)
    }
  }

  @Test func `A line has as many bytes as a file, and one byte more is refused`() throws {
    let scratch = ConfigurationTests.Scratch()
    let start = "[host]\nallow_plain = 10.0.0.0/8"
    let last = " 192.168.1.0/24"
    let gap = String(repeating: " ", count: SettingsText.limit - start.utf8.count - last.utf8.count)
    let full = scratch.write(start + gap + last, to: "full.conf")
    #expect(try Configuration(path: full, isRequired: true).daemon.bridge.roster.plainRanges.count == 2)
    let over = scratch.write(start + gap + " " + last, to: "over.conf")
    #expect(refusal(of: over)?.contains("over.conf:2: the file has more than 65536 bytes") == true)
    let comment = scratch.write(
      "# \(String(repeating: "x", count: 198))allow_plain = 0.0.0.0/0\n", to: "c.conf")
    #expect(try Configuration(path: comment, isRequired: true).daemon.bridge.roster.plainRanges.isEmpty)
  }

  @Test func `A byte order mark is skipped at the start of a file`() throws {
    let scratch = ConfigurationTests.Scratch()
    let file = scratch.write("\u{feff}[host]\nname = Den\n", to: "a.conf")
    #expect(try Configuration(path: file, isRequired: true).daemon.name == "Den")
  }

  @Test func `A link is followed, and one without a target is an error`() throws {
    let scratch = ConfigurationTests.Scratch()
    let target = scratch.write("[host]\nname = Den\n", to: "target")
    _ = scratch.write("[host]\nname = Attic\n", to: "t.conf.d/a.conf")
    let folder = "\(scratch.path)/t.conf.d"
    let path = "\(scratch.path)/t.conf"
    #expect(unsafe symlink(target, "\(folder)/b.conf") == 0)
    #expect(unsafe symlink("/dev/null", "\(folder)/c.conf") == 0)
    #expect(try Configuration(path: path, isRequired: false).daemon.name == "Den")
    #expect(unsafe symlink("ann@den.1234", "\(folder)/.#a.conf") == 0)
    #expect(try Configuration(path: path, isRequired: false).daemon.name == "Den")
    #expect(unsafe symlink("/nowhere", "\(folder)/d.conf") == 0)
    #expect(refusal(of: path)?.contains("cannot read \(folder)/d.conf: ") == true)
    _ = unsafe unlink("\(folder)/d.conf")
    #expect(unsafe symlink("/nowhere", path) == 0)
    #expect(refusal(of: path)?.contains("cannot read \(path): ") == true)
  }

  @Test func `A directory, a pipe and an endless file are errors, and nobody waits for them`() throws {
    let scratch = ConfigurationTests.Scratch()
    let path = "\(scratch.path)/t.conf"
    _ = scratch.write("", to: "t.conf.d/a.conf")
    for make in [
      { unsafe mkdir($0, 0o700) }, { unsafe mkfifo($0, 0o600) }, { unsafe symlink("/dev/zero", $0) },
    ] as [(String) -> Int32] {
      let file = "\(path).d/z.conf"
      #expect(make(file) == 0)
      #expect(refusal(of: path)?.contains("cannot read \(file): ") == true)
      _ = unsafe remove(file)
    }
    let plain = scratch.write("", to: "u.conf.d")
    #expect(refusal(of: "\(scratch.path)/u.conf")?.contains("cannot read \(plain): ") == true)
  }

  @Test func `A file that may not be read is an error, and a missing one is empty`() throws {
    let scratch = ConfigurationTests.Scratch()
    let path = "\(scratch.path)/t.conf"
    #expect(refusal(of: path) == nil)
    let closed = scratch.write("[host]\n", to: "t.conf.d/a.conf")
    _ = unsafe chmod(closed, 0)
    // Root may read every file.
    #expect((refusal(of: path) == nil) == (geteuid() == 0))
    _ = unsafe chmod("\(path).d", 0)
    #expect((refusal(of: path) == nil) == (geteuid() == 0))
    _ = unsafe chmod("\(path).d", 0o700)
  }

  @Test func `Characters that cannot be seen are shown by their numbers`() throws {
    let scratch = ConfigurationTests.Scratch()
    let file = scratch.write("[host]\nport =\u{a0}28460\u{200b}\n", to: "a.conf")
    #expect(refusal(of: file)?.contains(": <U+00A0>28460<U+200B>") == true)
  }

  private func refusal(of path: String) -> String? {
    do throws(Failure) {
      _ = try Configuration(path: path, isRequired: false)
      return nil
    } catch {
      return error.what
    }
  }

  /// Returns the bytes for which `text` stands, with the escapes of the manual.
  private func bytes(_ text: String) -> [UInt8] {
    let parts = text.components(separatedBy: "\\")
    return parts.dropFirst().reduce(Array((parts.first ?? "").utf8)) { bytes, part in
      let plain: [Character: UInt8] = ["t": 9, "n": 10, "r": 13]
      if let letter = part.first, let byte = plain[letter] { return bytes + [byte] + part.utf8.dropFirst() }
      return bytes + [UInt8(part.prefix(3), radix: 8) ?? 0] + part.utf8.dropFirst(3)
    }
  }

  /// Returns the rows of each table in the section FORMAT of tiltpad.conf(5).
  private static func manualTables() -> [[[String]]] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../docs/man/tiltpad.conf.5"
    ).path
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let format =
      text.components(separatedBy: ".Sh FORMAT\n").last?.components(separatedBy: "\n.Sh ").first ?? ""
    return format.components(separatedBy: ".Bd -literal -offset indent\n").dropFirst().map { part in
      let rows = part.components(separatedBy: "\n.Ed").first?.components(separatedBy: "\n") ?? []
      return rows.map { row in
        row.replacing("\\&", with: "").replacing("\\e", with: "\\").components(separatedBy: " | ").map {
          String($0.reversed().drop { $0 == " " }.reversed())
        }
      }
    }
  }
}
