import Impairment
import Model
import Testing
import Wire

@Suite struct ImpairedLinkTests {
  @Test func `Each packet arrives or is counted as lost`() {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst) = (0.3, .milliseconds(20))
    var link = ImpairedLink(faults, seed: 1)
    var arrived = 0
    for step: Int64 in 0..<1_000 {
      let now = Instant(nanoseconds: 0) + .milliseconds(step)
      link.submit(Datagram(), at: now)
      while link.receive(at: now) != nil { arrived += 1 }
    }
    #expect(arrived > 0 && link.lost > 0 && arrived + link.lost == 1_000)
  }

  @Test(arguments: [(0.0, 100), (1, 200)])
  func `A packet arrives once, and a repeated one twice`(duplication: Double, arrivals: Int) {
    var faults = ImpairedLink.Faults()
    faults.duplication = duplication
    var link = ImpairedLink(faults, seed: 1)
    let now = Instant(nanoseconds: 0)
    for _ in 0..<100 { link.submit(Datagram(), at: now) }
    var arrived = 0
    while link.receive(at: now) != nil { arrived += 1 }
    #expect(arrived == arrivals)
  }

  private static let start = Instant(nanoseconds: 1_000_000_000)

  private func packet(_ number: UInt8) -> Datagram<512> {
    var datagram = Datagram<512>()
    datagram.append(number)
    return datagram
  }

  /// Removes and returns the packets that have arrived `passed` after the start.
  private func arrivals(_ link: inout ImpairedLink, _ passed: Interval) -> [UInt8] {
    var arrived: [UInt8] = []
    while let datagram = link.receive(at: Self.start + passed) { arrived.append(datagram[0]) }
    return arrived
  }

  @Test func `A link without faults carries everything at once, and in order`() {
    var link = ImpairedLink(ImpairedLink.Faults(), seed: 1)
    #expect(link.nextArrival == nil && link.receive(at: Self.start) == nil)
    for number: UInt8 in 1...3 { link.submit(packet(number), at: Self.start) }
    #expect(link.nextArrival == Self.start)
    #expect(arrivals(&link, .zero) == [1, 2, 3])
    #expect(link.nextArrival == nil && link.lost == 0)
  }

  @Test func `A packet arrives exactly after its delay, and each of its copies once`() {
    var faults = ImpairedLink.Faults()
    (faults.delay, faults.duplication) = (.milliseconds(5), 1)
    var link = ImpairedLink(faults, seed: 1)
    link.submit(packet(1), at: Self.start)
    link.submit(packet(2), at: Self.start + .milliseconds(1))
    #expect(link.nextArrival == Self.start + .milliseconds(5))
    #expect(arrivals(&link, .milliseconds(5) + Interval(nanoseconds: -1)) == [])
    #expect(arrivals(&link, .milliseconds(5)) == [1, 1])
    #expect(link.nextArrival == Self.start + .milliseconds(6))
    #expect(arrivals(&link, .milliseconds(6)) == [2, 2] && link.nextArrival == nil)
  }

  @Test(arguments: [(0.0, 5), (1, 35)] as [(Double, Int64)])
  func `A packet that is held back comes 30 ms later than others`(reordering: Double, time: Int64) {
    var faults = ImpairedLink.Faults()
    (faults.delay, faults.reordering) = (.milliseconds(5), reordering)
    var link = ImpairedLink(faults, seed: 1)
    link.submit(packet(1), at: Self.start)
    #expect(link.nextArrival == Self.start + .milliseconds(time))
  }

  @Test func `Packets with different delays overtake each other, and those with equal ones do not`() {
    var faults = ImpairedLink.Faults()
    (faults.delay, faults.jitter) = (.milliseconds(2), .milliseconds(10))
    var (link, random) = (ImpairedLink(faults, seed: 9), Random(seed: 9))
    var due: [(time: Int64, number: UInt8)] = []
    for number: UInt8 in 0..<100 {
      link.submit(packet(number), at: Self.start)
      // The numbers decide whether a packet is copied, its additional delay, and whether it is held back.
      _ = random.unit()
      due.append((2_000_000 + Int64(10_000_000 * random.exponential()), number))
      _ = random.unit()
    }
    due.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    for (time, number) in due {
      #expect(link.nextArrival == Self.start + Interval(nanoseconds: time))
      #expect(link.receive(at: Self.start + Interval(nanoseconds: time))?[0] == number)
    }
  }

  @Test(arguments: [0, 25] as [Int64])
  func `A link is good and bad in turn, for random times whose means give the share of loss`(longest: Int64) {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst, faults.longestBurst) = (0.3, .milliseconds(20), .milliseconds(longest))
    var (link, random) = (ImpairedLink(faults, seed: 4), Random(seed: 4))
    var (isBad, lost) = (false, 0)
    func stay() -> Int64 {
      let share = random.exponential()
      guard isBad else { return Int64(20_000_000 * (share * (1 - 0.3) / 0.3)) }
      let length = Int64(20_000_000 * share)
      return longest > 0 ? min(length, longest * 1_000_000) : length
    }
    var change = stay()
    for time in 0..<5_000 as Range<Int64> {
      while change <= time * 1_000_000 {
        isBad.toggle()
        change += stay()
      }
      link.submit(packet(0), at: Self.start + .milliseconds(time))
      lost += isBad ? 1 : 0
      #expect(link.lost == lost)
      #expect(arrivals(&link, .milliseconds(time)).count == (isBad ? 0 : 1))
      _ = random.unit()
      guard !isBad else { continue }
      _ = random.exponential()
      _ = random.unit()
    }
    #expect(lost > 500)
  }
}
