import Glibc
import Model
import Platform
import Testing

@testable import Gamepad

/// The messages of a pad to /dev/uhid, and its handling of the kernel's messages (linux/uhid.h).
///
/// A socket takes the place of the device.
@Suite struct UhidPadTests {
  private let slot = PlayerSlot(index: 2)
  private let start = Instant(nanoseconds: 1_000)
  private let pressed = PadReport(buttons: Buttons(.a))

  @Test func `A uhid that is missing or something else is no device for pads`() throws {
    let hid = try #require(Identity.dualSense.hid)
    #expect(throws: PadError.noDevice) { try make(hid, at: "/nonexistent/uhid") }
    #expect(throws: PadError.noDevice) { try make(hid, at: "/etc/passwd") }
  }

  private func make(_ hid: HIDDevice, at path: String) throws {
    _ = try UhidPad(hid, identity: .dualSense, slot: slot, host: 1, path: path)
  }

  @Test func `A report is one write of what is needed, and the same report again none`() throws {
    let pair = try Pair()
    let pad = try adopt(.xboxOneBluetooth, pair.near)
    #expect(pad.emit(.neutral) == .sent(events: 1))
    #expect(pad.emit(pressed) == .sent(events: 1))
    #expect(pad.emit(pressed) == .unchanged)
    #expect(pad.lastReport == pressed)
    let messages = read(pair.far)
    #expect(messages.map { Array($0[..<6]) } == [[12, 0, 0, 0, 17, 0], [12, 0, 0, 0, 17, 0]])
    #expect(messages.map(\.count) == [23, 23])
    #expect(messages.map { $0[6 + 14] } == [0, 1])
  }

  @Test func `A pad that goes leaves everything at rest, and one that is destroyed no device`() throws {
    let pair = try Pair()
    do {
      let pad = try adopt(.xboxOneBluetooth, pair.near)
      _ = pad.emit(pressed)
    }
    awaitEnd(of: pair.far.number)
    #expect(read(pair.far).map { $0.isEmpty ? 0 : $0[6 + 14] } == [1, 0, 0])
    let other = try Pair()
    do {
      let pad = try adopt(.xboxOneBluetooth, other.near)
      pad.destroy()
    }
    awaitEnd(of: other.far.number)
    #expect(read(other.far).map { $0.first ?? 0 } == [1, 12, 0])
  }

  @Test func `The last report comes again at its pace while somebody listens`() throws {
    let pair = try Pair()
    let pad = try adopt(.dualSense, pair.near)
    _ = pad.emit(pressed)
    say([5, 0, 0, 0], to: pair.far)
    pad.receiveRequests(at: start)
    #expect(pad.nextFeedback(after: start) == .distantFuture)
    pad.refresh(at: start + .seconds(1))
    say([4, 0, 0, 0], to: pair.far)
    pad.receiveRequests(at: start)
    #expect(pad.nextFeedback(after: start) == start)
    pad.refresh(at: start)
    #expect(pad.nextFeedback(after: start) == start + .milliseconds(10))
    pad.refresh(at: start + .milliseconds(9))
    pad.refresh(at: start + .milliseconds(10))
    let reports = read(pair.far)
    #expect(reports.map { $0[6 + 9] } == [0x28, 0x28, 0x28])
    #expect(reports.map { $0[6 + 8] } == [0, 1, 2])
  }

  @Test func `A feature is answered, and what is not known is refused`() throws {
    let pair = try Pair()
    let pad = try adopt(.dualSense, pair.near)
    // Each message is a UHID_GET_REPORT: id 7 for feature 9; then one for number 10; then one of an invalid type.
    say([9, 0, 0, 0, 7, 0, 0, 0, 9, 0], to: pair.far)
    say([9, 0, 0, 0, 8, 0, 0, 0, 10, 0], to: pair.far)
    say([9, 0, 0, 0, 9, 0, 0, 0, 9, 2], to: pair.far)
    pad.receiveRequests(at: start)
    let answers = read(pair.far)
    #expect(
      answers.map { Array($0[..<12]) } == [
        [10, 0, 0, 0, 7, 0, 0, 0, 0, 0, 20, 0], [10, 0, 0, 0, 8, 0, 0, 0, 5, 0, 0, 0],
        [10, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0],
      ])
    #expect(hex(Array(answers[0][12..<19])) == "09120001627402")
  }

  @Test func `An output report counts whichever way it comes, and who waits is answered`() throws {
    let pair = try Pair()
    let pad = try adopt(.xboxOneBluetooth, pair.near)
    let rumble: [UInt8] = [3, 3, 0, 0, 100, 0, 100, 0, 0]
    say([6, 0, 0, 0] + rumble + [UInt8](repeating: 0, count: 4096 - 9) + [9, 0, 1], to: pair.far)
    pad.receiveRequests(at: start)
    #expect(pad.feedback(at: start).strong == 65535)
    let stop: [UInt8] = [3, 3, 0, 0, 0, 0, 100, 0, 0]
    // Each message is a UHID_SET_REPORT: id 4, number 3, an output report of 9 bytes; then a feature report.
    say([13, 0, 0, 0, 4, 0, 0, 0, 3, 1, 9, 0] + stop, to: pair.far)
    say([13, 0, 0, 0, 5, 0, 0, 0, 3, 0, 9, 0] + rumble, to: pair.far)
    pad.receiveRequests(at: start)
    #expect(pad.feedback(at: start) == .rest)
    #expect(read(pair.far) == [[14, 0, 0, 0, 4, 0, 0, 0, 0, 0], [14, 0, 0, 0, 5, 0, 0, 0, 5, 0]])
  }

  @Test func `Messages that end early or mean nothing do no harm, and are bounded`() throws {
    let pair = try Pair()
    let pad = try adopt(.dualSense, pair.near)
    for type in UInt8(0)...20 { say([type, 0, 0, 0], to: pair.far) }
    say([6, 0, 0, 0] + [UInt8](repeating: 255, count: 4099), to: pair.far)
    pad.receiveRequests(at: start)
    #expect(pad.feedback(at: start) == .rest)
    _ = read(pair.far)
    for number in UInt8(0)..<40 { say([9, 0, 0, 0, number, 0, 0, 0, 10, 0], to: pair.far) }
    pad.receiveRequests(at: start)
    #expect(read(pair.far).count == 32)
    pad.receiveRequests(at: start)
    #expect(read(pair.far).count == 8)
  }

  private func adopt(_ identity: Identity, _ descriptor: consuming Descriptor) throws -> UhidPad {
    guard let hid = identity.hid else { throw PadError.noDevice }
    return UhidPad(adopting: descriptor, hid, slot: slot, host: 0x1001)
  }

  private func say(_ message: [UInt8], to descriptor: borrowing Descriptor) {
    #expect(descriptor.write(message.span) == .done(message.count))
  }

  /// Returns the messages that wait in `descriptor`; its end counts as an empty message.
  private func read(_ descriptor: borrowing Descriptor) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var buffer = InlineArray<8192, UInt8>(repeating: 0)
    while case .done(let length) = descriptor.read(into: &buffer) {
      messages.append((0..<length).map { buffer[$0] })
      if length == 0 { break }
    }
    return messages
  }
}

extension UhidPad {
  fileprivate func emit(_ report: PadReport) -> Emission {
    var batch = Batch()
    return emit(report, in: &batch)
  }
}
