import Impairment
import Model
import Testing
import Wire

@testable import Daemon

/// The stored deadline of the programs' status, compared with a simple model that has one deadline per program.
@Suite struct StatusPaceTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Each program has its status when it is due, however the others come and go`(seed: UInt64) {
    var random = Random(seed: seed)
    var clients = LocalClients()
    var model: [Int: (due: Instant, period: Interval)] = [:]
    var now = Instant(nanoseconds: 0)
    for _ in 0..<500 {
      now = now + .milliseconds(Int64(random.next() % 20))
      let place = Int(random.next() % UInt64(LocalClients.programs.count))
      switch random.next() % 4 {
      case 0:
        let period = UInt16(random.next() % 200) + 10
        clients.follow(Watch(topics: .status, period: period), for: place, at: now)
        model[place] = (now, .milliseconds(Int64(period)))
      case 1:
        clients.remove(place)
        model[place] = nil
      default: break
      }
      var told: Set<Int> = []
      while let index = clients.nextDueStatus(at: now) { told.insert(index) }
      #expect(told == Set(model.filter { $0.value.due <= now }.keys), "seed \(seed)")
      for index in told {
        if let period = model[index]?.period { model[index]?.due = now + period }
      }
      let (stored, first) = (clients.nextStatus, model.values.map(\.due).min() ?? .distantFuture)
      #expect(stored <= first, "seed \(seed): a deadline is stored too late")
      #expect(stored > now, "seed \(seed): the loop would not rest")
    }
  }
}
