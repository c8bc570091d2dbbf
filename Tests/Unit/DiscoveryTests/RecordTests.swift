import Model
import Testing
import Wire

@testable import Discovery

@Suite struct RecordTests {
  private let usual = [
    "txtvers=1", "v=1", "sid=11223344", "st=open", "np=2/4", "pm=q,p,k", "u=28460",
  ]

  private func read(_ strings: [String], port: UInt16 = 28_460) throws(RecordFault) -> HostRecord {
    try read(bytes: txt(strings), port: port)
  }

  private func read(bytes: [UInt8], port: UInt16 = 28_460) throws(RecordFault) -> HostRecord {
    try HostRecord(txt: bytes.span, name: DeviceName("Living room"), port: port)
  }

  @Test func `The record has the keys of the document in their order`() {
    var record = Hosts.record(key: Hosts.key)
    record.announcement.webPort = 28_443
    #expect(
      strings(record.txt) == [
        "txtvers=1", "v=1", "sid=11223344", "st=open", "np=2/4", "pm=q,p,k",
        "pk=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "ws=28443", "u=28460",
      ])
  }

  @Test func `What a host has not is left out`() {
    var record = Hosts.record(state: .locked)
    record.announcement.pairing = []
    #expect(
      strings(record.txt) == [
        "txtvers=1", "v=1", "sid=11223344", "st=locked", "np=2/4", "pm=", "u=28460",
      ])
  }

  @Test func `The longest record is under 400 bytes, and read again it is the same`() throws {
    for state in Announcement.State.allCases {
      let announcement = Announcement(
        state: state, pairing: [.code, .pin, .confirm], players: 16, limit: 16, webPort: .max,
        session: UInt64(UInt32.max), name: DeviceName("Living room"))
      let record = HostRecord(
        announcement, key: HostKey(InlineArray(repeating: 255)), port: .max)
      #expect(record.txt.count < HostRecord.longest)
      #expect(try read(strings(record.txt), port: .max) == record)
    }
  }

  @Test func `Unknown keys, other letters and an order of one's own do not matter`() throws {
    let mixed = ["x=1", "boolean", "=", "U=28460", "pm=z,k,q", "ST=full", "np=4/4", "sid=11223344", "v=1"]
    let record = try read(mixed + ["txtvers=1", "st=open"])
    #expect(record.announcement.state == .full)
    #expect(record.announcement.pairing == [.code, .confirm])
    #expect(record.sessionHalf == 0x4433_2211)
    #expect(record.key == nil)
  }

  @Test func `The port of the service wins, and without one that of the record counts`() throws {
    #expect(try read(usual, port: 5_000).port == 5_000)
    #expect(try read(usual, port: 0).port == 28_460)
    #expect(throws: RecordFault.missing) { try read(usual.dropLast(), port: 0) }
  }

  @Test(arguments: [
    ("txtvers=1", "txtvers=2", RecordFault.version), ("v=1", "v=", .version), ("v=1", "w=1", .version),
    ("sid=11223344", "s=1", .missing), ("sid=11223344", "sid=1122334", .value),
    ("sid=11223344", "sid=+1223344", .value), ("sid=11223344", "sid=1122334g", .value),
    ("sid=11223344", "sid=-1223344", .value),
    ("st=open", "st=", .value), ("st=open", "st=Open", .value), ("np=2/4", "np=2", .value),
    ("np=2/4", "np=2/0", .value), ("np=2/4", "np=-1/4", .value), ("np=2/4", "np=2/17", .value),
    ("np=2/4", "np=2/4/4", .value), ("np=2/4", "np=99999999999999999999/4", .value),
    ("u=28460", "u=0", .value), ("u=28460", "u=65536", .value), ("u=28460", "ws=", .value),
    ("u=28460", "pk=AAAA", .value),
    ("u=28460", "pk=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9", .value),
    ("u=28460", "pk=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh=", .value),
  ])
  func `A record with a wrong value is none`(_ right: String, _ wrong: String, _ fault: RecordFault) {
    let strings = usual.map { $0 == right ? wrong : $0 }
    #expect(throws: fault) { try read(strings) }
  }

  @Test func `A record that ends too early or never is none`() {
    let cut = Array(txt(usual).dropLast())
    let long = usual + [String(repeating: "x", count: 255), "y=" + String(repeating: "y", count: 90)]
    #expect(throws: RecordFault.truncated) { try read(bytes: cut) }
    #expect(throws: RecordFault.size) { try read(long) }
    #expect(throws: RecordFault.version) { try read([]) }
  }

  @Test func `A key is written in one way and read in that alone`() {
    let texts = [
      HostKey.absent: String(repeating: "A", count: 43),
      HostKey(InlineArray(repeating: 255)): String(repeating: "_", count: 42) + "8",
    ]
    for (key, text) in texts {
      #expect(key.description == text)
      #expect(HostKey(text) == key)
    }
    #expect(HostKey(String(repeating: "_", count: 43)) == nil)
    #expect(HostKey(String(repeating: "A", count: 44)) == nil)
    #expect(HostKey(String(repeating: "A", count: 42) + "+") == nil)
  }

  @Test func `Hosts are told apart by their keys, and by their sessions where one has none`() {
    let other = HostKey(InlineArray(repeating: 7))
    let host = Hosts.record(key: Hosts.key)
    #expect(host.isOfSameHost(as: Hosts.record(session: 5, key: Hosts.key)))
    #expect(!host.isOfSameHost(as: Hosts.record(key: other)))
    #expect(host.isOfSameHost(as: Hosts.record()))
    #expect(!host.isOfSameHost(as: Hosts.record(session: 5)))
    // A TXT record contains only the lower half of the session.
    #expect(host.isOfSameHost(as: Hosts.record(session: Hosts.session & 0xffff_ffff)))
  }
}

@Suite struct ServiceNameTests {
  @Test func `The machine stands behind the name, unless it is called the same`() {
    #expect(ServiceName("Living room", on: "den").text == "Living room (den)")
    #expect(ServiceName("den", on: "den").text == "den")
    #expect(ServiceName("Living room", on: "").text == "Living room")
    #expect(ServiceName("", on: "").text == "tiltpad")
  }

  @Test func `What steers a terminal is no part of a name`() {
    #expect(ServiceName(" \u{1b}[31mred\u{202e}\u{0}\n", on: "d\ten").text == "[31mred (den)")
    #expect("\u{9b}a\u{2028}b\u{200f}".shown == "ab")
  }

  @Test func `A name is cut between characters, and its number stays`() {
    var name = ServiceName(String(repeating: "ä", count: 40), on: "den")
    #expect(name.text.utf8.count == 62)
    for number in 2...12 {
      name.change()
      #expect(name.text.hasSuffix(" #\(number)"))
      #expect(name.text.utf8.count <= 63)
    }
  }
}
