import Guards
import Model
import Testing

@Suite struct RateTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  @Test func `A bucket gives its burst at once, then a token each time one is due`() {
    var bucket = TokenBucket(rate: 10, burst: 3)
    let burst = (0..<4).map { _ in bucket.consume(at: start) }
    #expect(burst == [true, true, true, false])
    let steps = [99, 100, 199, 200].map { bucket.consume(at: start + .milliseconds($0)) }
    #expect(steps == [false, true, false, true])
  }

  @Test func `A bucket may have a token for each minute`() {
    var bucket = TokenBucket(spacing: .seconds(60), burst: 2)
    let tokens = [0, 0, 0, 59, 60, 61].map { bucket.consume(at: start + .seconds($0)) }
    #expect(tokens == [true, true, false, false, true, false])
  }

  @Test func `News are told once until there are others, eight at once and one a minute`() {
    var news = NewsLimit()
    let first = ["x", "x", "y", "x"].map { news.isNews(missing: $0, at: start) }
    #expect(first == [true, false, true, true])
    let next = (0..<20).map { news.isNews(missing: "\($0)", at: start) }
    #expect(next == (0..<20).map { $0 < 5 })
    let later = [59, 60, 61].map { news.isNews(missing: "z\($0)", at: start + .seconds($0)) }
    #expect(later == [false, true, false])
    let again = [119, 120].map { news.isNews(missing: "again", at: start + .seconds($0)) }
    #expect(again == [false, true], "what was not told is news later")
  }

  @Test func `A share that was halved once is whole after a quiet second`() {
    var share = StrangerShare(limit: 100)
    _ = share.adapt(at: start)
    share.count(2)
    _ = share.adapt(at: start + .milliseconds(10))
    #expect(share.share == UInt32.max / 2)
    _ = share.adapt(at: start + .milliseconds(1_010))
    #expect(share.isWhole)
  }

  @Test func `A bucket says when it has its next token`() {
    var bucket = TokenBucket(rate: 10, burst: 3)
    #expect(bucket.next < start)
    for _ in 0..<3 { _ = bucket.consume(at: start) }
    #expect(bucket.next == start + .milliseconds(100))
    let isTaken = bucket.consume(at: bucket.next)
    #expect(isTaken)
  }

  @Test func `Work for strangers takes its share of time however much there is, and a burst after a pause`() {
    var work = WorkAllowance(part: 5, burst: .milliseconds(20))
    var (now, done) = (start, Interval.zero)
    while now < start + .seconds(10) {
      if work.isOpen(at: now) {
        now = now + .milliseconds(1)
        done = done + .milliseconds(1)
        work.charge(.milliseconds(1), at: now)
      } else {
        #expect(work.next > now)
        now = work.next
      }
    }
    #expect((2_000...2_030).contains(done.nanoseconds / 1_000_000))
    let later = now + .seconds(3_600)
    var burst = 0
    while work.isOpen(at: later) {
      work.charge(.milliseconds(1), at: later)
      burst += 1
    }
    #expect((20...21).contains(burst))
  }

  @Test func `After a pause of any length a bucket holds no more than its burst`() {
    var bucket = TokenBucket(rate: 10, burst: 3)
    for pause in [0, 10, 10_000] as [Int64] {
      let now = start + .seconds(pause)
      #expect((0..<5).filter { _ in bucket.consume(at: now) }.count == 3)
    }
  }

  @Test(arguments: [(4_199, true), (4_200, false)] as [(Int64, Bool)])
  func `Refusals that follow each other exhaust the patience, and a second without one begins anew`(
    _ next: Int64, _ isExhausted: Bool
  ) {
    var limit = RateLimit(rate: 1, burst: 1, patience: .milliseconds(2_800))
    let tries = stride(from: 0, through: 2_800, by: 400).map { limit.consume(at: start + .milliseconds($0)) }
    #expect(tries == [true, false, false, true, false, false, true, false])
    #expect(!limit.isExhausted)
    _ = limit.consume(at: start + .milliseconds(3_200))
    #expect(limit.isExhausted)
    _ = limit.consume(at: start + .milliseconds(3_600))
    let isTaken = limit.consume(at: start + .milliseconds(next))
    #expect(!isTaken && limit.isExhausted == isExhausted)
  }

  @Test func `An address that has used its share takes nothing from another, and all share the total`() {
    var limit = AddressLimit(perAddress: 2, perNetwork: 2, total: 3)
    let (one, two) = (Address(v4: 0x0a00_0001), Address(v4: 0x0a00_0002))
    let tries = [one, one, one, two, two].map { limit.consume(from: $0, at: start) }
    #expect(tries == [true, true, false, true, false])
    let later = limit.consume(from: two, at: start + .seconds(1))
    #expect(later)
  }

  @Test
  func `An address takes of its network no more than its own share, and a network of all no more than its`() {
    var limit = AddressLimit(perAddress: 2, perNetwork: 5, total: 8)
    func taken(_ high: UInt64, _ low: UInt64, _ limit: inout AddressLimit) -> Int {
      (0..<100).count { _ in limit.consume(from: Address(high: high, low: low), at: start) }
    }
    #expect([taken(5, 1, &limit), taken(5, 2, &limit), taken(5, 3, &limit)] == [2, 2, 1])
    #expect(
      [taken(5, 4, &limit), taken(6, 1, &limit), taken(6, 2, &limit), taken(7, 1, &limit)] == [0, 2, 1, 0])
  }

  @Test func `Whoever is refused has taken nothing`() {
    var limit = AddressLimit(perAddress: 1, perNetwork: 10, total: 20)
    for low: UInt64 in 0..<100_000 { _ = limit.consume(from: Address(high: 5, low: low), at: start) }
    let later = start + .seconds(1)
    let isTaken = limit.consume(from: Address(high: 5, low: 100_001), at: later)
    let isOther = limit.consume(from: Address(high: 6, low: 1), at: later)
    #expect(isTaken && isOther)
  }

  @Test func `The share of strangers is adapted once a window, and not before it is over`() {
    var share = StrangerShare(limit: 10_000)
    let steps = [10_000_000, 19_999_999, 20_000_000, 20_000_001]
      .map { share.adapt(at: Instant(nanoseconds: $0)) }
    #expect(steps == [true, false, true, false])
  }

  @Test(arguments: [(100, true), (101, false)])
  func `As many strangers as a window allows leave the share whole, and one more does not`(
    count: Int, isWhole: Bool
  ) {
    var share = StrangerShare(limit: 10_000)
    share.count(count)
    #expect(share.adapt(at: Instant(nanoseconds: 10_000_000)) == true)
    #expect(share.isWhole == isWhole)
  }

  @Test func `The share doubles when fewer than half of what is expected come, and stays at half`() {
    var share = StrangerShare(limit: 10_000)
    func window(_ number: Int64, _ count: Int) -> Double {
      share.count(count)
      _ = share.adapt(at: Instant(nanoseconds: number * 10_000_000))
      return (Double(share.share) * 8 / Double(UInt32.max)).rounded()
    }
    #expect([800, 50, 49, 101, 0, 0].enumerated().map { window(Int64($0) + 1, $1) } == [1, 1, 2, 2, 4, 8])
  }
}
