import Foundation

/// The program zbarimg of another project, which reads QR codes.
enum QRReader {
  /// True if the program is installed.
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")

  /// Returns the line as a terminal shows it, without the escape sequences for colours (ECMA-48, SGR).
  static func shown(_ line: String) -> String {
    line.replacing(/\u{1b}\[[0-9;]*m/, with: "")
  }

  /// Returns the text that zbarimg reads from a picture of the blocks, each 4 by 8 dots, on a light
  /// background.
  static func text(in lines: [String]) throws -> String {
    let dark: [Character: (Bool, Bool)] = [
      " ": (false, false), "▀": (true, false), "▄": (false, true), "█": (true, true),
    ]
    let rows = lines.map(shown)
    let width = rows.map(\.count).max() ?? 0
    var picture = "P1\n\(4 * width) \(8 * rows.count)\n"
    for row in rows {
      let padding = String(repeating: " ", count: width - row.count)
      let modules = (row + padding).map { dark[$0] ?? (false, false) }
      for half in [modules.map(\.0), modules.map(\.1)] {
        let dots = half.map { $0 ? "1 1 1 1" : "0 0 0 0" }.joined(separator: "\n")
        for _ in 0..<4 { picture += dots + "\n" }
      }
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "tiltpad-\(UUID().uuidString).pbm")
    defer { try? FileManager.default.removeItem(at: file) }
    try picture.write(to: file, atomically: true, encoding: .utf8)
    let reader = Process()
    reader.executableURL = URL(filePath: "/usr/bin/zbarimg")
    reader.arguments = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]
    let output = Pipe()
    reader.standardOutput = output
    try reader.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    reader.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
