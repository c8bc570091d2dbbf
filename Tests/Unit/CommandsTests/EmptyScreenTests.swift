import Console
import Local
import Model
import Platform
import Testing
import Wire

@testable import Commands

@Suite struct EmptyScreenTests {
  static let link = "https://192.168.1.20:28443/j/#AAECAwQFBgcICQoLDA0ODw"
  static let advice =
    "Scan the code with a phone on the same network, accept the certificate once, and press PLAY."
  static let dashboard = "The dashboard on this machine: https://localhost:28443/"

  /// An entrance whose ticket consists of the numbers from `first` onwards.
  static func entrance(_ first: UInt8 = 0) throws -> PhoneEntrance {
    try #require(PhoneEntrance(answer(first), at: "192.168.1.20"))
  }

  /// The gateway's answer with the ticket of ``entrance(_:)``.
  static func answer(_ first: UInt8 = 0, seconds: UInt16 = 600) -> TicketAnswer {
    TicketAnswer(ticket: InlineArray { first + UInt8($0) }, port: 28_443, seconds: seconds)
  }

  @Test func `A page elsewhere is found by a code that says where this machine is`() throws {
    var answer = Self.answer()
    answer.domain = "den.example"
    answer.elsewhere = PageElsewhere(
      page: "https://page.example/", fingerprint: String(repeating: "f", count: 43))
    let entrance = try #require(PhoneEntrance(answer, at: "192.168.1.20"))
    let code = "1.192.168.1.20.28443.AAECAwQFBgcICQoLDA0ODw." + String(repeating: "f", count: 43)
    #expect(entrance.link == "https://page.example/#\(code)")
    #expect(entrance.codeAdvice == "Scan the code with a phone on the same network, and press PLAY.")
    let host = answer.link(to: "", at: nil)
    #expect(host == "https://den.example:28443/#AAECAwQFBgcICQoLDA0ODw")
    let plain = answer.link(to: TicketAnswer.phonePage, at: "192.168.1.20", isPlain: true)
    #expect(plain == "http://192.168.1.20:0/j/#AAECAwQFBgcICQoLDA0ODw")
  }

  @Test func `Without a page elsewhere links lead to this machine`() throws {
    #expect(try Self.entrance().link == Self.link)
  }

  private func shown(_ state: Invitation.State, _ columns: Int, _ rows: Int) -> [String] {
    LiveView.lines(of: Players.host([]), state, for: Terminal.Size(columns: columns, rows: rows))
      .map(QRReader.shown)
  }

  @Test(
    .enabled(if: QRReader.isThere, "zbar-tools is missing"),
    arguments: [(41, 30), (80, 24), (80, 27), (90, 50), (200, 60), (300, 100)])
  func `A phone reads the link from the code, whatever the size`(_ columns: Int, _ rows: Int) throws {
    let lines = shown(.open(try Self.entrance()), columns, rows)
    #expect(lines.count <= rows)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(try QRReader.text(in: lines) == Self.link)
  }

  @Test func `Below the code are the link, what to do, and the dashboard`() throws {
    let lines = shown(.open(try Self.entrance()), 100, 40)
    #expect(lines.count == 2 + 21 + 3)
    #expect(lines[0].hasPrefix(" tiltpad  up 1:02:05  players 0/16"))
    #expect(lines[1] == " dropped  not-allowed 2  duplicate 5")
    #expect(lines.suffix(3) == [Self.link, "   \(Self.advice)", "   \(Self.dashboard)"])
  }

  @Test func `On a usual screen the sentences are beside the code, and the link is below`() throws {
    let lines = shown(.open(try Self.entrance()), 80, 24)
    #expect(lines.count == 24)
    #expect(lines[23] == Self.link)
    let words = lines[2..<23].map { $0.dropFirst(41) }.joined(separator: " ").split(separator: " ")
    #expect(words.joined(separator: " ") == "\(Self.advice) \(Self.dashboard)")
    #expect(lines[2..<23].allSatisfy { $0.count == 80 }, "nothing of the picture before stays")
  }

  @Test func `The code is as large as it fits`() throws {
    let large = shown(.open(try Self.entrance()), 100, 50)
    #expect(large.count == 2 + 41 + 3)
    #expect(large[2].count == 100)
    #expect(shown(.open(try Self.entrance()), 130, 70).count == 2 + 62 + 3)
  }

  @Test(arguments: [(40, 40), (80, 23), (60, 26)])
  func `Where the terminal is too small the link stands alone, and the reason`(_ columns: Int, _ rows: Int)
    throws
  {
    let lines = shown(.open(try Self.entrance()), columns, rows)
    #expect(lines.allSatisfy { !$0.contains("▀") })
    let text = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(text.replacing(" ", with: "").contains(Self.link))
    let needs = [40: "41 columns and 30 rows", 80: "24 rows", 60: "27 rows"]
    #expect(text.contains("This terminal is too small for the code, which needs \(needs[columns] ?? "")."))
    #expect(text.contains("Open this link on a phone on the same network"))
  }

  @Test func `A refusal is a sentence with what to do`() {
    let failure = Failure(
      reachingGateway: "/a/web.sock", SystemError(code: 13, call: .connect), while: "trying",
      option: "tickets")
    let lines = shown(.refused("Phones cannot join from here: \(failure.what)."), 100, 24)
    #expect(
      lines.dropFirst(2) == [
        "", "   Nobody is playing yet.",
        "   Phones cannot join from here: you may not connect to /a/web.sock.",
      ])
  }

  @Test func `Players take the screen, and the code comes back when the last has left`() throws {
    let size = Terminal.Size(columns: 80, rows: 24)
    let state = Invitation.State.open(try Self.entrance())
    let empty = LiveView.lines(of: Players.host([]), state, for: size)
    let full = LiveView.lines(of: Players.host([Players.steering()]), state, for: size)
    #expect(full == LiveView.lines(of: Players.host([Players.steering()]), for: size))
    #expect(full[2].hasPrefix(" 1 live") && !full.contains { $0.contains("https") })
    #expect(LiveView.lines(of: Players.host([]), state, for: size) == empty)
  }

  @Test func `Whatever the size, nothing runs over`() throws {
    let states: [Invitation.State] = [
      .none, .refused("It is not there. Start it."), .open(try Self.entrance()),
    ]
    for columns in [1, 2, 10, 40, 41, 79, 80, 200] {
      for rows in [1, 2, 3, 17, 24, 400] {
        for state in states {
          let lines = shown(state, columns, rows)
          #expect(lines.count <= rows)
          #expect(lines.allSatisfy { $0.count <= columns }, "\(columns) × \(rows)")
        }
      }
    }
  }

  @Test func `Text is broken at blanks, and within a word only where the line is too short for it`() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("a bcdef g".wrapped(to: 3) == ["a", "bcd", "ef", "g"])
    #expect("".wrapped(to: 3).isEmpty)
    #expect("abcde".pieces(of: 2) == ["ab", "cd", "e"])
  }
}
