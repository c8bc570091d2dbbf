import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

@Suite struct ClockTests {
  @Test func `A question for the clock is answered at once, with when it came and when the answer leaves`() {
    var duet = Duet()
    duet.play()
    duet.run(.milliseconds(500))
    guard let session = duet.house.session else { return }
    var frames = duet.house.frames()
    frames.ping = 77
    guard let datagram = duet.house.seal(frames, at: duet.now, for: session) else { return }
    duet.house.isMute = true
    duet.house.pong = nil
    let (received, before) = (duet.now, duet.sent.count)
    duet.deliver(datagram.array)
    duet.run(.milliseconds(2))
    #expect(duet.sent.count == before + 1)
    let stamp = UInt32(truncatingIfNeeded: received.nanoseconds / 1_000)
    #expect(duet.house.pong == Pong(hostSent: 77, received: stamp, sent: stamp &+ 1_000))
    duet.house.pong = nil
    duet.run(.milliseconds(200))
    #expect(duet.house.pong == nil)
  }
}
