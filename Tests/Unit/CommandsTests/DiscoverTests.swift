import Discovery
import Foundation
import Model
import Notation
import Platform
import Testing
import Wire

@testable import Commands

@Suite struct DiscoverTests {
  private func host(
    _ name: String = "Living room (den)", state: Announcement.State = .open, players: UInt8 = 2,
    key: HostKey? = nil
  ) -> FoundHost {
    let announcement = Announcement(
      state: state, pairing: key == nil ? [] : [.code, .confirm], players: players, limit: 4,
      webPort: key == nil ? 0 : 28_443, session: 0x4433_2211, name: DeviceName(name))
    let addresses = [Address(v4: 0xc0a8_0105), Address(high: 0xfd00 << 48, low: 5)]
    return FoundHost(
      name: name, endpoints: addresses.map { Endpoint(address: $0, port: 28_460) },
      record: HostRecord(announcement, key: key, port: 28_460))
  }

  private let size = Terminal.Size(columns: 100, rows: 5)

  @Test func `A change is one JSON object with everything about the host`() {
    #expect(
      HostList.Change.appeared(host(key: .absent)).json.text
        == #"{"change":"appeared","name":"Living room (den)","state":"available","reason":"open","players":2,"#
        + #""limit":4,"addresses":["192.168.1.5:28460","[fd00::5]:28460"],"pairing":["code","confirm"],"#
        + #""webPort":28443,"session":"11223344","key":"\#(String(repeating: "A", count: 43))"}"#)
    let text = HostList.Change.vanished(host(state: .locked)).json.text
    #expect(text.contains(#""change":"vanished""#))
    #expect(text.hasSuffix(#""pairing":[],"webPort":null,"session":"11223344","key":null}"#))
  }

  @Test func `A host that is full or locked is unavailable`() {
    #expect(host().line.contains(" available "))
    #expect(host(state: .full, players: 4).line.contains("unavailable (full)"))
    #expect(host(state: .locked).line.contains("unavailable (locked)"))
    #expect(
      HostList.Change.changed(host(state: .full)).json.text.contains(
        #""state":"unavailable","reason":"full""#))
  }

  @Test func `A host with a page for phones says at which port`() {
    #expect(host(key: .absent).line.hasSuffix("[fd00::5]:28460  page on TCP port 28443"))
    #expect(host().line.hasSuffix("[fd00::5]:28460"))
  }

  @Test func `The list fits its screen`() {
    let hosts = (1...9).map { host("Host \($0)") }
    let lines = HostLines.list(hosts, size: size)
    #expect(lines.count == 5)
    #expect(lines[0] == " tiltpad  9 hosts on the network")
    #expect(lines[1].hasPrefix("Host 1 "))
    #expect(lines[4] == "   and 6 more")
    #expect(HostLines.list([host()], size: size)[0] == " tiltpad  1 host on the network")
    #expect(HostLines.list([], size: size).count == 3)
    let narrow = HostLines.list(hosts, size: Terminal.Size(columns: 10, rows: 20))
    #expect(narrow.count == 10)
    #expect(narrow.allSatisfy { $0.count <= 10 })
  }

  @Test func `Names of hosts cannot break a line of JSON`() {
    let text = HostList.Change.appeared(host("a\"\\\n\u{1b}")).json.text
    #expect(text.contains(#""name":"a\"\\\u000a\u001b""#))
  }

  @Test func `The members of the JSON are in the manual`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let manual = try String(contentsOf: root.appending(path: "docs/man/tiltpad-join.1"), encoding: .utf8)
    let part = manual.components(separatedBy: ".Nm tiltpad Cm discover Fl -json").last ?? ""
    for (name, _) in host().json { #expect(part.contains("Ql \(name)"), "\(name)") }
  }

  @Test func `A wrong option or a host that there is not is said`() {
    for arguments in [["--timeout", "0"], ["--timeout", "x"], ["--port", "0"]] {
      #expect(Tiltpad.run(["discover", "--once"] + arguments) == 2)
    }
    #expect(Tiltpad.run(["discover", "--once", "--timeout", "0.1", "[::1"]) == 1)
  }
}
