import Model
import Testing

@testable import Pages

/// The limit on the writes that a guest causes.
@Suite struct ShelfWriteTests {
  var house = ShelfHouse()

  /// Saves ten different texts, which is the number of saves that may follow each other without a pause.
  private mutating func spend() {
    for number in 0..<ShelfWrites.burst { house.save("mine", word: "w\(number)", on: 1) }
    _ = house.texts(1)
  }

  @Test mutating func `Saves beyond ten wait, and the newest one lands`() throws {
    _ = try house.seat(1)
    spend()
    house.upload("mine", ShelfHouse.layout("mine", word: "later"), on: 1)
    house.work()
    #expect(house.job == nil && house.texts(1).isEmpty, "it waits without an answer")
    #expect(house.kept["mine"]?.text == ShelfHouse.layout("mine", word: "w9"))
    house.wait(5)
    house.work()
    #expect(house.texts(1).isEmpty)
    house.wait(1)
    house.work()
    #expect(house.texts(1, "kept").count == 1)
    #expect(house.kept["mine"]?.text == ShelfHouse.layout("mine", word: "later"))
  }

  @Test mutating func `In an hour of endless saves there are ten writes a minute`() throws {
    _ = try house.seat(1)
    var writes = 0
    for second in 0..<3_600 {
      house.upload("mine", ShelfHouse.layout("mine", word: "w\(second)"), on: 1)
      house.settle()
      if house.job != nil { writes += 1 }
      house.work()
      house.wait(1)
      _ = house.texts(1)
    }
    #expect(writes <= 610 && writes >= 595)
  }

  @Test mutating func `Equal saves and removals of nothing cost no write, also while others wait`() throws {
    _ = try house.seat(1)
    spend()
    for _ in 0..<5 { house.upload("mine", ShelfHouse.layout("mine", word: "w9"), on: 1) }
    house.say(#"{"type":"discard","id":"none"}"#, on: 1)
    #expect(house.job == nil && house.texts(1, "discarded").count == 1)
    house.wait(1)
    house.upload("mine", "{", on: 1)
    #expect(house.texts(1, "refused").count == 1, "a refusal does not wait either")
  }

  @Test mutating func `One guest's saves hold up nobody else's`() throws {
    for slot in 1...2 { _ = try house.seat(slot) }
    spend()
    house.upload("mine", ShelfHouse.layout("mine", word: "later"), on: 1)
    house.save("other", on: 2)
    #expect(house.kept["other"] != nil)
    try house.openDashboard()
    for number in 0..<20 {
      house.upload("host", ShelfHouse.layout("host", word: "w\(number)"), on: 100)
      house.work()
    }
    #expect(house.kept["host"]?.text == ShelfHouse.layout("host", word: "w19"))
  }

  @Test func `A guest who has paused for a minute may write ten times again, and is forgotten`() {
    var writes = ShelfWrites()
    var now = Instant(nanoseconds: 5)
    for _ in 0..<3 {
      for _ in 0..<10 {
        #expect(writes.admits(7, at: now))
        writes.note(7, at: now)
      }
      #expect(!writes.admits(7, at: now) && writes.admits(8, at: now))
      now = now + .seconds(60)
      writes.expire(at: now)
      #expect(writes.count == 0)
    }
  }

  @Test func `A guest may write again after exactly six seconds, and is forgotten after exactly sixty`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var writes = ShelfWrites()
    for _ in 0..<10 { writes.note(7, at: start) }
    for (time, admits) in [(5_999, false), (6_000, true)] as [(Int64, Bool)] {
      #expect(writes.admits(7, at: start + .milliseconds(time)) == admits)
    }
    writes.note(7, at: start + .seconds(6))
    #expect(
      !writes.admits(7, at: start + .milliseconds(11_999)) && writes.admits(7, at: start + .seconds(12)))
    writes.note(8, at: start + .seconds(60))
    for (time, count) in [(65_999, 2), (66_000, 0)] as [(Int64, Int)] {
      writes.expire(at: start + .milliseconds(time))
      #expect(writes.count == count)
    }
  }
}
