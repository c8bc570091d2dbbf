import Cryptography
import Glibc
import Impairment
import Platform
import Testing
import Wire

@testable import Store

@Suite struct DatabaseTests {
  let place: Place

  init() throws { place = try Place() }

  @Test func `A new file and its log belong to their owner alone`() throws {
    let database = try place.open()
    try database.add(.sample(1))
    try database.touch(Device.sample(1).key, at: 1)
    for suffix in ["", "-wal", "-shm"] {
      #expect(FileStatus(place.path + suffix)?.modeText == "-rw-------", "\(suffix)")
    }
  }

  @Test func `A file that others could read is closed to them`() throws {
    _ = try place.open()
    #expect(unsafe chmod(place.path, 0o644) == 0)
    _ = try place.open()
    #expect(FileStatus(place.path)?.modeText == "-rw-------")
  }

  @Test func `The directories are made with the file, and neither without being asked`() throws {
    let path = "\(place.directory)/new/\(Database.name)"
    #expect(failure { () throws(StoreError) in _ = try Database(at: path, ifMissing: .fails) } == .missing)
    #expect(!FileContents.exists("\(place.directory)/new"))
    _ = try Database(at: path, ifMissing: .makes)
    #expect(FileStatus("\(place.directory)/new")?.modeText == "drwx------")
    #expect(place.refusal(ifMissing: .fails) == .missing)
    _ = try Database(at: "\(place.directory)/a/b/\(Database.name)", ifMissing: .makes)
    #expect(FileStatus("\(place.directory)/a")?.modeText == "drwx------")
  }

  @Test func `A path may have any characters`() throws {
    let path = "\(place.directory)/100% sure? #1 & co"
    try Database(at: "\(path)/\(Database.name)", ifMissing: .makes).add(.sample(1))
    #expect(try Database(at: "\(path)/\(Database.name)", ifMissing: .fails).devices().count == 1)
  }

  @Test(arguments: ["hello", String(repeating: "a text of somebody else\n", count: 1_000), "SQLite format 3"])
  func `A file that is no database is refused and stays as it is`(_ text: String) throws {
    try place.write(Array(text.utf8))
    #expect(unsafe chmod(place.path, 0o644) == 0)
    #expect(place.refusal() == .foreign)
    #expect(FileStatus(place.path)?.modeText == "-rw-r--r--")
    #expect(place.bytes() == Array(text.utf8))
  }

  @Test func `Another program's database is refused and stays as it is`() throws {
    do {
      let other = try place.open()
      try other.run("PRAGMA application_id = 1234")
      try other.run("CREATE TABLE mine (a)")
      other.emptyLog()
    }
    let before = place.bytes()
    #expect(place.refusal() == .foreign)
    #expect(place.bytes() == before)
    #expect(place.bytes("\(Database.name)-wal") == nil)
  }

  @Test func `A database of a newer version is refused and stays as it is`() throws {
    do {
      let newer = try place.open()
      try newer.run("PRAGMA user_version = 99")
    }
    let before = place.bytes()
    #expect(place.refusal() == .tooNew)
    #expect(place.bytes() == before)
  }

  @Test(arguments: [("user_version", StoreError.tooNew), ("application_id", .foreign)])
  func `A file that is refused keeps its log as it is`(_ change: (mark: String, error: StoreError)) throws {
    let database = try place.open()
    try database.run("PRAGMA \(change.mark) = 99")
    let crashed = try place.crashed()
    let before = [Database.name, "\(Database.name)-wal"].map { crashed.bytes($0) }
    #expect(before[1]?.isEmpty == false)
    #expect(crashed.refusal() == change.error)
    #expect([Database.name, "\(Database.name)-wal"].map { crashed.bytes($0) } == before)
  }

  @Test func `A damaged or shortened file is refused and stays as it is`() throws {
    do {
      let database = try place.open()
      for number in 1...60 as ClosedRange<UInt8> { try database.add(.sample(number)) }
    }
    let whole = try #require(place.bytes())
    var dice = Random(seed: 5)
    var refused = 0
    for round in 0..<60 {
      var bytes = whole
      if round % 4 == 0 {
        bytes.removeLast(4_096 * (1 + round / 4 % 2))
      } else {
        let start = 100 + Int(dice.next() % UInt64(whole.count - 200))
        for index in start..<start + 64 { bytes[index] = UInt8(truncatingIfNeeded: dice.next()) }
      }
      try place.write(bytes)
      let error = failure { () throws(StoreError) in
        let database = try place.open()
        #expect(try database.devices().count <= 60)
      }
      #expect([nil, .damaged, .foreign, .tooNew].contains(error), "round \(round)")
      guard error != nil else { continue }
      refused += 1
      #expect(place.bytes() == bytes, "round \(round)")
    }
    #expect(refused >= 15)
  }

  @Test func `Two programs at once see each other's changes`() throws {
    let one = try place.open()
    let two = try place.open()
    try one.add(.sample(1))
    try two.add(.sample(2))
    #expect(try one.devices().count == 2)
    try one.run("BEGIN IMMEDIATE")
    #expect(throws: StoreError.busy) { try two.add(.sample(3)) }
    #expect(try two.devices().count == 2)
    try one.run("ROLLBACK")
    try two.add(.sample(3))
    #expect(try one.devices().count == 3)
  }

  @Test func `Of a transaction that fails nothing stays`() throws {
    let database = try place.open()
    let error = failure { () throws(StoreError) in
      try database.transaction { () throws(StoreError) in
        try database.run("INSERT INTO host (one, secret) VALUES (1, zeroblob(32))")
        try database.run("INSERT INTO host (one, secret) VALUES (2, zeroblob(32))")
      }
    }
    #expect(error != nil)
    #expect(try database.number("SELECT count(*) FROM host") == 0)
    try database.add(.sample(1))
  }

  @Test func `A file of an older form is brought into a newer one with all that is in it, once`() throws {
    let later =
      Migration.all + [
        ["ALTER TABLE device ADD COLUMN colour TEXT"], ["CREATE TABLE later (points INTEGER)"],
      ]
    let database = try place.open()
    try database.add(.sample(1))
    for _ in 1...2 {
      try database.migrate(to: later)
      #expect(try database.number("PRAGMA user_version") == Int64(later.count))
    }
    #expect(try database.devices().map(\.told) == [Device.sample(1).told])
    #expect(try database.number("SELECT count(*) FROM later") == 0)
    #expect(place.refusal() == .tooNew)
  }

  @Test func `A file of before there were quizzes is brought into this form with all that is in it`() throws {
    let fresh = try place.open()
    let form = { (database: borrowing Database) throws(StoreError) in
      var tables: [String] = []
      try database.run("SELECT sql FROM sqlite_schema ORDER BY name") { tables.append($0.text(0)) }
      return tables
    }
    let older = try Place()
    do {
      let database = try older.open()
      try database.add(.sample(1))
      _ = try older.hostKey()
      for table in ["press", "round", "score", "quiz"] { try database.run("DROP TABLE \(table)") }
      try database.run("PRAGMA user_version = 1")
      #expect(try form(database).count < form(fresh).count)
    }
    let key = try older.crashed().hostKey()
    let database = try older.open()
    #expect(try form(database) == form(fresh))
    #expect(try database.devices().map(\.told) == [Device.sample(1).told])
    #expect(try older.hostKey() == key)
    #expect(try database.lastRound(in: database.currentQuiz(at: 0)) == nil)
  }

  @Test func `A change of form that fails leaves the form before it`() throws {
    let database = try place.open()
    try database.add(.sample(1))
    let broken = Migration.all + [["DROP TABLE device", "CREATE TABLE host (a)"]]
    #expect(failure { () throws(StoreError) in try database.migrate(to: broken) } == .failed(code: 1))
    #expect(try database.number("PRAGMA user_version") == Int64(Migration.all.count))
    #expect(try place.open().devices().count == 1)
  }

  @Test func `A result of SQLite is an error that a person can do something about`() {
    let table: [(Int32, Int32, StoreError)] = [
      (14, ENOENT, .missing), (14, EACCES, .denied), (8, 0, .denied), (26, 0, .foreign), (11, 0, .damaged),
      (267, 0, .damaged), (5, 0, .busy), (517, 0, .busy), (13, 0, .noSpace), (778, ENOSPC, .noSpace),
      (1, 0, .failed(code: 1)),
    ]
    for (code, reason, error) in table { #expect(StoreError(code, reason: reason) == error) }
  }
}
