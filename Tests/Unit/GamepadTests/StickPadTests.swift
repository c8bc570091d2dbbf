import CEvdev
import Forces
import Glibc
import Model
import Platform
import Testing

@testable import Gamepad

@Suite struct StickPadTests {
  private let description = StickDescription(
    name: "Box", bus: 3, vendor: 1, product: 2, version: 3, keys: Array(StickCodes.keys.prefix(128)),
    axes: StickCodes.axes.map {
      StickDescription.Axis(
        code: $0, rest: .minimum, minimum: -5, maximum: 250, fuzz: 7, flat: 3, resolution: 2)
    })

  private func pad(_ pair: borrowing Pair) throws -> StickPad {
    let copy = dup(pair.near.number)
    let pad = UinputPad(adopting: Descriptor(owning: copy), identity: Identity(description))
    return StickPad(pad, description, WheelSettings(), showing: nil)
  }

  @Test func `An adopted stick gets its whole state, and then only changes, each in one write`() throws {
    let pair = try Pair()
    let pad = try pad(pair)
    var batch = Batch()
    var report = description.neutral
    #expect(pad.emit(report) == .sent(events: 128 + 31 + 1))
    #expect(pad.emit(report) == .unchanged)
    report.buttons[0] = true
    report.buttons[127] = true
    report.axes[30] = 255
    #expect(pad.emit(report) == .sent(events: 4))
    #expect(pad.emit(PadReport(buttons: Buttons(.a)), in: &batch) == .unchanged)
    #expect(pad.emit(.neutral, in: &batch) == .sent(events: 4))
    let events = allEvents(pair.far)
    #expect(events.map(\.count) == [160, 4, 4])
    #expect(
      events[1] == [
        InputEvent(type: UInt16(EV_KEY), code: 0x100, value: 1),
        InputEvent(type: UInt16(EV_KEY), code: StickCodes.keys[127], value: 1),
        InputEvent(type: UInt16(EV_ABS), code: 0x2e, value: 250), InputEvent(type: 0, code: 0, value: 0),
      ])
  }

  @Test func `The device has the axes of the description, without fuzz, at rest`() {
    let device = DeviceDescription(Identity(description))
    #expect(device.keys == description.keys && device.effectCount == 0 && device.properties.isEmpty)
    #expect(device.axes.count == 31)
    let axis = device.axes[0]
    #expect(axis.value == -5 && axis.minimum == -5 && axis.maximum == 250)
    #expect(axis.fuzz == 0 && axis.flat == 3 && axis.resolution == 2)
  }

  @Test func `Pedals without buttons get two, so that nobody takes them for a sensor`() {
    var pedals = description
    pedals.keys = []
    #expect(DeviceDescription(Identity(pedals)).keys == [0x120, 0x121])
  }

  @Test func `A stick with motors rumbles`() {
    var wheel = description
    wheel.effects = .rumble
    #expect(DeviceDescription(Identity(wheel)).effectCount == 16)
  }

  private func allEvents(_ far: borrowing Descriptor) -> [[InputEvent]] {
    var batches: [[InputEvent]] = []
    var events = [input_event](repeating: input_event(), count: 200)
    while true {
      let size = unsafe events.withUnsafeMutableBytes { unsafe read(far.number, $0.baseAddress, $0.count) }
      guard size > 0 else { return batches }
      batches.append(
        events[..<(size / MemoryLayout<input_event>.stride)].map {
          InputEvent(type: $0.type, code: $0.code, value: $0.value)
        })
    }
  }
}
