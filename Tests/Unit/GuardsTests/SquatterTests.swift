import Guards
import Model
import Testing

/// The stages of a page's connection.
private enum Stage: Int, CaseIterable, Comparable {
  case silent, heard, asked, open

  static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
}

/// The kinds of addresses that squatters have.
private enum Place: CaseIterable {
  case ipv4, networkEach, oneNetwork, loopback

  /// Returns the address of squatter `number`.
  ///
  /// The phone has the number 200, and the player has the number 201.
  func address(_ number: Int) -> Address {
    switch self {
    case .ipv4: Address(v4: 0xc0a8_0100 + UInt32(number))
    case .networkEach: Address(high: 0xfd00_0000_0000_0000 + UInt64(number), low: 1)
    case .oneNetwork: Address(high: 0xfd00_0000_0000_0001, low: UInt64(number))
    case .loopback: Address(v4: 0x7f00_0000 + UInt32(number))
    }
  }
}

/// A table of connections under attack.
///
/// Squatters hold idle connections and replace those that end, while newcomers connect alongside them.
private struct Siege {
  /// The number of steps in a second.
  static let second = 100

  /// The ages, in steps, at which a connection reaches the next stage.
  ///
  /// The cases are the connections of squatters, those of newcomers on slow Wi-Fi, and those that stay
  /// silent. A silent connection reaches no stage, but ends at its only age.
  private enum Pace: Int {
    case quick, slow, silent

    var steps: [Int] { [[2, 5], [30, second, second + 10], [10 * second]][rawValue] }
  }

  private var table: SharedTable<Int, Stage>
  private var connections: [Int: Address] = [:]
  /// The connections that have not reached their last stage, with their ages in steps.
  private var young: [(key: Int, age: Int, pace: Pace)] = []
  /// The addresses of the connections that squatters have lost, and of refused ones, the oldest first.
  private var lost: [Address] = []
  private var newest = 0
  private var credit = 0
  private let (place, rate, isHalfSilent): (Place, Int, Bool)

  /// Fills a table with `each` idle connections from each of `count` addresses.
  ///
  /// Squatters open up to `rate` connections a second. With `isHalfSilent`, about half of them send nothing.
  init(
    _ limits: SharedTable<Int, Stage>.Limits, _ place: Place, of count: Int, each: Int, rate: Int,
    isHalfSilent: Bool = false
  ) {
    (table, self.place, self.rate, self.isHalfSilent) = (SharedTable(limits), place, rate, isHalfSilent)
    for number in 0..<count * each {
      squat(place.address(1 + number / each))
      for _ in 0..<5 { step() }
    }
  }

  private mutating func squat(_ address: Address) {
    open(from: address, isHalfSilent && newest % 2 == 0 ? .silent : .quick)
  }

  @discardableResult private mutating func open(from address: Address, _ pace: Pace) -> Int {
    newest += 1
    switch table.add(newest, from: address) {
    case .added: break
    case .replaced(let former): end(former)
    case .refused:
      lost.append(address)
      return newest
    }
    connections[newest] = address
    young.append((newest, 0, pace))
    return newest
  }

  private mutating func end(_ key: Int) {
    table.remove(key)
    guard let address = connections.removeValue(forKey: key), address != place.address(200),
      address != place.address(201)
    else { return }
    lost.append(address)
  }

  private mutating func step() {
    for index in young.indices {
      young[index].age += 1
      let (key, age, pace) = young[index]
      guard let stage = pace.steps.firstIndex(of: age) else { continue }
      if pace == .silent { end(key) } else { table.advance(key, to: Stage.allCases[stage + 1]) }
    }
    young.removeAll { $0.age == $0.pace.steps.last }
    credit = min(credit + rate, max(rate, Siege.second))
    while credit >= Siege.second, !lost.isEmpty {
      credit -= Siege.second
      squat(lost.removeFirst())
    }
  }

  /// Returns the number of admitted connections: a phone opens `count` at once, and a player opens one.
  mutating func visit(_ count: Int) -> Int {
    var keys = (0..<count).map { _ in open(from: place.address(200), .slow) }
    keys.append(open(from: place.address(201), .slow))
    for _ in 0...Siege.second + 10 { step() }
    let isIn = keys.filter { connections[$0] != nil }
    for key in keys { end(key) }
    for _ in 0..<20 { step() }
    return isIn.count
  }

  /// Returns the results of `number` visits with `each` connections from the phone.
  func visits(_ number: Int, of each: Int) -> [Int] {
    var siege = self
    return (0..<number).map { _ in siege.visit(each) }
  }
}

@Suite struct SquatterTests {
  private typealias Limits = SharedTable<Int, Stage>.Limits

  private static let page = Limits(total: 128, perAddress: 24, fairShare: 8, reserve: 8)
  private static let inputs = Limits(total: 32, perAddress: 4, fairShare: 2, reserve: 4)

  @Test(arguments: Place.allCases, [(15, 8), (16, 8), (40, 3), (128, 1)])
  private func `Idle connections of squatters keep no newcomer out, twenty times of twenty`(
    _ place: Place, _ held: (addresses: Int, each: Int)
  ) {
    let siege = Siege(SquatterTests.page, place, of: held.addresses, each: held.each, rate: 5)
    #expect(siege.visits(20, of: 6) == Array(repeating: 7, count: 20))
  }

  @Test(arguments: Place.allCases, [(15, 8), (16, 8), (40, 3), (128, 1)])
  private func `Squatters half of whose connections are silent keep no newcomer out`(
    _ place: Place, _ held: (addresses: Int, each: Int)
  ) {
    let siege = Siege(
      SquatterTests.page, place, of: held.addresses, each: held.each, rate: 10, isHalfSilent: true)
    #expect(siege.visits(5, of: 6) == Array(repeating: 7, count: 5))
  }

  @Test(arguments: Place.allCases, [(15, 8), (16, 8), (18, 7)])
  private func `Squatters who come back at once keep nobody out who has fewer connections than each of them`(
    _ place: Place, _ held: (addresses: Int, each: Int)
  ) {
    let siege = Siege(SquatterTests.page, place, of: held.addresses, each: held.each, rate: 200)
    #expect(siege.visits(5, of: 6) == Array(repeating: 7, count: 5))
  }

  @Test(arguments: Place.allCases, [(14, 2, 200), (28, 1, 10)])
  private func `Squatters keep no player of the inputs gateway out`(
    _ place: Place, _ held: (addresses: Int, each: Int, rate: Int)
  ) {
    let siege = Siege(SquatterTests.inputs, place, of: held.addresses, each: held.each, rate: held.rate)
    #expect(siege.visits(20, of: 1) == Array(repeating: 2, count: 20))
  }
}
