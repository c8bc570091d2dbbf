import Forces
import Gamepad
import Glibc
import Model
import Platform
import Testing

@testable import Daemon

/// Wheels in the table of pads.
@Suite struct WheelTests {
  private let first = PlayerSlot(index: 0)

  @Test
  func
    `A hand that moves a wheel at rest under a force makes it due again, and one that does not move does not`()
    throws
  {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &numbers) == 0)
    let far = Descriptor(owning: numbers[1])
    let wheel = ForcePad(
      UinputPad(adopting: Descriptor(owning: numbers[0]), identity: .logitechG29), WheelSettings())
    var table = try PadTable(.memory, path: "")
    table.plug(wheel, into: first)
    // An event of autocenter at full strength, after 16 bytes of time.
    let autocenter = [UInt8](repeating: 0, count: 16) + [0x15, 0, 0x61, 0, 0xff, 0xff, 0, 0]
    #expect(far.write(autocenter.span) == .done(24))
    let now = Clock.now() - .seconds(60)
    wheel.receiveRequests(at: now)
    table.wake(first, at: now)
    advance(&table, from: now)
    #expect(table.nextFeedback == .distantFuture)
    _ = table.emit(.neutral, to: first)
    #expect(table.nextFeedback == .distantFuture)
    _ = table.emit(PadReport(leftStick: Stick(x: 9_000, y: 0)), to: first)
    #expect(table.nextFeedback < .distantFuture)
    advance(&table, from: Clock.now())
    #expect(table.nextFeedback == .distantFuture)
  }

  /// Does all that is due within ten seconds.
  private func advance(_ table: inout PadTable, from start: Instant) {
    while table.nextFeedback < start + .seconds(10) {
      let now = max(start, table.nextFeedback)
      while table.nextDueFeedback(at: now) != nil {}
    }
  }
}
