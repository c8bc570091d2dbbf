import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct OutputTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)
  private var outputs = Outputs(
    ["opentrack player=2", "dsu", "osc"].compactMap { try? ServedOutput($0) })

  /// Removes all messages; returns the number that each output has sent.
  private mutating func sent() -> [Int] {
    var counts = [0, 0, 0]
    while let message = outputs.nextMessage() { counts[message.output] += 1 }
    return counts
  }

  private func player(_ index: Int) -> PlayerStatus {
    var status = PlayerStatus(
      of: PlayerSlot(index: index), at: .gateway(connection: 0, controller: 0), by: .other)
    (status.isConnected, status.tilt) = (true, Tilt(roll: Angle(radians: 0.5)))
    return status
  }

  @Test mutating func `Each output gets what it shows, and sends from its own place`() throws {
    #expect(outputs.settings.count == 3 && outputs.topics == [.status, .reports])
    outputs.receive(.player(player(0)), at: Self.start)
    #expect(sent() == [0, 0, 1])
    outputs.receive(.player(player(1)), at: Self.start)
    outputs.receive(.player(player(1)), at: Self.start)
    #expect(sent() == [2, 0, 1], "OSC tells what changes")
    var report = PadReport.neutral
    report.buttons = Buttons(.a)
    outputs.receive(.report(PadStatus(slot: PlayerSlot(index: 0), report: report)), at: Self.start)
    #expect(sent() == [0, 0, 1])
  }

  @Test mutating func `An emulator asks the server among other outputs, and rumbles for a while`() {
    outputs.receive(.report(PadStatus(slot: PlayerSlot(index: 0), report: .neutral)), at: Self.start)
    _ = sent()
    for subject in [
      .data(DSUSelection()), .motors(DSUSelection(slot: 0)),
      .rumble(DSUSelection(slot: 0), motor: 0, strength: 200),
    ] as [DSURequest.Subject] {
      let bytes = DSURequest(client: 1, subject).datagram.bytes
      outputs.receive(bytes.span, at: 0, of: 1, from: Desk.place(0), at: Self.start)
    }
    #expect(outputs.subscribers == 1 && outputs.refusals == 0)
    #expect(outputs.nextDeadline < .distantFuture)
    guard case .rumble(let slot, 200, 0) = outputs.nextOrder() else {
      Issue.record("no rumble")
      return
    }
    #expect(slot.index == 0 && outputs.nextOrder() == nil)
    #expect(sent()[1] > 0)
    outputs.advance(to: Self.start + .seconds(6))
    #expect(outputs.subscribers == 0)
    outputs.receive([1, 2, 3].span, at: 0, of: 1, from: Desk.place(0), at: Self.start)
    outputs.receive([1, 2, 3].span, at: 0, of: 0, from: Desk.place(0), at: Self.start)
    #expect(outputs.refusals == 1)
  }

  @Test mutating func `Without the daemon nobody holds anything`() {
    var report = PadReport.neutral
    report.buttons = Buttons(.a)
    outputs.receive(.report(PadStatus(slot: PlayerSlot(index: 0), report: report)), at: Self.start)
    _ = sent()
    outputs.forget(at: Instant(nanoseconds: 0))
    #expect(sent() == [0, 0, 1])
  }

  @Test(arguments: ["joystick", "osc port=x", "osc gopher=1", "opentrack player=17", "osc to=here"])
  func `Words of outputs that mean nothing are refused`(_ words: String) {
    #expect(throws: UnknownSetting.self) { try ServedOutput(words) }
  }

  @Test func `A server listens at its four ports, for this machine unless networks are named`() throws {
    let settings = try ServedOutput("dsu port=2000")
    #expect(settings.ports == [2_000, 2_001, 2_002, 2_003] && settings.isLocal && !settings.isSender)
    #expect(try !ServedOutput("dsu allow=10.0.0.0/8").isLocal)
  }
}
