import Testing

@testable import Commands

/// The row of `tiltpad check --steam`.
@Suite struct SteamCheckTests {
  private static func facts(_ name: String?, _ library: String? = nil) -> SteamFacts {
    let root = FakeRoot()
    if let name { root.write("ID=x\nPRETTY_NAME=\(name)\n", to: "/etc/os-release") }
    if let library { root.write("", to: "/usr/lib/systemd/\(library)") }
    return SteamFacts(of: Machine(root: root.path), identity: "dualsense")
  }

  @Test(arguments: [
    ("\"Debian GNU/Linux 13 (trixie)\"", "Debian GNU Linux 13 (trixie)"), ("Arch", "Arch"),
    ("'a | b'", "a b"),
    ("\"\u{1b}[31m\"", "31m"), (nil, "unknown"), ("\"\"", "unknown"),
  ])
  func `A system's name loses what means something to a document`(_ name: String?, _ shown: String) {
    #expect(SteamCheckTests.facts(name).system == shown)
  }

  @Test func `The row has a cell for each fact and answer below its heading`() throws {
    let answers = SteamQuestion.all.map { $0.choices[0].cell }
    let row = SteamRow(of: SteamCheckTests.facts("Arch", "libsystemd-shared-259.so"), answers: answers)
    let lines = row.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("| system | udev | identity | Steam | listed | buttons and sticks | rumble |"))
    #expect(lines[2].hasPrefix("| Arch | 259 | dualsense | package | yes | right | yes | yes |"))
    #expect(Set(lines.map { $0.split(separator: "|").count }) == [SteamQuestion.all.count + 3])
    #expect(row.json.hasPrefix(#"{"system":"Arch","udev":"259","identity":"dualsense","kind":"package","#))
    #expect(SteamCheckTests.facts(nil).udev == nil)
  }

  @Test func `An answer is the number of one, and nothing else is`() {
    for question in SteamQuestion.all {
      let cells = question.choices.indices.map { question.cell(of: "\($0 + 1)") }
      #expect(cells == question.choices.map(\.cell))
      for typed in ["", "0", "\(question.choices.count + 1)", "x", " 1"] {
        #expect(question.cell(of: typed) == nil)
      }
    }
  }
}
