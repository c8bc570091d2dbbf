import Guards
import Model
import Testing

/// Unknown senders that send at a steady rate, of whose datagrams only a share is admitted.
private struct Strangers {
  var share = StrangerShare(limit: 10_000)
  var now = Instant(nanoseconds: 1_000_000_000)

  /// Sends `rate` datagrams per second for `time`.
  ///
  /// Returns the number of admitted datagrams per second in the last tenth of the time.
  mutating func send(_ rate: Int64, for time: Interval) -> Int64 {
    let step = Interval.milliseconds(1)
    let end = now + time
    var (late, rest): (Int64, Int64) = (0, 0)
    while now < end {
      rest += rate * Int64(share.share) / Int64(UInt32.max)
      let come = rest / 1_000
      rest %= 1_000
      share.count(Int(come))
      _ = share.adapt(at: now)
      now = now + step
      if now + Interval(nanoseconds: time.nanoseconds / 10) > end { late += come }
    }
    return late * 10_000_000_000 / time.nanoseconds
  }
}

@Suite struct StrangerShareTests {
  @Test(arguments: [0, 100, 5_000, 9_000])
  func `All strangers below the limit come through`(rate: Int64) {
    var strangers = Strangers()
    #expect(strangers.send(rate, for: .seconds(2)) == rate)
    #expect(strangers.share.isWhole)
  }

  @Test(arguments: [20_000, 150_000, 3_000_000])
  func `Of a flood comes through what the limit allows, and all again a moment later`(rate: Int64) {
    var strangers = Strangers()
    #expect((4_000...12_000).contains(strangers.send(rate, for: .seconds(1))))
    #expect(!strangers.share.isWhole)
    #expect(strangers.send(1_000, for: .seconds(1)) == 1_000)
    #expect(strangers.share.isWhole)
  }

  @Test func `However large a flood is, some come through`() {
    var strangers = Strangers()
    _ = strangers.send(1_000_000_000, for: .seconds(1))
    #expect(strangers.share.share > 0)
    _ = strangers.send(0, for: .seconds(1))
    #expect(strangers.share.isWhole)
  }

  @Test
  func `However large a flood is, one of 4096 comes through, and after a pause no more than a second's`() {
    var share = StrangerShare(limit: 10_000)
    share.count(1 << 40)
    #expect(share.adapt(at: Instant(nanoseconds: 1_000_000_000)) == true)
    #expect(share.share == UInt32.max / 4_096)
    var later = StrangerShare(limit: 10_000)
    later.count(10_001)
    #expect(later.adapt(at: Instant(nanoseconds: 100_000_000_000)) == true)
    #expect(!later.isWhole, "10,000 are expected after any pause")
  }
}
