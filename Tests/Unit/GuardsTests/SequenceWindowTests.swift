import Guards
import Impairment
import Motion
import Testing

@Suite struct SequenceTests {
  @Test(arguments: [1, 10, 1023, 1024, 5000] as [UInt64])
  func `A gap of any size is counted and the window goes on`(gap: UInt64) {
    var window = SequenceWindow()
    #expect(window.accept(100) == .newest(gap: 0))
    #expect(window.accept(101 + gap) == .newest(gap: gap))
    #expect(window.accept(101 + gap) == .duplicate)
    #expect(window.accept(100 + gap) == .late)
    #expect(window.accept(100) == (gap + 1 >= SequenceWindow.reach ? .tooOld : .duplicate))
  }

  @Test func `A packet older than the window is too old`() {
    var window = SequenceWindow()
    _ = window.accept(10_000)
    #expect(window.accept(10_000 - SequenceWindow.reach) == .tooOld)
    #expect(window.accept(10_001 - SequenceWindow.reach) == .late)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `The window agrees with a set over many random numbers`(seed: UInt64) {
    var random = Random(seed: seed)
    var window = SequenceWindow()
    var seen: Set<UInt64> = []
    var newest: UInt64 = 5_000
    for step in 0..<200_000 {
      let jump = random.next() % 100 == 0 ? random.next() % 3_000 : random.next() % 8
      let number = newest + jump - min(newest + jump, random.next() % (step % 7 == 0 ? 1_200 : 40))
      let verdict = window.accept(number)
      if step == 0 || number > newest {
        guard case .newest = verdict else { Issue.record("seed \(seed): \(number) is \(verdict)"); return }
        newest = number
      } else {
        let expected: SequenceWindow.Verdict =
          newest - number >= SequenceWindow.reach ? .tooOld : seen.contains(number) ? .duplicate : .late
        guard verdict == expected else { Issue.record("seed \(seed): \(number) is \(verdict)"); return }
      }
      seen.insert(number)
    }
  }

  @Test func `Numbers with other keys start again, and only what is missing of theirs is counted`() {
    var window = SequenceWindow()
    for number in [0, 1, 4] as [UInt64] { _ = window.accept(number) }
    #expect(window.accept(1 << 32) == .newest(gap: 0))
    #expect(window.accept(2 << 32 | 3) == .newest(gap: 3))
    #expect(window.accept(2 << 32 | 5) == .newest(gap: 1))
    #expect(window.accept(1 << 32 | 1) == .tooOld)
  }

  @Test func `The receipt bits name the packets before the newest`() {
    var window = SequenceWindow()
    for number in [100, 101, 103, 106] as [UInt64] { _ = window.accept(number) }
    #expect(window.receivedBefore == 0b110100)
    window = SequenceWindow()
    for number in [0, 1] as [UInt64] { _ = window.accept(number) }
    #expect(window.receivedBefore == 0b1, "number 0 has a bit too")
  }

  @Test func `Sequence numbers wrap from 65535 to 0`() {
    var extender = SequenceExtender()
    #expect(extender.extend(65_535) == .number(0x1_ffff))
    #expect(extender.extend(0) == .number(0x2_0000))
    #expect(extender.extend(65_534) == .number(0x1_fffe))
  }

  @Test func `A distance of exactly 32768 is a suspect, neither new nor old`() {
    var extender = SequenceExtender()
    _ = extender.extend(0)
    #expect(extender.extend(32_768) == .suspect)
    #expect(extender.extend(1) == .number(0x1_0001))
  }

  @Test func `A restart is believed at the second packet in a row`() {
    var extender = SequenceExtender()
    _ = extender.extend(40_000)
    #expect(extender.extend(7) == .suspect)
    #expect(extender.extend(9) == .suspect)
    #expect(extender.extend(10) == .restart(0x1_000a))
    #expect(extender.extend(11) == .number(0x1_000b))
  }
}
