import Console
import Cryptography
import Discovery
import Handset
import Model
import Platform
import Testing
import TiltpadClient
import Wire

@testable import Commands

/// A directory with a controller's file, and hosts that may be in the file.
struct Street {
  private let scratch = ConfigurationTests.Scratch()
  let size = Terminal.Size(columns: 100, rows: 12)

  func book(knowing hosts: FoundHost...) throws -> ControllerFile {
    var book = try ControllerFile(at: "\(scratch.path)/controller")
    for host in hosts { try book.remember(try #require(host.publicKey), .zero) }
    return book
  }

  /// Returns a host whose key consists only of `number`; 0 means no key.
  static func host(
    _ number: UInt8, _ name: String, _ state: Announcement.State = .open, pairing: Announcement.Pairing = []
  ) -> FoundHost {
    let announcement = Announcement(
      state: state, pairing: pairing, players: state == .full ? 4 : 1, limit: 4, session: UInt64(number),
      name: DeviceName(name))
    let key = number == 0 ? nil : HostKey(InlineArray(repeating: number))
    return FoundHost(
      name: name, endpoints: [Endpoint(address: Address(v4: UInt32(number)), port: 28_460)],
      record: HostRecord(announcement, key: key, port: 28_460))
  }

  static let den = host(1, "Den (attic)", pairing: [.pin, .confirm])
  static let full = host(2, "Office", .full)
  static let locked = host(3, "Club", .locked)
}

extension Key {
  fileprivate static let enter = Key.byte(0x0a)

  fileprivate static func typed(_ text: String) -> [Key] { text.utf8.map { .byte($0) } }
}

@Suite struct HostMenuTests {
  private let street = Street()

  private func menu(_ hosts: FoundHost..., knowing known: FoundHost = Street.locked) throws -> HostMenu {
    var menu = HostMenu(for: try street.book(knowing: known))
    menu.follow(hosts)
    return menu
  }

  /// Returns the name on the marked line.
  private func marked(_ menu: HostMenu) -> String? {
    let line = menu.lines(size: street.size).first { $0.hasPrefix(" >") }
    return line.map { String($0.dropFirst(7).prefix { $0 != " " }) }
  }

  @Test func `A line says who it is, whether there is room, and whether it is known`() throws {
    let lines = try menu(Street.den, Street.full, Street.locked).lines(size: street.size)
    #expect(lines[0] == " tiltpad join  3 hosts on the network")
    #expect(lines[2].hasPrefix(" >  1  Den (attic) "))
    #expect(
      lines[2].contains(" available ") && lines[2].contains("1/4")
        && lines[2].hasSuffix("new, pairs by pin, confirm"))
    #expect(lines[3].contains("unavailable (full)") && lines[3].contains("4/4") && lines[3].hasSuffix("new"))
    #expect(lines[4].contains("unavailable (locked)") && lines[4].hasSuffix("known"))
  }

  @Test func `Arrows and numbers move the mark, within the list`() throws {
    var menu = try menu(Street.den, Street.full, Street.locked)
    for key in [Key.up, .down, .down, .down] { #expect(menu.receive(key) == .looking) }
    #expect(marked(menu) == "Club")
    for (key, name) in [("2", "Office"), ("9", "Office"), ("0", "Office"), ("1", "Den")] {
      _ = menu.receive(.character(Character(key)))
      #expect(marked(menu) == name)
    }
  }

  @Test func `The mark stays on its host while others come and go`() throws {
    var menu = try menu(Street.den, Street.full, Street.locked)
    _ = menu.receive(.character("2"))
    menu.follow([Street.full, Street.locked])
    #expect(marked(menu) == "Office")
    menu.follow([Street.den, Street.locked, Street.host(2, "Office", .open)])
    #expect(marked(menu) == "Office")
    menu.follow([Street.den])
    #expect(marked(menu) == "Den")
    menu.follow([])
    #expect(menu.receive(.enter) == .looking)
    #expect(marked(menu) == nil)
  }

  @Test func `Only a host that has room is chosen, of the others it is said why not`() throws {
    var menu = try menu(Street.den, Street.full, Street.locked, Street.host(0, "Old"))
    #expect(menu.receive(.enter) == .chosen(Street.den, isAnew: false))
    #expect(menu.receive(.character("p")) == .chosen(Street.den, isAnew: true))
    let reasons = [
      "Office is full: 4 of 4 play", "Club is locked: it admits no new controllers",
      "Old has no encrypted sessions",
    ]
    for reason in reasons {
      _ = menu.receive(.down)
      #expect(menu.receive(.enter) == .looking)
      #expect(menu.lines(size: street.size).last == "   \(reason)")
    }
    _ = menu.receive(.up)
    #expect(menu.lines(size: street.size).last?.contains("Enter joins") == true)
    for key in [Key.character("q"), .escape] { #expect(menu.receive(key) == .left) }
  }

  @Test func `A long list scrolls with the mark and fits its screen`() throws {
    var menu = try menu()
    menu.follow((1...30).map { Street.host($0, "Host \($0)") })
    for _ in 0..<20 { _ = menu.receive(.down) }
    let lines = menu.lines(size: street.size)
    #expect(lines.count == 12 && lines.contains { $0.hasPrefix(" > 21  Host 21 ") })
    let narrow = menu.lines(size: Terminal.Size(columns: 10, rows: 5))
    #expect(narrow.count == 5 && narrow.allSatisfy { $0.count <= 10 })
  }
}

@Suite struct PairingEntryTests {
  private var entry = PairingEntry(Street.den)

  private mutating func type(_ text: String) -> PairingEntry.Progress {
    var outcome = PairingEntry.Progress.typing
    for key in Key.typed(text) { outcome = entry.receive(key) }
    return outcome
  }

  private func link(_ key: UInt8) -> PairingLink {
    PairingLink(
      address: Address(v4: 1), port: 28_460, key: .init(repeating: key), secret: .init(repeating: 9),
      expiry: 5,
      name: DeviceName("Den"))
  }

  @Test mutating func `Six digits are a PIN, with or without a blank`() {
    #expect(type("123 45x\u{7f}6\n") == .chosen(.pin(123_456)))
    #expect(type("040213\n") == .chosen(.pin(40_213)))
  }

  @Test mutating func `The host's own link is taken, that of another is not`() {
    #expect(type(link(1).text + "\n") == .chosen(.code(link(1), isNew: true)))
    #expect(type(link(2).text + "\n") == .typing)
    #expect(entry.complaint == "that link belongs to another host: Den")
    #expect(type("x") == .typing)
    #expect(entry.complaint.isEmpty)
  }

  @Test mutating func `Anything else is complained of, and Escape leaves`() {
    #expect(type("12345\n") == .typing)
    #expect(entry.complaint == "that is neither a PIN nor a link")
    #expect(entry.receive(.up) == .typing)
    #expect(entry.receive(.escape) == .left)
  }

  @Test mutating func `Enter alone asks for a comparison where the host lets in by one`() {
    #expect(type("\n") == .chosen(.confirm))
    entry.follow([Street.host(1, "Den (attic)", pairing: .pin)])
    #expect(type("\n") == .typing)
    #expect(entry.complaint == "Den (attic) does not pair by comparison")
  }

  @Test mutating func `It says which ways are open now, and what opens the others`() {
    let size = Terminal.Size(columns: 80, rows: 24)
    #expect(entry.lines(size: size).contains { $0.hasSuffix("type its six digits") })
    #expect(entry.lines(size: size).contains { $0.hasSuffix("closed; at the host: tiltpad pair") })
    entry.follow([Street.full, Street.host(1, "Den (attic)", pairing: .code)])
    #expect(entry.lines(size: size).contains { $0.contains("paste its link") })
    #expect(entry.lines(size: size).contains { $0.hasSuffix("closed; at the host: tiltpad pair --pin") })
    _ = type(String(repeating: "9", count: 200))
    #expect(entry.lines(size: size).allSatisfy { $0.count <= 80 })
  }
}

@Suite struct JoinDialogueTests {
  private let street = Street()

  private func dialogue(_ way: PairingWay = .known, about host: FoundHost? = nil) throws -> JoinDialogue {
    var dialogue = JoinDialogue(for: try street.book(knowing: Street.den), way: way, about: host)
    dialogue.follow([Street.den, Street.host(4, "New", pairing: .pin)])
    return dialogue
  }

  @Test func `A known host needs nothing more`() throws {
    var dialogue = try dialogue()
    #expect(dialogue.receive(.enter) == .join(Street.den, .known))
  }

  @Test func `A new one, or a known one anew, is asked how, and Escape goes back to the list`() throws {
    for start in [Key.character("p"), .character("2")] {
      var dialogue = try dialogue()
      _ = dialogue.receive(start)
      if start == .character("2") { #expect(dialogue.receive(.enter) == .asking) }
      #expect(dialogue.lines(size: street.size).contains { $0.contains("are not paired yet") })
      #expect(dialogue.receive(.escape) == .asking)
      #expect(dialogue.lines(size: street.size)[0].hasSuffix("2 hosts on the network"))
      #expect(dialogue.receive(.escape) == .left)
    }
  }

  @Test func `A way that was given is not asked for`() throws {
    var dialogue = try dialogue(.pin(7))
    _ = dialogue.receive(.down)
    #expect(dialogue.receive(.enter) == .join(Street.host(4, "New", pairing: .pin), .pin(7)))
  }

  @Test func `A pairing that has failed is asked for again, with the reason`() throws {
    var dialogue = try dialogue(about: Street.host(4, "New", pairing: .pin))
    for key in Key.typed("12345") { #expect(dialogue.receive(key) == .asking) }
    _ = dialogue.receive(.character("6"))
    #expect(dialogue.receive(.enter) == .join(Street.host(4, "New", pairing: .pin), .pin(123_456)))
    #expect(dialogue.complain(Failure(.refused(.wrongPIN), at: "New")) == true)
    #expect(dialogue.lines(size: street.size).last == "   New does not admit this controller: PIN wrong")
    #expect(dialogue.receive(.escape) == .left)
    var menu = try self.dialogue()
    #expect(menu.receive(.enter) == .join(Street.den, .known))
    #expect(menu.complain(.unanswered(by: "Den")) == false)
  }
}

@Suite struct HostWishTests {
  private let street = Street()

  @Test func `A host is found by its name, with its machine or without, or by its address`() throws {
    let book = try street.book()
    let hosts = [Street.full, Street.den]
    let place = Street.den.endpoints[0]
    for query in [HostQuery.named("Den"), .named("Den (attic)"), .at(place, "attic")] {
      #expect(try query.host(among: hosts, for: book) == Street.den)
    }
    #expect(try HostQuery.named("De").host(among: hosts, for: book) == nil)
  }

  @Test func `Of two with the same name the known one is meant, and without one that is said`() throws {
    let hosts = [Street.host(5, "Den (attic)"), Street.den]
    #expect(
      try HostQuery.named("Den").host(among: hosts, for: try street.book(knowing: Street.den)) == Street.den)
    let strangers = try Street().book()
    #expect(throws: Failure.self) { try HostQuery.named("Den").host(among: hosts, for: strangers) }
  }
}
