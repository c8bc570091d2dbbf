import Guards
import Impairment
import Model
import Testing

/// The stages of a connection in these tests.
private enum Stage: Int, CaseIterable, Comparable {
  case silent, heard, known

  static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
}

@Suite struct SharedTableTests {
  private typealias Table = SharedTable<Int, Stage>

  private let limits = Table.Limits(total: 16, perAddress: 6, fairShare: 3, reserve: 2)
  private let phone = Address(high: 0xfd00_0000_0000_0001, low: 0x77)

  private func lan(_ number: Int) -> Address { Address(v4: 0xc0a8_0100 + UInt32(number)) }

  private func neighbour(_ number: Int) -> Address {
    Address(high: phone.high, low: 0x1_0000 + UInt64(number))
  }

  @Test func `An address over its limit gives up its own least advanced entry`() {
    var table = Table(limits)
    for key in 0..<6 { #expect(table.add(key, from: lan(1)) == .added) }
    table.advance(0, to: .heard)
    #expect(table.add(6, from: lan(1)) == .replaced(1))
    #expect(table.add(7, from: lan(2)) == .added)
    #expect(table.count == 7 && table.losses == 1)
  }

  @Test func `The biggest address of a full table gives way, and who has a fair share does not`() {
    var table = Table(limits)
    for key in 0..<3 { _ = table.add(key, from: phone) }
    for key in 3..<14 { _ = table.add(key, from: lan(key / 6)) }
    for key in 14..<200 {
      let addition = table.add(key, from: lan(key % 3))
      guard case .replaced(let former) = addition else { return #expect(Bool(false), "\(addition)") }
      #expect(former >= 3)
    }
    #expect(table.count == 14)
  }

  @Test func `Silent entries of one network, however many addresses it has, leave who says something alone`()
  {
    var table = Table(limits)
    _ = table.add(0, from: phone)
    table.advance(0, to: .heard)
    for key in 1..<1_000 {
      #expect(table.add(key, from: neighbour(key)) != .replaced(0))
    }
    #expect(table.add(1_000, from: lan(1)) == .replaced(987))
  }

  @Test func `The network with more than a quarter of the table gives way before others`() {
    var table = Table(limits)
    for key in 0..<4 { _ = table.add(key, from: lan(key)) }
    for key in 4..<14 { _ = table.add(key, from: neighbour(key)) }
    for key in 4..<14 { table.advance(key, to: .heard) }
    #expect(table.add(14, from: lan(9)) == .replaced(4))
  }

  @Test func `Entries at the last stage never give way, and count for no address`() {
    var table = Table(limits)
    for key in 0..<14 {
      #expect(table.add(key, from: lan(1)) == .added)
      table.advance(key, to: .known)
    }
    #expect(table.add(14, from: lan(2)) == .refused)
    table.remove(3)
    #expect(table.add(14, from: lan(1)) == .added)
    #expect(table.add(15, from: lan(1)) == .replaced(14))
  }

  @Test func `Where equals are kept, only the biggest holder gives way, and to another`() {
    var table = Table(Table.Limits(total: 16, perAddress: 6, fairShare: 3, reserve: 2, keepsEquals: true))
    for key in 0..<12 { _ = table.add(key, from: neighbour(key)) }
    for key in 12..<14 { #expect(table.add(key, from: lan(key)) == .added) }
    #expect(table.add(14, from: neighbour(99)) == .refused)
    #expect(table.add(15, from: lan(1)) == .replaced(0))
    for key in 16..<19 { #expect(table.add(key, from: lan(1)) == .replaced(key - 15)) }
    #expect(table.add(20, from: lan(1)) == .refused, "now that address has the most")
    #expect(table.add(21, from: lan(2)) == .replaced(15))
    #expect(table.add(22, from: lan(1), at: .heard) == .replaced(4))
  }

  @Test func `All of loopback is one network, and the others are a whole IPv4 address and a 64`() {
    let places = [
      .loopback, Address(v4: 0x7f12_3456), Address(high: 0, low: 1), Address(high: 0, low: 0xffff_7f00_0009),
    ]
    #expect(places.allSatisfy { $0.network == .loopback })
    #expect(lan(1).network == lan(1) && neighbour(1).network == phone.network && phone.network != phone)
    #expect(Address(high: 0, low: 2).network != .loopback)
  }

  @Test
  func
    `Of a full table the idle give way to newcomers while they are more than half, and then the newcomers`()
  {
    var table = Table(limits)
    for key in 0..<14 {
      _ = table.add(key, from: lan(key))
      table.advance(key, to: .heard)
    }
    for key in 14..<21 { #expect(table.add(key, from: lan(key)) == .replaced(key - 14)) }
    // Seven idle entries and seven newcomers are left, so the oldest newcomer is the next to be removed.
    for key in 21..<40 { #expect(table.add(key, from: lan(key)) == .replaced(key - 7)) }
  }

  @Test func `Of entries alike, those of the address with the most give way, but not the newer half`() {
    var table = Table(limits)
    for key in 0..<12 { _ = table.add(key, from: lan(key / 2)) }
    for key in 12..<14 { _ = table.add(key, from: phone) }
    _ = table.add(14, from: phone)
    #expect(table.add(15, from: lan(9)) == .replaced(2))
    for key in 16..<20 { _ = table.add(key, from: lan(key)) }
    #expect(table.add(20, from: lan(20)) == .replaced(12))
  }

  @Test func `This machine has a reserve that nobody else uses`() {
    var table = Table(limits)
    for key in 0..<100 { _ = table.add(key, from: lan(key), at: .known) }
    #expect(table.count == 14)
    #expect(table.add(100, from: .loopback) == .added)
    #expect(table.add(101, from: Address(high: 0, low: 1)) == .added)
    #expect(table.add(102, from: .loopback) == .replaced(100))
    #expect(table.add(103, from: .loopback) == .replaced(101))
    #expect(table.add(104, from: lan(7)) == .refused)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Whatever comes, no limit is passed, and no newcomer ends before others and nobody at the last stage`(
    _ seed: UInt64
  ) {
    var (table, dice) = (Table(limits), Random(seed: seed))
    var stages: [Int: (address: Address, stage: Stage)] = [:]
    for key in 0..<2_000 {
      let address =
        Int.random(in: 0..<3, using: &dice) == 0
        ? neighbour(Int.random(in: 0..<40, using: &dice)) : lan(Int.random(in: 0..<8, using: &dice))
      switch table.add(key, from: address) {
      case .added: break
      case .refused: continue
      case .replaced(let former):
        let waiting = stages.filter { $0.value.stage < .known }.keys
        #expect(waiting.contains(former) && (waiting.count < 4 || former != waiting.max()), "seed \(seed)")
        stages[former] = nil
      }
      stages[key] = (address, .silent)
      let moved = stages.keys.sorted()[Int.random(in: 0..<stages.count, using: &dice)]
      let stage = Stage.allCases[Int.random(in: 0..<12, using: &dice) / 5]
      table.advance(moved, to: stage)
      if let former = stages[moved], former.stage < stage { stages[moved] = (former.address, stage) }
      if Int.random(in: 0..<5, using: &dice) == 0 {
        table.remove(moved)
        stages[moved] = nil
      }
      let waiting = Dictionary(grouping: stages.values.filter { $0.stage < .known }, by: \.address)
      #expect(table.count == stages.count && table.count <= 14, "seed \(seed)")
      #expect(waiting.values.allSatisfy { $0.count <= 6 }, "seed \(seed)")
    }
  }
}
