import Model
import Motion
import Testing

@Suite struct SampleRingTests {
  @Test func `A sample later than all others is the newest`() {
    var ring = SampleRing()
    #expect(ring.insert(sample(at: 1_000)) == .newest)
    #expect(ring.insert(sample(at: 1_051)) == .newest)
    #expect(ring.count == 2)
  }

  @Test func `A late sample takes its place in time`() {
    var ring = SampleRing()
    for time: Int64 in [0, 10_000, 30_000] { #expect(ring.insert(sample(at: time)) == .newest) }
    #expect(ring.insert(sample(at: 20_000)) == .late)
    #expect(ring.insert(sample(at: -10_000)) == .late)
    #expect((0..<5).map { ring[$0].microseconds } == [-10_000, 0, 10_000, 20_000, 30_000])
  }

  @Test(arguments: [-50, -1, 0, 1, 50] as [Int64])
  func `Times within 50 µs are one and the same sample`(offset: Int64) {
    var ring = SampleRing()
    for time: Int64 in [0, 10_000, 20_000] { _ = ring.insert(sample(at: time)) }
    for time: Int64 in [0, 10_000, 20_000] {
      #expect(ring.insert(sample(at: time + offset)) == .duplicate)
    }
    #expect(ring.count == 3)
  }

  @Test func `Times 51 µs apart are two samples`() {
    var ring = SampleRing()
    for time: Int64 in [0, 10_000] { _ = ring.insert(sample(at: time)) }
    #expect(ring.insert(sample(at: 9_949)) == .late)
    #expect(ring.insert(sample(at: 51)) == .late)
    #expect(ring.count == 4)
  }

  @Test func `More than 250 ms late is too old`() {
    var ring = SampleRing()
    _ = ring.insert(sample(at: 1_000_000))
    #expect(ring.insert(sample(at: 749_999)) == .tooOld)
    #expect(ring.insert(sample(at: 750_000)) == .late)
  }

  @Test func `A full ring gives up its oldest and takes nothing older`() {
    var ring = SampleRing()
    for number: Int64 in 0..<200 { _ = ring.insert(sample(at: number * 1_000)) }
    #expect(ring.count == SampleRing.capacity)
    #expect(ring[0].microseconds == 72_000)
    #expect(ring.insert(sample(at: 71_500)) == .tooOld)
    #expect(ring.insert(sample(at: 72_500)) == .tooOld)
    #expect(ring.insert(sample(at: 73_500)) == .late)
    #expect(ring[0].microseconds == 73_000)
    #expect(ring[1].microseconds == 73_500)
  }

  @Test func `An emptied ring starts anew`() {
    var ring = SampleRing()
    _ = ring.insert(sample(at: 1_000_000))
    ring.removeAll()
    #expect(ring.count == 0)
    #expect(ring.insert(sample(at: 0)) == .newest)
  }

  private func sample(at microseconds: Int64) -> TiltSample {
    TiltSample(microseconds: microseconds, tilt: Tilt(roll: Angle(raw: Int32(microseconds))))
  }
}
