import Glibc
import Model
import Platform
import Testing

@testable import Gamepad

/// The requests of games, as the kernel writes them to the descriptor of a pad.
///
/// Requests that need the kernel's own answer are tested in the virtual machine.
@Suite struct PadRequestTests {
  private static let now = Instant(nanoseconds: 1_000_000_000)
  private static let force: UInt16 = 0x15

  @Test func `A game that plays an effect of before moves both motors, and can stop them`() throws {
    let pair = try Pair()
    let pad = UinputPad(adopting: pair.near, identity: .xbox360)
    send(Self.force, 2, 1, to: pair.far)
    pad.receiveRequests(at: Self.now)
    #expect(pad.feedback(at: Self.now) == PadFeedback(strong: 0x8000, weak: 0x8000))
    #expect(pad.nextFeedback(after: Self.now) == Self.now + .seconds(1))
    send(Self.force, 0x60, 0x7fff, to: pair.far)
    pad.receiveRequests(at: Self.now)
    #expect(pad.feedback(at: Self.now).strong == 0x3fff)
    send(Self.force, 2, 0, to: pair.far)
    pad.receiveRequests(at: Self.now)
    #expect(pad.feedback(at: Self.now) == .rest)
  }

  @Test func `At most thirty-two requests are taken at one time`() throws {
    let pair = try Pair()
    let pad = UinputPad(adopting: pair.near, identity: .xbox360)
    for _ in 0..<32 { send(Self.force, 0x61, 0, to: pair.far) }
    send(Self.force, 0, 1, to: pair.far)
    pad.receiveRequests(at: Self.now)
    #expect(pad.feedback(at: Self.now) == .rest)
    pad.receiveRequests(at: Self.now)
    #expect(pad.feedback(at: Self.now) != .rest)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `No bytes make it fall over, and none starts what cannot be stopped`(seed: UInt64) throws {
    let pair = try Pair()
    let pad = UinputPad(adopting: pair.near, identity: .xbox360)
    var dice = Dice(seed: seed)
    for _ in 0..<300 {
      let type = [Self.force, 0x0101, dice.word()][Int(dice.roll(3))]
      let value = Int32(bitPattern: UInt32(dice.word()) << 16 | UInt32(dice.word()))
      send(type, dice.word() & 0x63, value, to: pair.far)
      pad.receiveRequests(at: Self.now)
      _ = pad.feedback(at: Self.now)
    }
    for number in 0..<16 as Range<UInt16> { send(Self.force, number, 0, to: pair.far) }
    pad.receiveRequests(at: Self.now)
    #expect(pad.feedback(at: Self.now) == .rest)
  }

  @Test func `A pad that is destroyed is at rest first, and only once`() throws {
    let pair = try Pair()
    drop(destroyed(pair.near))
    var buffer = InlineArray<1024, UInt8>(repeating: 0)
    var lengths: [Int] = []
    while case .done(let length) = pair.far.read(into: &buffer), length > 0 { lengths.append(length) }
    #expect(lengths == [20 * 24, 2 * 24])
  }

  private func destroyed(_ descriptor: consuming Descriptor) -> UinputPad {
    let pad = UinputPad(adopting: descriptor, identity: .xbox360)
    var batch = Batch()
    _ = pad.emit(PadReport(buttons: Buttons(.a)), in: &batch)
    pad.destroy()
    return pad
  }

  private func drop<Handle: ~Copyable>(_ handle: consuming Handle) {}

  /// Sends a struct input_event.
  private func send(_ type: UInt16, _ code: UInt16, _ value: Int32, to descriptor: borrowing Descriptor) {
    var bytes = [UInt8](repeating: 0, count: 16)
    for part in [type, code] { bytes += [UInt8(part & 0xff), UInt8(part >> 8)] }
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Int32(shift)))
    }
    #expect(descriptor.write(bytes.span) == .done(24))
  }
}
