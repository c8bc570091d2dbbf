import Bridge
import Engine
import Model
import Motion
import TestHost
import Testing
import TiltpadClient
import Wire

@Suite struct ResumeTests {
  private let first = PlayerSlot(index: 0)

  private func resumed(_ configure: (inout Bridge.Settings) -> Void = { _ in }) -> HostHarness {
    var evening = HostHarness.plain(profile: .wheel) {
      $0.input.settling = .seconds(1)
      configure(&$0)
    }
    let isResumed = evening.bridge.resume(first, of: key(1), at: evening.now)
    #expect(isResumed)
    return evening
  }

  private func key(_ token: UInt32) -> Roster.Key { Roster.Key.plain(HostHarness.home, token: token) }

  @Test func `The controller that was away goes on with its pad at once, with the buttons that it holds`() {
    var evening = resumed()
    #expect(evening.bridge.players.owner(of: first) == key(1) && !evening.status().isConnected)
    evening.pass(.seconds(2))
    #expect(evening.reports.isEmpty)
    evening.receive(
      Packet(40_000, roll: -2, buttons: Buttons(.a), nextEdge: 9).datagram, from: HostHarness.origin(77))
    #expect(evening.attached.isEmpty)
    #expect(evening.shown() == PadReport(buttons: Buttons(.a), leftStick: Stick(x: -32767, y: 0)))
    #expect(evening.status().isConnected)
  }

  @Test func `A release that was sent while nobody heard it leaves the button up`() {
    var evening = resumed()
    evening.receive(
      Packet(5, buttons: Buttons(.a), nextEdge: 9).edges(from: 8, Edge(.b, isPress: false, age: 2_000))
        .datagram)
    evening.pass(.milliseconds(100))
    let history = ButtonHistory(of: .b, in: evening.reports)
    #expect(history.presses == 0 && evening.shown().buttons == Buttons(.a))
  }

  @Test func `Another controller gets another slot`() {
    var evening = resumed()
    var stranger = Packet(0)
    stranger.token = 2
    evening.receive(stranger.datagram)
    #expect(evening.attached.map(\.number) == [2])
  }

  @Test func `A controller that does not come within the reservation costs the pad`() {
    var evening = resumed()
    evening.pass(.milliseconds(59_900))
    #expect(evening.detached.isEmpty)
    evening.pass(.milliseconds(200))
    #expect(evening.detached == [first] && evening.bridge.players.owner(of: first) == nil)
  }

  @Test func `A slot that waits for ever waits until a reload says for how long`() {
    var evening = resumed { $0.roster.reservation = nil }
    evening.pass(.seconds(100_000))
    #expect(evening.detached.isEmpty && evening.bridge.nextDeadline == .distantFuture)
    var settings = evening.bridge.settings
    settings.roster.reservation = .seconds(60)
    evening.bridge.reload(settings)
    evening.pass(.zero)
    #expect(evening.detached == [first])
  }

  @Test func `A silent pad comes to rest also where its slot waits for ever`() {
    var evening = HostHarness.plain(profile: .wheel) { $0.roster.reservation = nil }
    evening.receive(Packet(0, roll: 2, buttons: Buttons(.a), nextEdge: 1).datagram)
    evening.pass(.seconds(10))
    #expect(evening.shown() == .neutral && evening.bridge.players.owner(of: first) == key(1))
  }

  @Test func `A gateway's controller is told from one at an address, and returns over another connection`() {
    var evening = HostHarness.plain(profile: .wheel) { $0.roster.plainRanges = [] }
    #expect(evening.bridge.resume(first, of: key(1), at: evening.now) == false)
    let header = GatewayHeader(transport: .webSocket, controller: 3, counter: 0, received: evening.now)
    var datagram = LocalDatagram()
    header.write(to: &datagram)
    Packet(0).frames.write(to: &datagram)
    evening.receive(datagram, from: .local(4))
    guard let owner = evening.bridge.players.owner(of: first) else {
      Issue.record("it did not join")
      return
    }
    var later = HostHarness.plain(profile: .wheel) { $0.roster.plainRanges = [] }
    let isResumed = later.bridge.resume(first, of: owner, at: later.now)
    #expect(isResumed)
    later.receive(datagram, from: .local(0))
    #expect(later.attached.isEmpty && later.status().isConnected)
  }
}
