import Cryptography
import Impairment
import Testing
import Wire

@testable import Store

/// The files that remain if the program or the machine stops at a bad time.
///
/// The tests copy these files, and open the copies.
@Suite struct CrashTests {
  let place: Place

  init() throws { place = try Place() }

  private func told(_ place: Place) throws -> [String] { try place.open().devices().map(\.told) }

  @Test func `Whatever a call has done is there when the program is killed behind it`() throws {
    let database = try place.open()
    var dice = Random(seed: 21)
    for round in 0..<120 {
      let device = Device.sample(UInt8(1 + dice.next() % 9), paired: Int64(round))
      let isKnown = try database.device(device.key) != nil
      switch dice.next() % 4 {
      case 0 where isKnown: try database.revoke(device.key)
      case 1 where isKnown: try database.touch(device.key, at: Int64(round))
      case 2 where isKnown: try database.rename(device.key, to: DeviceName("Round \(round)"))
      default: try database.add(device)
      }
      #expect(try told(try place.crashed()) == database.devices().map(\.told), "round \(round)")
    }
  }

  @Test
  func `Of a transaction that is under way when the program is killed nothing is there, and all before it`()
    throws
  {
    let database = try place.open()
    try database.add(.sample(1))
    try database.run("PRAGMA cache_size = 1")
    try database.transaction { () throws(StoreError) in
      // So many devices make SQLite write pages to the log before the transaction ends.
      for number in 2...255 as ClosedRange<UInt8> {
        let key = Device.sample(number).key
        try database.run(
          "INSERT INTO device VALUES (?, ?, 1, ?, 1, 1, NULL)",
          [.key(key), .text(String(repeating: "x", count: 400)), .secret(Device.sample(number).preShared)])
      }
      let log = place.bytes("\(Database.name)-wal") ?? []
      #expect(log.count > 50_000)
      #expect((try? told((try? place.crashed()) ?? place)) == [Device.sample(1).told])
    }
    #expect(try told(try place.crashed()).count == 255)
  }

  @Test func `However much of the log has reached the disk, what is there is what was there at some time`()
    throws
  {
    let database = try place.open()
    let reader = try place.open()
    try database.add(.sample(1))
    // The log is not emptied while a reader is active.
    try reader.run("BEGIN")
    #expect(try reader.devices().count == 1)
    var states = [try database.devices().map(\.told)]
    for round in 1...12 {
      let key = Device.sample(1).key
      if round % 3 == 0 { try database.rename(key, to: DeviceName("\(round)")) }
      if round % 3 == 1 { try database.touch(key, at: Int64(round)) }
      if round % 3 == 2 { try fill(database, Device.sample(UInt8(round))) }
      states.append(try database.devices().map(\.told))
    }
    let size = try #require(place.bytes("\(Database.name)-wal")).count
    var seen: [Int] = []
    for length in stride(from: 0, through: size, by: 1_021) {
      let left = try told(try place.crashed(log: length))
      let number = try #require(states.firstIndex(of: left), "\(length) bytes")
      #expect(number >= seen.last ?? 0)
      seen.append(number)
    }
    #expect(Set(seen).count > 6)
    try reader.run("ROLLBACK")
  }

  @Test func `A file whose making was interrupted is made anew`() throws {
    let empty = try Place()
    try empty.write([])
    #expect(try told(empty).isEmpty)
    let half = try Place()
    let database = try Database(at: half.path, ifMissing: .makes)
    try database.run("PRAGMA journal_mode = DELETE")
    try database.run("PRAGMA cache_size = 1")
    try database.transaction { () throws(StoreError) in
      for number in 1...255 as ClosedRange<UInt8> {
        try database.run(
          "INSERT INTO device VALUES (?, ?, 1, ?, 1, 1, NULL)",
          [
            .key(Device.sample(number).key), .text(String(repeating: "x", count: 400)),
            .secret(Device.sample(number).preShared),
          ])
      }
      // The journal has the former state. The start of the database, with Tiltpad's mark, is overwritten, as
      // if only half of a page had been written.
      guard let crashed = try? half.crashed(), var bytes = crashed.bytes() else {
        Issue.record("no copy")
        return
      }
      for index in 0..<100 { bytes[index] = 0 }
      try? crashed.write(bytes)
      #expect(crashed.bytes("\(Database.name)-journal") != nil)
      #expect((try? told(crashed)) == [])
    }
  }

  /// Adds `device` without emptying the log, which would wait for the reader.
  private func fill(_ database: borrowing Database, _ device: Device) throws(StoreError) {
    try database.run(
      "INSERT INTO device VALUES (?, 'Phone', 1, ?, 1, ?, NULL)",
      [.key(device.key), .secret(device.preShared), .integer(device.paired)])
  }
}
