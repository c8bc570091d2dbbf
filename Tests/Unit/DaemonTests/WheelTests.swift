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
    var near: Int32 = -1
    let far = try connect(&near)
    let wheel = ForcePad(
      UinputPad(adopting: Descriptor(owning: near), identity: .logitechG29), WheelSettings())
    var table = try PadTable(.memory, path: "")
    table.plug(wheel, into: first)
    centre(far)
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

  @Test
  func `A described stick that moves under a force makes its pad due, and its controller gets the torque`()
    throws
  {
    var near: Int32 = -1
    let far = try connect(&near)
    let description = StickDescription(
      name: "Wheel", bus: 3, vendor: 1, product: 2, version: 3, effects: .constant, keys: [0x120],
      axes: [.init(code: 0, minimum: 0, maximum: 200)])
    let pad = UinputPad(adopting: Descriptor(owning: near), identity: Identity(description))
    var table = try PadTable(.memory, path: "")
    let stick = StickPad(pad, description, WheelSettings(), showing: nil)
    table.plug(stick, into: first)
    let now = Clock.now() - .seconds(60)
    table.follow([.motor, .measured], at: first, now: now)
    centre(far)
    stick.receiveRequests(at: now)
    table.wake(first, at: now)
    advance(&table, from: now)
    let centred = table.force(of: first)
    #expect(table.nextFeedback == .distantFuture && centred?.torque == 0)
    var report = description.neutral
    report.axes[0] = 200
    _ = table.emit(report, to: first)
    #expect(table.nextFeedback < .distantFuture)
    advance(&table, from: Clock.now())
    let turned = table.force(of: first)
    #expect(turned?.torque == -32_767 && turned?.angle == 32_767)
    #expect(table.nextFeedback == .distantFuture)
  }

  @Test func `A described stick without a motor has no forces`() throws {
    var near: Int32 = -1
    let far = try connect(&near)
    let description = StickDescription(
      name: "Box", bus: 3, vendor: 1, product: 2, version: 3, keys: [0x120], axes: [])
    let pad = UinputPad(adopting: Descriptor(owning: near), identity: Identity(description))
    var table = try PadTable(.memory, path: "")
    table.plug(StickPad(pad, description, WheelSettings(), showing: nil), into: first)
    centre(far)
    table.follow([.motor], at: first, now: Clock.now())
    let force = table.force(of: first)
    #expect(force == nil)
  }

  /// Returns one end of a connection that preserves the boundaries of writes.
  ///
  /// `near` becomes the other end.
  private func connect(_ near: inout Int32) throws -> Descriptor {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &numbers) == 0)
    near = numbers[0]
    return Descriptor(owning: numbers[1])
  }

  /// Sends an input event that sets autocenter to full strength; its first 16 bytes are the time.
  private func centre(_ far: borrowing Descriptor) {
    let autocenter = [UInt8](repeating: 0, count: 16) + [0x15, 0, 0x61, 0, 0xff, 0xff, 0, 0]
    #expect(far.write(autocenter.span) == .done(24))
  }

  /// Carries out all work whose time comes within ten seconds.
  private func advance(_ table: inout PadTable, from start: Instant) {
    while table.nextFeedback < start + .seconds(10) {
      let now = max(start, table.nextFeedback)
      while table.nextDueFeedback(at: now) != nil {}
    }
  }
}
