import CEvdev
import Model
import Testing

@testable import Gamepad

@Suite struct StickReadingTests {
  private let id = Identity.ID(bus: 3, vendor: 0x046d, product: 0xc24f, version: 0x111)

  private func reading(
    _ keys: [UInt16] = [0x120, 0x121], held: Set<UInt16> = [], axes: [StickReading.Axis] = [],
    name: String = "Stick"
  ) -> StickReading {
    StickReading(name: name, id: id, keys: keys, held: held, axes: axes)
  }

  @Test func `A wheel is described as it is, and begins where it is`() {
    var stick = reading(
      [0x120, 0x12f, 0x2c0], held: [0x12f],
      axes: [
        .init(code: 5, value: 255, minimum: 0, maximum: 255),
        .init(code: 0, value: 32_768, minimum: 0, maximum: 65_535, fuzz: 1, flat: 2, resolution: 3),
        .init(code: 0x10, value: 0, minimum: -1, maximum: 1),
      ])
    #expect(stick.description.isValid && stick.exceptions.isEmpty)
    #expect(stick.description.keys == [0x120, 0x12f, 0x2c0])
    #expect(stick.description.axes.map(\.code) == [0, 5, 0x10])
    #expect(stick.description.axes.map(\.rest) == [.middle, .maximum, .middle])
    let wheel = stick.description.axes[0]
    #expect(wheel.fuzz == 1 && wheel.flat == 2 && wheel.resolution == 3)
    #expect(stick.report.buttons.numbers == [1])
    #expect((0..<3).map { stick.report.axes[$0] } == [32_768, 255, 1])
    stick.apply(type: UInt16(EV_ABS), code: 0x10, value: -1)
    stick.apply(type: UInt16(EV_ABS), code: 0, value: 70_000)
    stick.apply(type: UInt16(EV_KEY), code: 0x2c0, value: 1)
    stick.apply(type: UInt16(EV_KEY), code: 0x130, value: 1)
    #expect(stick.report.buttons.numbers == [1, 2])
    #expect((0..<3).map { stick.report.axes[$0] } == [65_535, 255, 0])
  }

  @Test func `Only a span of more than 16 bits is scaled, and said so`() {
    var stick = reading(axes: [
      .init(code: 0, value: 0, minimum: -100_000, maximum: 100_000, fuzz: 200, flat: 2_000),
      .init(code: 1, value: -32_768, minimum: -32_768, maximum: 32_767),
      .init(code: 2, value: 0, minimum: .min, maximum: .max),
    ])
    #expect(stick.description.isValid && stick.exceptions == [.scaled(0), .scaled(2)])
    #expect(stick.description.axes[0].minimum == 0 && stick.description.axes[0].maximum == 65_535)
    #expect(stick.description.axes[0].fuzz == 65 && stick.description.axes[0].flat == 655)
    #expect(stick.report.axes[0] == 32_768 && stick.report.axes[1] == 0 && stick.report.axes[2] == 32_768)
    stick.apply(type: UInt16(EV_ABS), code: 0, value: 100_000)
    #expect(stick.report.axes[0] == 65_535)
  }

  @Test func `Buttons that universal-pidff moves get free codes, and keys of a keyboard are left out`() {
    var stick = reading([0x1e, 0x120, 0x270, 0x271, 0x2c0])
    #expect(stick.description.keys == [0x120, 0x2c0, 0x2c1, 0x2c2])
    #expect(
      stick.exceptions == [.leftOut(0x1e), .moved(from: 0x270, to: 0x2c1), .moved(from: 0x271, to: 0x2c2)])
    stick.apply(type: UInt16(EV_KEY), code: 0x271, value: 1)
    #expect(stick.report.buttons.numbers == [3])
  }

  @Test func `More keys than a description may have are left out`() {
    let stick = reading(StickCodes.keys)
    #expect(stick.description.keys.count == 128 && stick.exceptions.count == 4)
    #expect(stick.description.isValid)
  }

  @Test func `A name is cut and cleaned`() {
    #expect(reading(name: "\u{1b}Wheel\u{202e}").description.name == "Wheel")
    #expect(reading(name: "\u{1}").description.name == "Joystick")
    #expect(reading(name: String(repeating: "ä", count: 60)).description.name.utf8.count == 78)
  }
}

@Suite struct StickMergeTests {
  private func stick(_ name: String, keys: [UInt16], axes: [UInt8]) -> StickDescription {
    StickDescription(
      name: name, bus: 3, vendor: 1, product: 2, version: 3, keys: keys,
      axes: axes.map { StickDescription.Axis(code: $0, rest: .minimum, minimum: 0, maximum: 255) })
  }

  private func report(_ buttons: [Int], _ axes: [UInt16]) -> StickReport {
    var report = StickReport()
    for button in buttons { report.buttons[button] = true }
    for axis in axes { report.axes.append(axis) }
    return report
  }

  @Test func `Codes stay where they are free, and move to the next free ones otherwise`() {
    let wheel = stick("Wheel", keys: [0x120, 0x121], axes: [0, 1])
    let pedals = stick("Pedals", keys: [], axes: [0, 1, 5])
    let box = stick("Box", keys: [0x100, 0x120], axes: [])
    var merge = StickMerge(wheel, report([1], [10, 20]), mark: "wheel")
    #expect(merge.description == wheel)
    let hasGrown = (
      merge.add(pedals, report([], [30, 40, 50]), mark: "pedals"),
      merge.add(box, report([0, 1], []), mark: "box")
    )
    #expect(hasGrown == (true, true))
    #expect(merge.description.name == "Wheel" && merge.description.isValid)
    #expect(merge.description.keys == [0x100, 0x120, 0x121, 0x122])
    #expect(merge.description.axes.map(\.code) == [0, 1, 2, 3, 5])
    #expect(merge.report.buttons.numbers == [0, 2, 3])
    #expect((0..<5).map { merge.report.axes[$0] } == [10, 20, 30, 40, 50])
  }

  @Test func `A stick that is unplugged rests, and is where it was when it is back`() {
    let wheel = stick("Wheel", keys: [0x120], axes: [0]), box = stick("Box", keys: [0x121], axes: [1])
    var merge = StickMerge(wheel, report([0], [10]), mark: "wheel")
    _ = merge.add(box, report([0], [20]), mark: "box")
    let description = merge.description
    merge.remove("wheel")
    #expect(
      merge.isPresent("wheel") == false && merge.isPresent("box") == true && merge.isPresent("x") == nil)
    #expect(merge.report == report([1], [0, 20]))
    let isOther = merge.add(wheel, report([], [30]), mark: "wheel")
    #expect(!isOther)
    #expect(merge.description == description && merge.report == report([1], [30, 20]))
    merge.follow(report([0], [40]), of: "wheel")
    #expect(merge.report == report([0, 1], [40, 20]))
  }

  @Test func `Codes that have no room are left out`() {
    let all = stick("All", keys: Array(StickCodes.keys.prefix(128)), axes: StickCodes.axes)
    var merge = StickMerge(all, all.neutral, mark: "a")
    let isOther = merge.add(stick("More", keys: [0x120], axes: [0]), report([0], [9]), mark: "b")
    #expect(!isOther)
    #expect(merge.description == all && merge.report == all.neutral)
  }
}
