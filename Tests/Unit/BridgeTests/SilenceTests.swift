import Bridge
import Model
import Motion
import TestHost
import Testing
import TiltpadClient
import Wire

@Suite struct SilenceTests {
  func held() -> HostHarness {
    var evening = HostHarness.plain(profile: .wheel)
    evening.receive(Packet(0, roll: 2, buttons: Buttons(.a), nextEdge: 1).datagram)
    return evening
  }

  @Test func `Axes and buttons hold through 800 ms of silence`() {
    var evening = held()
    let shown = evening.shown()
    evening.pass(.milliseconds(800))
    #expect(evening.shown() == shown && shown.leftStick.x == 32767)
    #expect(evening.status().phase == .holding)
  }

  @Test func `After a second of silence everything is at rest, the axis on a ramp and not in a jerk`() {
    var evening = held()
    let before = evening.reports.count
    evening.pass(.milliseconds(1_000))
    #expect(evening.shown() == .neutral)
    let axes = evening.reports[before...].map { Int($0.report.leftStick.x) }
    #expect(axes.count >= 10)
    #expect(zip([32767] + axes, axes).allSatisfy { $0 - $1 <= 32767 / 8 })
  }

  @Test func `A controller that comes back goes on where it is, with what it holds`() {
    var evening = held()
    evening.pass(.milliseconds(1_500))
    evening.receive(Packet(1, roll: 2, buttons: Buttons(.a), nextEdge: 1).datagram)
    evening.pass(.milliseconds(30))
    #expect(evening.shown().buttons == Buttons(.a) && evening.shown().leftStick.x == 32767)
  }

  @Test func `Silence costs the pad only after the slot was kept for a minute`() {
    var evening = held()
    evening.pass(.milliseconds(64_900))
    #expect(evening.detached.isEmpty)
    evening.pass(.milliseconds(200))
    #expect(evening.detached.count == 1)
    #expect(evening.bridge.nextDeadline == .distantFuture)
  }

  @Test func `A neutral state lets everything go at once`() {
    var evening = held()
    var packet = Packet(1, roll: 2, buttons: [], nextEdge: 1)
    packet.frames.state?.isNeutral = true
    evening.pass(.milliseconds(30))
    evening.receive(packet.datagram)
    #expect(evening.shown() == .neutral)
  }

  @Test func `A new pad rests for a second, while its buttons already count`() {
    var evening = HostHarness.plain(profile: .wheel) { $0.input.settling = .seconds(1) }
    for step in 0..<20 as Range<UInt16> {
      evening.receive(Packet(step, roll: 2, buttons: Buttons(.b), nextEdge: 1).datagram)
      evening.pass(.milliseconds(50))
      if step < 19 { #expect(evening.shown() == PadReport(buttons: Buttons(.b))) }
    }
    #expect(evening.shown().leftStick.x == 32767)
  }

  @Test func `Two controllers are two players, and one's silence does not touch the other`() {
    var evening = HostHarness.plain()
    for step in 0..<100 as Range<UInt16> {
      if step < 5 { evening.receive(Packet(step, roll: 1).datagram, from: HostHarness.origin(1)) }
      var second = Packet(step, roll: -1)
      second.token = 2
      evening.receive(second.datagram, from: HostHarness.origin(2))
      evening.pass(.milliseconds(20))
    }
    #expect(evening.attached.map(\.number) == [1, 2])
    #expect(evening.shown(1) == .neutral)
    #expect(evening.shown(2).leftStick.x == -Int16((1 / Double.pi * 32767).rounded()))
  }

  @Test func `A TILT sender needs only levels: its presses last and are not answered`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, nextEdge: nil).datagram)
    evening.receive(Packet(1, buttons: Buttons(.a), nextEdge: nil).datagram)
    evening.receive(Packet(2, nextEdge: nil).datagram)
    evening.pass(.milliseconds(100))
    let history = ButtonHistory(of: .a, in: evening.reports)
    #expect(history.presses == 1 && history.releases == 1 && history.shortest >= .milliseconds(20))
    #expect(evening.sent.isEmpty)
  }

  @Test func `A forbidden address loses its player when the configuration is loaded again`() {
    var evening = held()
    var settings = evening.bridge.settings
    settings.roster.plainRanges = []
    evening.bridge.reload(settings)
    evening.pass(.zero)
    #expect(evening.detached.count == 1)
  }
}
