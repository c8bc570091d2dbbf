import Model
import Testing

@testable import Daemon

/// The handling times of packets on this machine.
@Suite struct HandlingTimesTests {
  @Test func `Ten packets a second of each player are measured`() {
    var times = HandlingTimes()
    var measured = [0, 0]
    for tick in 0..<250 {
      let now = Instant(nanoseconds: Int64(tick) * 4_000_000)
      for player in measured.indices {
        times.measure(PlayerSlot(index: player), at: now) {
          measured[player] += 1
          return nil
        }
      }
    }
    #expect(measured == [10, 10])
  }

  @Test func `What is not known counts nothing, and a new player starts at zero`() {
    var times = HandlingTimes()
    let slot = PlayerSlot(index: 3)
    times.measure(slot, at: Instant(nanoseconds: 0)) { nil }
    times.measure(slot, at: Instant(nanoseconds: 1_000_000_000)) { .microseconds(20) }
    #expect((times[slot][0], times[slot][1]) == (0, 1))
    times.clear(slot)
    #expect(times[slot][1] == 0)
  }
}
