import Notation
import Settings
import Testing

@testable import Commands

/// The keys of a section of each kind, each with the title of that kind in the manual.
let allKeys: [(section: String, title: String, key: SettingKey<Configuration>)] = {
  let titles = [
    "player 1": "[player N]", "profile wheel": "[profile NAME]", "input osc": "[input NAME]",
    "output osc": "[output NAME]",
  ]
  let sections = ["host", "session", "web", "buzzer", "input"] + titles.keys.sorted()
  return sections.flatMap { section in
    (Configuration.keys(of: section) ?? []).map { (section, titles[section] ?? "[\(section)]", $0) }
  }
}()

/// The part of a report that shows the configuration.
@Suite struct ReportedFileTests {
  private func report(_ text: String) -> String {
    let file = ReportedFile(SettingsText.lines(of: Array(text.utf8)))
    var redaction = Redaction(names: file.names)
    return redaction.applied(to: file.lines.joined(separator: "\n"))
  }

  @Test(arguments: [
    "# Zaphod\n", "  # Zaphod's phone\n", "\t; Zaphod\n", "[host] ; Zaphod\n", "[host]\nport = 1 # Zaphod\n",
    "[host]\nname = \"Zaphod\" ; the president\n", "Zaphod = 1\n", "Zaphod\n", "[host\nname = Zaphod\n",
    "[host]\nnmae = Zaphod\n", "[profile Zaphod]\nleft_x = roll\n[input]\nprofile = Zaphod\n",
    "[host]\nname = Den\nname = Zaphod\n", "[hots]\nname = Zaphod\n",
  ])
  func `Comments, faulty lines and names are left out`(_ text: String) {
    #expect(!report(text).lowercased().contains("zaphod"), "\(report(text))")
  }

  @Test(arguments: allKeys.map { [$0.section, $0.key.name] })
  func `No key takes a text from its owner that the report has`(_ key: [String]) throws {
    let texts = [
      "Zaphod", "/srv/zaphod", "/srv/zaphod b/x", "zaphod.example", "https://zaphod.example/",
      "192.168.42.17",
      "192.168.42.17:9000", "192.168.42.0/24",
    ]
    for text in texts {
      let lines = "[\(key[0])]\n\(key[1]) = \(text)\n"
      var configuration = Configuration()
      let isTaken = SettingsText.lines(of: Array(lines.utf8)).allSatisfy {
        configuration.apply($0.content) == nil
      }
      guard isTaken else { continue }
      let said = report(lines)
      #expect(!said.contains("aphod") && !said.contains("192.168"), "\(lines) -> \(said)")
    }
  }

  @Test func `What a reader needs stays`() {
    let text = report(
      "[host]\nallow_plain = 10.1.2.3 none\nidentity = dualsense\nsocket = /run/tiltpad/b.sock\n[input]\nprofile = wheel\n"
        + "[web]\ngopher = 1\ncertificate = none\ndomain = first\n")
    for line in [
      "allow_plain = address-1 none", "identity = dualsense", "socket = /run/tiltpad/b.sock",
      "profile = wheel",
      "gopher = 1", "certificate = none", "domain = first",
    ] {
      #expect(text.contains(line), "\(text)")
    }
  }
}
