import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import Wire

@testable import TiltpadClient

/// The times of the search for a host that has fallen silent.
@Suite struct SearchTests {
  private static let second = PlayerSlot(index: 1)

  @Test func `A handshake gives way after 1.75 s for 65 s, and after that it has its ten seconds`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var random = Random(seed: 1)
    let keys = KeyPair(from: &random)
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .computer, sampleRate: 100, name: DeviceName("Test"))
    let channel = ControllerChannel(
      keys: keys, host: KeyPair(from: &random).publicKey, preShared: .zero, introduction: introduction)
    var search = Search(channel, epoch: 1, from: .connecting, isUrgent: false, at: start)
    #expect(search.rounds == 1 && search.roundEnds == start + .milliseconds(1_750))
    let later: [(Int64, Int64)] = [(1_750, 1_750), (64_999, 1_750), (65_000, 10_000), (75_000, 10_000)]
    for (number, (time, length)) in later.enumerated() {
      search.begin(channel, at: start + .milliseconds(time))
      #expect(search.rounds == number + 2)
      #expect(search.roundEnds == start + .milliseconds(time + length), "\(time) ms")
    }
  }

  @Test func `A host counts as lost exactly two seconds after its last packet`() throws {
    var duet = Duet()
    duet.play()
    duet.run(.milliseconds(200))
    duet.isDark = true
    _ = duet.run(atMost: .seconds(3)) { $0.states.last == .connecting }
    let heard = try #require(duet.session.heard)
    #expect(duet.now - heard == .seconds(2))
    #expect(duet.states == [.connecting, .connected(Self.second), .connecting])
  }

  @Test func `Who waits to be let in asks again exactly ten seconds after the host's last packet`() throws {
    var duet = Duet()
    (duet.house.greeting, duet.house.waits) = ((.welcome, 0), true)
    duet.connect()
    duet.run(.milliseconds(500))
    duet.isDark = true
    let count = duet.sent.count { $0.type == 0xd2 }
    _ = duet.run(atMost: .seconds(12)) { $0.sent.count { $0.type == 0xd2 } > count }
    let heard = try #require(duet.session.heard)
    #expect(duet.now - heard == .seconds(10))
    #expect(duet.states == [.connecting, .waiting])
  }

  @Test(arguments: [0, 50] as [Int64])
  func
    `A press asks for other keys exactly 400 ms after it, or after the host's last packet if that is later`(
      ahead: Int64
    ) throws
  {
    var duet = Duet()
    duet.play()
    duet.run(.milliseconds(200))
    if ahead == 0 { duet.isDark = true }
    duet.run(.milliseconds(100))
    let pressed = duet.now
    duet.session.hold(Buttons(.a), at: pressed)
    duet.isDark = true
    duet.run(.milliseconds(ahead))
    // A genuine packet of the host, without an acknowledgement of the press.
    if ahead > 0, let session = duet.house.session {
      let datagram = duet.house.seal(duet.house.frames(), at: duet.now, for: session)
      duet.deliver(try #require(datagram).array)
    }
    let count = duet.sent.count { $0.type == 0xd2 }
    _ = duet.run(atMost: .seconds(1)) { $0.sent.count { $0.type == 0xd2 } > count }
    #expect(duet.now - pressed == .milliseconds(400 + ahead))
    #expect(duet.states.last == .connected(Self.second))
  }
}
