import Forces
import Glibc
import Model
import Platform
import Testing

@testable import Gamepad

/// A wheel and the events that it writes, with requests as the kernel passes them on.
///
/// Uploads need the kernel's own answer, and are tested in the virtual machine.
@Suite struct ForcePadTests {
  private static let (force, autocenter): (UInt16, UInt16) = (0x15, 0x61)
  private let now = Clock.now()
  private let held = PadReport(leftStick: Stick(x: 20_000, y: 0))

  @Test func `A wheel that nothing pushes writes what any pad writes, and needs no wake-up`() throws {
    let pair = try Pair()
    let other = try Pair()
    let wheel = ForcePad(UinputPad(adopting: pair.near, identity: .logitechG29), WheelSettings())
    let pad = UinputPad(adopting: other.near, identity: .logitechG29)
    var batch = Batch()
    let reports = [
      held, PadReport(buttons: Buttons(.a), leftStick: Stick(x: -1, y: 5), rightTrigger: 9), .neutral,
      .neutral,
    ]
    for report in reports {
      #expect(wheel.emit(report, in: &batch) == pad.emit(report, in: &batch))
      #expect(wheel.nextFeedback(after: now) == .distantFuture)
      wheel.refresh(at: now)
    }
    let written = events(pair.far)
    let usual = events(other.far)
    #expect(written == usual && !written.isEmpty)
  }

  @Test func `Autocenter turns the held wheel step by step until it stands still, and its end turns it back`()
    throws
  {
    let pair = try Pair()
    let wheel = ForcePad(UinputPad(adopting: pair.near, identity: .logitechG29), WheelSettings())
    var batch = Batch()
    _ = wheel.emit(held, in: &batch)
    _ = events(pair.far)
    send(Self.autocenter, 0xffff, to: pair.far)
    wheel.receiveRequests(at: now)
    #expect(wheel.isFree)
    let moves = run(wheel, from: now, pair.far)
    #expect(moves.count > 10 && moves == moves.sorted(by: >))
    // Full torque turns a wheel of 450° to each side by 9.55° in a normal grip.
    let last = try #require(moves.last)
    let way = 52_768 - Double(last)
    let expected = 9.55 / 450 * 32_767
    #expect(abs(way - expected) < 20)
    send(Self.autocenter, 0, to: pair.far)
    wheel.receiveRequests(at: now + .seconds(10))
    #expect(run(wheel, from: now + .seconds(10), pair.far).last == 52_768)
    #expect(!wheel.isFree)
  }

  @Test func `Keys and pedals are shown at once while the wheel moves`() throws {
    let pair = try Pair()
    let wheel = ForcePad(UinputPad(adopting: pair.near, identity: .wheel), WheelSettings())
    var batch = Batch()
    _ = wheel.emit(held, in: &batch)
    send(Self.autocenter, 0x4000, to: pair.far)
    wheel.receiveRequests(at: now)
    _ = events(pair.far)
    var pressed = held
    (pressed.buttons, pressed.rightTrigger) = (Buttons(.a), 77)
    _ = wheel.emit(pressed, in: &batch)
    #expect(events(pair.far).starts(with: [[1, 0x120, 1]]))
  }

  @Test func `An effect of before a restart shakes, and never turns the wheel`() throws {
    let pair = try Pair()
    let wheel = ForcePad(UinputPad(adopting: pair.near, identity: .logitechG29), WheelSettings())
    send(2, 1, to: pair.far)
    wheel.receiveRequests(at: now)
    #expect(wheel.feedback(at: now) == PadFeedback(strong: 0x8000, weak: 0x8000) && !wheel.isFree)
    #expect(wheel.feedback(at: now + .seconds(1)) == .rest)
  }

  @Test func `Many requests at one time are all taken, whatever their codes and values are`() throws {
    let pair = try Pair()
    let wheel = ForcePad(UinputPad(adopting: pair.near, identity: .logitechG29), WheelSettings())
    for code in 0..<31 as Range<UInt16> { send(code * 4, .max, to: pair.far) }
    send(Self.autocenter, .max, to: pair.far)
    wheel.receiveRequests(at: now)
    #expect(wheel.isFree && wheel.nextWakeUp < .distantFuture)
    send(Self.autocenter, 0, to: pair.far)
    wheel.receiveRequests(at: now)
    _ = run(wheel, from: now, pair.far)
    #expect(!wheel.isFree)
  }

  /// Wakes the wheel at each time that it requests; returns the positions that it writes.
  private func run(_ wheel: ForcePad, from start: Instant, _ far: borrowing Descriptor) -> [Int32] {
    var (time, moves) = (start, [Int32]())
    while wheel.nextFeedback(after: time) < start + .seconds(5) {
      time = max(time, wheel.nextFeedback(after: time))
      wheel.refresh(at: time)
      moves += events(far).filter { $0[0] == 3 }.map { $0[2] }
    }
    return moves
  }

  /// Returns the type, the code and the value of each event that was written.
  private func events(_ descriptor: borrowing Descriptor) -> [[Int32]] {
    var (buffer, found) = (InlineArray<1_024, UInt8>(repeating: 0), [[Int32]]())
    while case .done(let length) = descriptor.read(into: &buffer), length > 0 {
      for start in stride(from: 0, to: length, by: 24) {
        let byte = { (offset: Int) in UInt32(buffer[start + offset]) }
        let value = (0..<4).reduce(UInt32(0)) { $0 | byte(20 + $1) << UInt32(8 * $1) }
        found.append([
          Int32(byte(16) | byte(17) << 8), Int32(byte(18) | byte(19) << 8), Int32(bitPattern: value),
        ])
      }
    }
    return found
  }

  /// Sends a struct input_event of type EV_FF.
  private func send(_ code: UInt16, _ value: Int32, to descriptor: borrowing Descriptor) {
    var bytes = [UInt8](repeating: 0, count: 16)
    for part in [Self.force, code] { bytes += [UInt8(part & 0xff), UInt8(part >> 8)] }
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Int32(shift)))
    }
    #expect(descriptor.write(bytes.span) == .done(24))
  }
}
