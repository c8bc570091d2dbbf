import Console
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

  @Test func `Lines that the log does not take are lost and counted, and nothing waits for it`() {
    final class Log {
      var isStuck = false
      var lines: [String] = []
    }
    let log = Log()
    let journal = Journal { line in
      if !log.isStuck { log.lines.append(line) }
      return !log.isStuck
    }
    journal.write("one", isTrouble: false)
    log.isStuck = true
    for _ in 0..<3 { journal.write("two", isTrouble: false) }
    log.isStuck = false
    journal.write("three", isTrouble: false)
    journal.write("four", isTrouble: false)
    #expect(
      log.lines == [
        "tiltpad: one\n", "tiltpad: lines lost, because nothing took them: 3\n", "tiltpad: three\n",
        "tiltpad: four\n",
      ])
  }
}
