import Model
import Testing

@testable import Console

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

  @Test func `Of troubles with ever new names the newest are remembered`() {
    let journal = Journal()
    let now = Instant(nanoseconds: 0)
    for number in 0..<1_000 {
      #expect(journal.trouble("\(number) asks", at: now + .milliseconds(Int64(number))) != nil)
    }
    #expect(journal.troubles.count == Journal.limit)
    let later = now + .seconds(2)
    #expect(journal.trouble("999 asks", at: later) == nil && journal.trouble("0 asks", at: later) != nil)
    for number in 0..<300 { _ = journal.trouble("\(number) asks", at: later + .seconds(60)) }
    #expect(journal.troubles.count <= Journal.limit)
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
        "tiltpad: one\n", "tiltpad: lines lost because the log was blocked: 3\n", "tiltpad: three\n",
        "tiltpad: four\n",
      ])
  }

  @Test func `An entry has the text, the priority and the fields of its event`() {
    let fields = JournalFields(
      "pad-failed", slot: PlayerSlot(index: 2), reason: "no such device", isWarning: true)
    let entry = Dictionary(
      uniqueKeysWithValues: fields.entry(of: "tiltpad: gone").map { ($0.name, $0.value) })
    #expect(entry["MESSAGE"] == "tiltpad: gone" && entry["PRIORITY"] == "4")
    #expect(entry["TILTPAD_EVENT"] == "pad-failed" && entry["TILTPAD_SLOT"] == "3")
    #expect(entry["TILTPAD_REASON"] == "no such device" && entry["MESSAGE_ID"]?.count == 32)
    #expect(JournalFields("").entry(of: "x").map(\.name) == ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"])
    #expect(Set(JournalFields.messageIDs.values).count == JournalFields.messageIDs.count)
  }
}
