import Console
import Testing

@testable import Commands

struct InvocationTests {
  private static let command = Command(
    "try", "tries the parser", operands: "[WORD]...",
    options: [
      Option("first", "f", value: "TEXT", "a value"), Option("second", nil, value: "TEXT", "another"),
      Option("flag", "g", "no value"),
      Option("maybe", nil, value: "TEXT", isValueOptional: true, "a value that may be left out"),
    ], run: { _ in 0 })

  /// Returns the words of command line `number`, with up to 6 operands both before and after the options.
  private func words(_ number: Int) -> [String] {
    let operands = (0..<number % 7).map { "word\($0)" }
    return operands + ["-f", "value\(number)", "--second=\(number)", "-g"] + operands
  }

  @Test func `Command lines that are read at the same time do not mix`() async {
    let mixed = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var mixed = 0
          for round in 0..<500 {
            let number = worker * 1_000 + round
            let read = try? Invocation(words(number), of: InvocationTests.command)
            let isWhole =
              read?.value("first") == "value\(number)" && read?.value("second") == "\(number)"
              && read?.has("flag") == true && read?.operands.count == 2 * (number % 7)
            mixed += isWhole ? 0 : 1
          }
          return mixed
        }
      }
      return await group.reduce(0, +)
    }
    #expect(mixed == 0)
  }

  @Test func `A value that may be left out follows an equals sign`() throws {
    let read = try Invocation(["--maybe", "word", "--maybe=value"], of: InvocationTests.command)
    #expect(read.all("maybe") == ["", "value"] && read.operands == ["word"])
    #expect(InvocationTests.command.helpText.contains("--maybe[=TEXT]"))
  }

  @Test func `A name of a file controls no terminal in a failure`() {
    let failure = Failure("no file \u{1b}[2J\u{202e}a", while: "reading ü\n", try: "ls \u{7f}")
    #expect(
      failure.text == """
        tiltpad: no file <U+001B>[2J<U+202E>a
          while reading ü<U+000A>
          try: ls <U+007F>

        """)
  }
}
