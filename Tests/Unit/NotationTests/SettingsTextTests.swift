import Impairment
import Notation
import Testing

/// The lines of a settings file, and the values that are written into one.
@Suite struct SettingsTextTests {
  private typealias Line = SettingsText.Line
  private typealias Content = SettingsText.Content
  private typealias Fault = SettingsText.Fault

  private func lines(_ text: String) -> [SettingsText.Line] { SettingsText.lines(of: Array(text.utf8)) }

  /// Returns the meaning of `line` in the section `s`; nil if it has none.
  private func content(_ line: String) -> SettingsText.Content? {
    lines("[s]\n\(line)").first { $0.number == 2 }?.content
  }

  /// Returns the fault of `line` in the section `s`, and its column; nil if it has none.
  private func fault(_ line: String) -> (SettingsText.Fault, Int)? {
    guard case .fault(let fault, let column)? = content(line) else { return nil }
    return (fault, column)
  }

  @Test func `Each line that says something has its number and its section`() {
    let text = """

      # a comment
      [host]
       \t
      name = Den
        ; another
      [ input \t osc ]
      port=1 = 2
      name =
      """
    #expect(
      lines(text) == [
        Line(3, .section("host")), Line(5, .setting(section: "host", key: "name", value: "Den")),
        Line(7, .section("input osc")), Line(8, .setting(section: "input osc", key: "port", value: "1 = 2")),
        Line(9, .setting(section: "input osc", key: "name", value: "")),
      ])
  }

  @Test(arguments: [
    ("[host", Fault.badSection, 1), ("  [host", .badSection, 3), ("[]", .badSection, 1),
    ("[ \t]", .badSection, 1), ("[a[b]", .badSection, 1), ("[host] x", .behindSection, 7),
    ("[ho]st]", .behindSection, 5), ("name", .noForm, 1), (" = x", .noForm, 2),
    ("a = b # c", .comment, 7), ("a = b\t; c", .comment, 7), ("a = ;c", .comment, 5),
    ("a = #e69f00", .comment, 5), ("a = \"", .quote, 5), ("a = \"b\" c", .quote, 5),
    ("a = \"b\"c\"", .quote, 5), ("a = \"b\"\"", .quote, 5), ("a = \"\"\"", .quote, 5),
    ("a = b\rc", .control("\r"), 6), ("a\u{2028}b = c", .control("\u{2028}"), 2),
    ("a = \u{feff}b", .control("\u{feff}"), 5), ("# \u{1}", .control("\u{1}"), 3),
  ])
  func `A line of another form is a fault at its column`(
    _ line: String, _ fault: SettingsText.Fault, _ column: Int
  ) {
    let found = self.fault(line)
    #expect(found?.0 == fault && found?.1 == column, "\(String(describing: found))")
  }

  @Test(arguments: [
    ("a = b#c", "b#c"), ("a = b;c", "b;c"), ("a =\t b c \t", "b c"), ("a = \"\"", ""),
    ("a = \" b # c \"", " b # c "),
    ("a = \"b\"\"c\"", "b\"c"), ("a = \"\"\"\"", "\""), ("a = \"b\"\"\"", "b\""), ("a = b\"c", "b\"c"),
    ("a = b\tc", "b\tc"), ("a = é", "é"),
  ])
  func `A value has no blanks around it, and quotes around what they keep`(_ line: String, _ value: String) {
    #expect(content(line) == .setting(section: "s", key: "a", value: value))
  }

  @Test func `A key belongs to no section before the first one and after a refused one`() {
    let read = lines("a = 1\n[b]\na = 1\n[c\na = 1\n[b]\nb = 2\n[d] e\na = 1")
    #expect(
      read.map(\.content) == [
        .fault(.noSection, column: 1), .section("b"), .setting(section: "b", key: "a", value: "1"),
        .fault(.badSection, column: 1), .fault(.noSection, column: 1), .section("b"),
        .setting(section: "b", key: "b", value: "2"), .fault(.behindSection, column: 4),
        .fault(.noSection, column: 1),
      ])
  }

  @Test func `A key is set once in its section, and a refused value does not count`() {
    let read = lines("[b]\na = \"\na = 1\n[c]\na = 2\n[ b ]\n  a = 3\na = 3\nA = 4")
    #expect(
      read.map(\.content) == [
        .section("b"), .fault(.quote, column: 5), .setting(section: "b", key: "a", value: "1"), .section("c"),
        .setting(section: "c", key: "a", value: "2"), .section("b"), .fault(.repeated(line: 3), column: 3),
        .fault(.repeated(line: 3), column: 1), .setting(section: "b", key: "A", value: "4"),
      ])
  }

  @Test func `A line ends with LF or CR LF, and the last one with the file`() {
    let read = [Line(1, .section("a")), Line(2, .setting(section: "a", key: "b", value: "c"))]
    #expect(lines("[a]\nb = c") == read && lines("[a]\r\nb = c\r\n") == read && lines("[a]\nb = c\n") == read)
    #expect(lines("[a]\r\nb = c\r") == [read[0], Line(2, .fault(.control("\r"), column: 6))])
  }

  @Test func `A byte order mark is skipped at the start, and bytes that are no UTF-8 are a fault`() {
    #expect(lines("\u{feff}[a]") == [Line(1, .section("a"))])
    let bytes = Array("[a]\nb = \u{e9}".utf8)
    #expect(
      SettingsText.lines(of: bytes + [0xff]) == [
        Line(1, .section("a")), Line(2, .fault(.notText, column: 6)),
      ])
    #expect(SettingsText.lines(of: [0xef, 0xbb]) == [Line(1, .fault(.notText, column: 1))])
  }

  @Test func `A file with a byte too many is one fault, in the line that crosses the limit`() {
    let full = [UInt8](repeating: 0x0a, count: 3) + [UInt8](repeating: 0x23, count: SettingsText.limit - 3)
    #expect(SettingsText.lines(of: full) == [])
    #expect(SettingsText.lines(of: full + [0x23]) == [Line(4, .fault(.fileTooLong, column: 1))])
    let ended = [UInt8](repeating: 0x23, count: SettingsText.limit - 1) + [0x0a]
    #expect(SettingsText.lines(of: ended + [0x23]) == [Line(2, .fault(.fileTooLong, column: 1))])
  }

  @Test(arguments: [
    ("Den", "Den"), ("", ""), (" Den", "\" Den\""), ("Den\t", "\"Den\t\""), ("a # b", "\"a # b\""),
    ("#a", "\"#a\""),
    ("a#b", "a#b"), ("a\"b", "a\"b"), ("\"a\"", "\"\"\"a\"\"\""), ("a \"b\" # c", "\"a \"\"b\"\" # c\""),
  ])
  func `A value is written with quotes only if it needs them`(_ value: String, _ written: String) {
    #expect(SettingsText.written(value) == written)
  }

  @Test func `Whatever is written is read again`() {
    var dice = Random(seed: 5)
    for _ in 0..<2_000 {
      let letters = (0..<Int.random(in: 0...6, using: &dice)).compactMap { _ in
        Array("a\"#; \t=[]é").randomElement(using: &dice)
      }
      let value = String(letters)
      let read = content("k = \(SettingsText.written(value))")
      #expect(read == .setting(section: "s", key: "k", value: value), "\(value)")
    }
  }
}
