import Glibc
import Model
import Platform
import Testing

@testable import Gamepad

@Suite struct PadTests {
  private let size = 24
  private let pressed = PadReport(buttons: Buttons(.a))
  private let moved = PadReport(buttons: Buttons(.a), leftStick: Stick(x: 100, y: 0))

  @Test func `A missing uinput is no device`() {
    #expect(throws: PadError.noDevice) { try makePad(at: "/nonexistent/uinput") }
  }

  @Test func `A uinput that may not be written is not permitted`() {
    // The kernel lets no user write to this file, not even root.
    #expect(throws: PadError.notPermitted) { try makePad(at: "/proc/sys/kernel/ostype") }
  }

  @Test func `A device that is no uinput is refused`() {
    #expect(throws: PadError.refused(code: ENOTTY)) { try makePad(at: "/dev/null") }
  }

  @Test func `One report is one write, and the same report again none`() throws {
    let pair = try Pair()
    let pad = UinputPad(adopting: pair.near, identity: .xbox360)
    #expect(pad.emit(.neutral) == .sent(events: 20))
    #expect(pad.emit(moved) == .sent(events: 3))
    #expect(pad.emit(moved) == .unchanged)
    #expect(pad.emit(pressed) == .sent(events: 2))
    #expect(messages(pair.far) == [20 * size, 3 * size, 2 * size])
    #expect(pad.device.shown == pressed)
    #expect(pad.sysname == nil)
  }

  @Test func `A pad that goes leaves everything at rest`() throws {
    let pair = try Pair()
    drop(pressedPad(pair.near))
    awaitEnd(of: pair.far.number)
    #expect(messages(pair.far) == [20 * size, 2 * size, 0])
  }

  @Test func `What a full pipe did not take comes whole the next time`() throws {
    let pair = try Pair()
    let pad = UinputPad(adopting: pair.near, identity: .xbox360)
    _ = pad.emit(.neutral)
    // The loop fills the socket until it accepts no more.
    var value: Int16 = 0
    var emission = Emission.unchanged
    while emission != .wouldBlock {
      value += 1
      emission = pad.emit(PadReport(leftStick: Stick(x: value, y: 0)))
    }
    #expect(pad.device.shown?.leftStick.x == value - 1)
    #expect(pad.emit(moved) == .wouldBlock)
    _ = messages(pair.far)
    #expect(pad.emit(moved) == .sent(events: 3))
    #expect(messages(pair.far) == [3 * size])
  }

  @Test func `After a failure the device is told everything`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pair = try Pair()
    let pad = UinputPad(adopting: pair.near, identity: .xbox360)
    _ = pad.emit(.neutral)
    _ = messages(pair.far)
    drop(pair.far)
    awaitEnd(of: pad.device.descriptor.number)
    #expect(pad.emit(pressed) == .failed(code: EPIPE))
    #expect(pad.device.shown == nil)
    // The new end gets the number of the old descriptor, as if the device had recovered.
    let next = try Pair()
    #expect(dup2(next.near.number, pad.device.descriptor.number) >= 0)
    #expect(pad.emit(.neutral) == .sent(events: 20))
    #expect(messages(next.far) == [20 * size])
  }

  @Test func `A sample is one write to the sensors, and none to a pad that stays as it is`() throws {
    let pair = try Pair()
    let sensors = try Pair()
    let pad = UinputPad(
      adopting: pair.near, identity: .xbox360, sensors: SensorNode(adopting: sensors.near))
    #expect(pad.emit(pressed) == .sent(events: 20))
    #expect(messages(sensors.far) == [])
    for time in 1...3 as ClosedRange<Int64> {
      var report = pressed
      report.motion = PadMotion(acceleration: MotionVector(y: 8_192), rotation: .zero, time: time)
      #expect(pad.emit(report) == .sent(events: 8))
      #expect(pad.emit(report) == .unchanged)
    }
    #expect(messages(pair.far) == [20 * size])
    #expect(messages(sensors.far) == [8 * size, 8 * size, 8 * size])
    drop(consume pad)
    awaitEnd(of: sensors.far.number)
    #expect(messages(sensors.far) == [0])
  }

  @Test func `Sensors that cannot be made or fail cost the pad nothing, and say so once`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pair = try Pair()
    let slot = PlayerSlot(index: 0)
    var report = PadReport(motion: PadMotion(acceleration: .zero, rotation: .zero, time: 1))
    let bare = UinputPad(
      adopting: pair.near, identity: .xbox360, sensors: SensorNode(of: slot, path: "/nonexistent/uinput"))
    #expect(bare.emit(report) == .sensorsFailed(.noDevice))
    #expect(messages(pair.far) == [20 * size])
    let next = try Pair()
    let sensors = try Pair()
    let number = sensors.near.number
    let pad = UinputPad(
      adopting: next.near, identity: .xbox360, sensors: SensorNode(adopting: sensors.near))
    drop(sensors.far)
    awaitEnd(of: number)
    #expect(pad.emit(report) == .sensorsFailed(.refused(code: EPIPE)))
    #expect(messages(next.far) == [20 * size])
    for pad in [bare, pad] {
      report.motion?.time = 2
      #expect(pad.emit(report) == .unchanged)
      #expect(pad.emit(PadReport(buttons: Buttons(.a), motion: report.motion)) == .sent(events: 2))
    }
  }

  @Test func `A table of slots holds pads of any kind, and what leaves it comes to rest`() throws {
    let pair = try Pair()
    let other = try Pair()
    let hid = try #require(Identity.xboxOneBluetooth.hid)
    let slot = PlayerSlot(index: 2)
    var table: [(any PadDevice)?] = [
      UinputPad(adopting: pair.near, identity: .xbox360), RecordingPad(), nil,
    ]
    table.append(UhidPad(adopting: other.near, hid, slot: slot, host: 1))
    let emissions = table.map { $0?.emit(pressed) }
    #expect(emissions == [.sent(events: 20), .sent(events: 2), nil, .sent(events: 1)])
    #expect(messages(pair.far) == [20 * size])
    #expect(messages(other.far).count == 1)
    table = []
    awaitEnd(of: pair.far.number)
    awaitEnd(of: other.far.number)
    #expect(messages(pair.far) == [2 * size, 0])
    #expect(messages(other.far).count == 2)
  }

  @Test func `A recording pad counts the changes and remembers the last one`() {
    let pad = RecordingPad()
    #expect(pad.emit(.neutral) == .unchanged)
    for x in 1...Int16(70) { _ = pad.emit(PadReport(leftStick: Stick(x: x, y: 0))) }
    #expect(pad.batchCount == 70)
    #expect(pad.lastReport.leftStick.x == 70)
    #expect(pad.emit(pad.lastReport) == .unchanged && pad.batchCount == 70)
  }

  @Test func `A recording pad fails when told to`() {
    let pad = RecordingPad(failure: ENODEV)
    #expect(pad.emit(pressed) == .failed(code: ENODEV))
    #expect(pad.batchCount == 0)
    pad.failure = nil
    #expect(pad.emit(pressed) == .sent(events: 2))
  }

  private func makePad(at path: String) throws {
    _ = try UinputPad(identity: .xbox360, slot: PlayerSlot(index: 0), path: path)
  }

  private func pressedPad(_ descriptor: consuming Descriptor) -> UinputPad {
    let pad = UinputPad(adopting: descriptor, identity: .xbox360)
    _ = pad.emit(pressed)
    _ = pad.emit(pressed)
    return pad
  }

  private func drop<Handle: ~Copyable>(_ handle: consuming Handle) {}

  /// Returns the lengths of the messages that wait in `descriptor`.
  private func messages(_ descriptor: borrowing Descriptor) -> [Int] {
    var lengths: [Int] = []
    var buffer = InlineArray<1024, UInt8>(repeating: 0)
    while case .done(let length) = descriptor.read(into: &buffer) {
      lengths.append(length)
      if length == 0 { break }
    }
    return lengths
  }
}

extension PadDevice {
  fileprivate func emit(_ report: PadReport) -> Emission {
    var batch = Batch()
    return emit(report, in: &batch)
  }
}
