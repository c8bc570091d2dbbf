import Bridge
import Gamepad
import Model
import Testing

@testable import Daemon

@Suite struct PadRecordsTests {
  private let first = PlayerSlot(index: 0)
  private let last = PlayerSlot(index: 15)

  private var two: PadRecords {
    var records = PadRecords()
    records[first] = PadRecord(
      .xbox360, owner: Roster.Key.plain(Address(v4: 0x0a00_0202), token: 79), request: 3)
    records[last] = PadRecord(.wheel, owner: nil)
    return records
  }

  private func parsed(_ text: String) -> PadRecords? { PadRecords(parsing: Array(text.utf8)) }

  @Test func `Records are read as they were written, a line for each pad`() throws {
    let text = String(decoding: two.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "tiltpad pads 1")
    #expect(lines[1].hasPrefix("1 xbox360 ") && lines[1].hasSuffix(" 3 00000000000000000000ffff0a000202 79"))
    #expect(lines[2].hasPrefix("16 wheel ") && lines[2].hasSuffix(" 0 nobody"))
    #expect(PadRecords(parsing: two.bytes) == two)
    #expect(parsed("tiltpad pads 1\n") == PadRecords())
  }

  @Test func `The longest records are within the limit`() {
    var records = PadRecords()
    let owner = Roster.Key(origin: Address(high: .max, low: .max), token: .max)
    for index in 0..<PlayerSlot.limit {
      records[PlayerSlot(index: index)] = PadRecord(.flightStick, owner: owner)
    }
    #expect(records.bytes.count < PadRecords.limit / 2)
    #expect(PadRecords(parsing: records.bytes) == records)
  }

  @Test func `The record of a stick has its description, and the longest ones are within the limit`() throws {
    let stick = StickDescription(
      name: String(repeating: "n", count: 79), bus: .max, vendor: .max, product: .max, version: .max,
      keys: Array(StickCodes.keys.prefix(128)),
      axes: StickCodes.axes.map {
        StickDescription.Axis(
          code: $0, rest: .maximum, minimum: .max - 65_535, maximum: .max, isPushed: $0 == 7)
      })
    var records = PadRecords()
    let owner = Roster.Key(origin: Address(high: .max, low: .max), token: .max)
    for index in 0..<PlayerSlot.limit {
      records[PlayerSlot(index: index)] = PadRecord(Identity(stick), owner: owner, request: 255)
    }
    #expect(records.bytes.count < PadRecords.limit)
    let read = try #require(PadRecords(parsing: records.bytes))
    #expect(read == records && read[first]?.stick == stick)
    let text = String(decoding: records.bytes, as: UTF8.self)
    #expect(parsed(text.replacing(" as ", with: " as 00 ")) == nil)
  }

  @Test func `Records that miss their end or any byte that counts are none, and nothing traps`() {
    let bytes = two.bytes
    for count in 0..<bytes.count { #expect(PadRecords(parsing: Array(bytes[..<count])) != two) }
    for index in bytes.indices {
      for byte in [0, 10, 32, 45, 255] as [UInt8] where bytes[index] != byte {
        var damaged = bytes
        damaged[index] = byte
        #expect(PadRecords(parsing: damaged) != two)
      }
    }
  }

  @Test(arguments: [
    "", "\n", "tiltpad pads 2\n", "tiltpad pads 1", "tiltpad pads 1\n\n",
    "tiltpad pads 1\n1 xbox360 0123456789abcdef\n",
    "tiltpad pads 1\n1 xbox360 0123456789abcdef 0 somebody\n",
    "tiltpad pads 1\n1 xbox360 0123456789abcdef 256 nobody\n",
    "tiltpad pads 1\n1 xbox360 123456789abcdef 0 nobody\n",
    "tiltpad pads 1\n0 xbox360 0123456789abcdef 0 nobody\n",
    "tiltpad pads 1\n17 xbox360 0123456789abcdef 0 nobody\n",
    "tiltpad pads 1\n1 xbox360 0123456789abcdef 0 00000000000000000000ffff0a000202 4294967296\n",
    "tiltpad pads 1\n1 xbox360 0123456789abcdef 0 0000000000000000000ffff0a000202 1\n",
    "tiltpad pads 1\n1 xbox360 0123456789abcdef 0 nobody 1 1\n",
    "tiltpad pads 1\n1 a 0123456789abcdef 0 nobody\n1 a 0123456789abcdef 0 nobody\n",
  ])
  func `Damage is absence`(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func `A file that is too long is not read`() {
    #expect(parsed("tiltpad pads 1\n" + String(repeating: "x", count: 5_000) + "\n") == nil)
  }

  @Test func `A record looks like another of its identity, with the table that it had`() throws {
    let record = try #require(PadRecord(.xbox360, owner: nil))
    let owner = Roster.Key(origin: Address(v4: 1), token: 1)
    #expect(record.looksLike(try #require(PadRecord(.xbox360, owner: owner, request: 1))))
    #expect(!record.looksLike(try #require(PadRecord(.xboxOne, owner: nil))))
    var other = record
    other.fingerprint ^= 1
    #expect(!record.looksLike(other))
    other = record
    other.identity = "wheel"
    #expect(!record.looksLike(other))
  }
}
