import Model
import Platform
import Synchronization
import Testing

@Suite struct BellTests {
  @Test func `A bell is heard once, however often it has rung`() throws {
    let bell = try Bell()
    var poller = try Poller()
    try poller.add(bell.descriptor, token: 9)
    #expect(bell.silence() == false)
    #expect(bell.wait(atMost: .milliseconds(1)) == false)
    bell.ring()
    bell.ring()
    #expect(poller.wait() == 1)
    #expect(bell.silence() == true)
    #expect(bell.silence() == false)
    #expect(poller.wait(atMost: .zero) == 0)
  }

  /// The bells and the count that a thread and its starter share.
  private final class Pair: Sendable {
    let there: Bell
    let back: Bell
    let count = Atomic<Int>(0)

    init() throws {
      there = try Bell()
      back = try Bell()
    }
  }

  @Test func `A thread runs beside its starter and hears its bell`() throws {
    let pair = try Pair()
    try BackgroundThread.start {
      for _ in 0..<3 {
        pair.there.wait()
        pair.count.add(1, ordering: .sequentiallyConsistent)
        pair.back.ring()
      }
    }
    for turn in 1...3 {
      pair.there.ring()
      #expect(pair.back.wait(atMost: .seconds(60)) == true)
      #expect(pair.count.load(ordering: .sequentiallyConsistent) == turn)
    }
  }
}
