import Guards
import Model
import Testing

@Suite struct StrangerBudgetTests {
  var budget = StrangerBudget(StrangerBudget.Rates(address: 4, network: 10, total: 25), seed: 7)
  var now = Instant(nanoseconds: 1_000_000_000_000)

  func lan(_ number: Int) -> Address { Address(v4: 0xc0a8_0100 + UInt32(number)) }
  func household(_ number: Int) -> Address { Address(high: 0xfd00_0000_0000_0001, low: UInt64(number)) }

  /// Returns how much of `count` pieces of work is done, for the addresses in turn.
  mutating func spend(_ count: Int, for addresses: [Address]) -> Int {
    var done = 0
    for index in 0..<count where budget.spend(for: addresses[index % addresses.count], at: now) { done += 1 }
    return done
  }

  @Test mutating func `An address, its network and all together have limits of their own`() {
    #expect(spend(20, for: [lan(1)]) == 4)
    #expect(spend(100, for: (0..<50).map(household)) == 10)
    #expect(spend(100, for: (2..<60).map(lan)) == 11)
    #expect(budget.refusals == 16 + 90 + 89)
    now = now + .seconds(1)
    #expect(spend(20, for: [lan(1)]) == 4)
  }

  @Test mutating func `Work that is refused uses nothing up`() {
    _ = spend(10, for: (0..<10).map(household))
    #expect(spend(1_000, for: [household(77)]) == 0)
    now = now + .seconds(1)
    #expect(spend(1_000, for: [household(77)]) == 4)
  }
}
