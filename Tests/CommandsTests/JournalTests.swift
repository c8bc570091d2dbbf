import Model
import Testing

@testable import Commands

@Suite struct JournalTests {
  @Test func `Trouble is told at once, then once a minute with how often it came, and other trouble at once`()
  {
    let journal = Journal()
    var now = Instant(nanoseconds: 0)
    #expect(journal.trouble("the disk is full", at: now) == "the disk is full")
    for _ in 0..<500 {
      now = now + .milliseconds(100)
      #expect(journal.trouble("the disk is full", at: now) == nil)
    }
    #expect(journal.trouble("the file is locked", at: now) == "the file is locked")
    now = now + .seconds(11)
    #expect(
      journal.trouble("the disk is full", at: now)
        == "the disk is full (500 more times since the last report)")
    now = now + .seconds(60)
    #expect(journal.trouble("the disk is full", at: now) == "the disk is full")
  }
}
