import CEvdev
import Forces
import Glibc
import Model
import Platform
import Testing

@testable import Gamepad

/// Sticks that games can push with force feedback: the device that the host makes, and the forces for the
/// controller.
///
/// Uploads of effects need the kernel's own answer, and are tested in the virtual machine. Autocenter is a
/// force that needs no upload.
@Suite struct PushedStickTests {
  private static let (force, autocenter): (UInt16, UInt16) = (0x15, 0x61)
  /// A constant force, a spring, gain and autocenter.
  private static let effects = StickEffects(rawValue: 1 << 2 | 1 << 3 | 1 << 16 | 1 << 17)
  private let now = Clock.now()

  private func wheel(_ effects: StickEffects = Self.effects, pushing axis: Int? = nil) -> StickDescription {
    StickDescription(
      name: "Wheel", bus: 3, vendor: 1, product: 2, version: 3, effects: effects, keys: [0x120],
      axes: (0..<3 as Range<UInt8>).map {
        .init(code: $0, minimum: -100, maximum: 100, isPushed: Int($0) == axis)
      })
  }

  private func pad(_ description: StickDescription, _ pair: borrowing Pair) -> StickPad {
    let identity = Identity(description)
    let pad = UinputPad(adopting: Descriptor(owning: dup(pair.near.number)), identity: identity)
    return StickPad(pad, description, WheelSettings(range: 270), showing: nil)
  }

  private func report(_ positions: UInt16...) -> StickReport {
    var report = StickReport()
    for position in positions { report.axes.append(position) }
    return report
  }

  @Test func `The device has the effects of the real one, and room for fifteen`() {
    let device = DeviceDescription(Identity(wheel()))
    #expect(device.effects == [0x52, 0x53, 0x60, 0x61] && device.effectCount == 15)
    let all = DeviceDescription(Identity(wheel(StickEffects(rawValue: .max))))
    #expect(all.effects == Array(0x50...0x5c) + [0x60, 0x61], "uinput refuses FF_CUSTOM")
  }

  @Test func `A stick without a constant force or without an axis has at most the effects of motors`() {
    let motors: [UInt16] = [0x50, 0x51, 0x58, 0x59, 0x5a, 0x60]
    var stick = wheel([.rumble, StickEffects(rawValue: 1 << 3)])
    #expect(DeviceDescription(Identity(stick)).effects == motors)
    stick.effects = StickEffects(rawValue: 1 << 3)
    #expect(DeviceDescription(Identity(stick)).effects.isEmpty && !Identity(stick).hasForces)
    stick.effects = [.rumble, .constant]
    stick.axes = []
    #expect(DeviceDescription(Identity(stick)).effects == motors && !Identity(stick).hasForces)
    #expect(wheel(StickEffects(rawValue: .max)).withoutForces.effects == .motors)
    #expect(wheel(.rumble).withoutForces == wheel(.rumble))
  }

  @Test
  func `The angle is the position of the axis between its ends, 0 in the middle, positive to the right`() {
    let stick = wheel()
    let places: [(UInt16, Int16)] = [
      (0, -32_767), (50, -16_383), (100, 0), (101, 327), (200, 32_767), (.max, 32_767),
    ]
    for (position, angle) in places { #expect(stick.angle(of: 0, in: report(position)) == angle) }
    #expect(stick.angle(of: 2, in: report(0, 0, 200)) == 32_767)
    #expect(stick.angle(of: 2, in: report(0, 0)) == 0 && stick.angle(of: 9, in: report(0)) == 0)
    var real = stick
    (real.axes[0].minimum, real.axes[0].maximum) = (0, 65_535)
    #expect(real.angle(of: 0, in: real.neutral) == 0)
    #expect(
      real.angle(of: 0, in: report(0)) == -32_767 && real.angle(of: 0, in: report(.max)) == 32_767)
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `A spring pulls by the axis of the motor, and the device stays where the real stick is`(axis: Int?)
    throws
  {
    let pair = try Pair()
    let pad = pad(wheel(pushing: axis), pair)
    let turned = axis == nil ? report(150, 20, 30) : report(20, 150, 30)
    _ = pad.emit(turned)
    send(Self.autocenter, 0x4000, to: pair.far)
    pad.receiveRequests(at: now)
    run(pad, from: now)
    // The spring has four times the strength, and the stick is half-way to the right. The result is more than
    // the strength, which is therefore the limit.
    let limit = 0x4000 * 32_767 / 0xffff
    #expect(abs(Int(pad.force.torque) + limit) <= 2 && pad.force.push == 0 && pad.force.isActing)
    #expect(pad.force.range == 270 && abs(pad.force.angle - 16_383) <= 1 && pad.force.conditions.count == 1)
    #expect(pad.emit(turned) == .unchanged)
    #expect(pad.nextFeedback(after: now + .seconds(9)) == .distantFuture, "a wheel at rest costs no wake-up")
    send(Self.autocenter, 0, to: pair.far)
    pad.receiveRequests(at: now + .seconds(9))
    run(pad, from: now + .seconds(9))
    #expect(pad.force.torque == 0 && !pad.force.isActing && pad.force.conditions.count == 0)
  }

  @Test func `A motor feels the forces, and any other controller shakes by them`() throws {
    let pair = try Pair()
    let pad = pad(wheel(), pair)
    _ = pad.emit(report(200, 0, 0))
    send(Self.autocenter, 0xffff, to: pair.far)
    pad.receiveRequests(at: now)
    pad.refresh(at: now + .milliseconds(8))
    #expect(pad.feedback(at: now + .milliseconds(8)) != .rest)
    pad.follow([.motor])
    #expect(pad.feedback(at: now + .milliseconds(8)) == .rest)
  }

  @Test func `An effect of before a restart shakes, and never pushes`() throws {
    let pair = try Pair()
    let pad = pad(wheel([.rumble, .constant]), pair)
    pad.follow([.motor, .measured])
    send(2, 1, to: pair.far)
    pad.receiveRequests(at: now)
    #expect(pad.feedback(at: now) == PadFeedback(strong: 0x8000, weak: 0x8000))
    #expect(pad.force.torque == 0 && !pad.force.isActing)
  }

  @Test func `A stick that games cannot push has no forces, whatever they send`() throws {
    let pair = try Pair()
    let pad = pad(wheel(.rumble), pair)
    send(Self.autocenter, 0xffff, to: pair.far)
    pad.receiveRequests(at: now)
    #expect(pad.pushed == nil && pad.force == PadForce() && pad.nextWakeUp == .distantFuture)
    #expect(pad.feedback(at: now) == .rest && pad.nextFeedback(after: now) == .distantFuture)
  }

  /// Wakes the stick at each time that it requests, for some seconds.
  private func run(_ pad: StickPad, from start: Instant) {
    var time = start
    while pad.nextFeedback(after: time) < start + .seconds(5) {
      time = max(time, pad.nextFeedback(after: time))
      pad.refresh(at: time)
    }
  }

  /// Sends a struct input_event of type EV_FF.
  private func send(_ code: UInt16, _ value: Int32, to descriptor: borrowing Descriptor) {
    var event = input_event()
    (event.type, event.code, event.value) = (Self.force, code, value)
    let size = unsafe write(descriptor.number, &event, MemoryLayout<input_event>.size)
    #expect(size == 24)
  }
}

/// The forces of several sticks that are merged into one.
@Suite struct PushedMergeTests {
  private func stick(_ name: String, _ effects: StickEffects, axes: [UInt8]) -> StickDescription {
    StickDescription(
      name: name, bus: 3, vendor: 1, product: 2, version: 3, effects: effects, keys: [0x120],
      axes: axes.map { .init(code: $0, minimum: 0, maximum: 255) })
  }

  private func merge(_ sticks: StickDescription...) -> StickMerge {
    var merge = StickMerge(sticks[0], sticks[0].neutral, mark: sticks[0].name)
    for stick in sticks.dropFirst() { _ = merge.add(stick, stick.neutral, mark: stick.name) }
    return merge
  }

  @Test func `A wheel alone is described as it is`() {
    let wheel = stick("Wheel", [.rumble, .constant, StickEffects(rawValue: 1 << 6)], axes: [0, 1])
    #expect(merge(wheel).description == wheel && merge(wheel).pushed == "Wheel")
  }

  @Test func `Games push the first stick with a motor, along its own axis, though it is not the first stick`()
  {
    let pedals = stick("Pedals", [], axes: [0, 1, 5])
    let wheel = stick("Wheel", [.constant, StickEffects(rawValue: 1 << 3)], axes: [0, 2])
    let other = stick("Other", [.rumble, .constant, StickEffects(rawValue: 1 << 6)], axes: [0])
    var merge = merge(pedals, wheel, other)
    #expect(merge.pushed == "Wheel" && merge.description.name == "Pedals" && merge.description.isValid)
    #expect(merge.description.axes.map(\.code) == [0, 1, 2, 3, 4, 5])
    #expect(merge.description.effects == [.rumble, .constant, StickEffects(rawValue: 1 << 3)])
    // The pedals already use the axes X, Y and 5, so the wheel's X gets the next free axis.
    #expect(merge.description.pushedAxis == 2 && merge.description.axes.count(where: \.isPushed) == 1)
    var report = StickReport()
    for position in [255, 40] as [UInt16] { report.axes.append(position) }
    merge.follow(report, of: "Wheel")
    #expect(merge.description.angle(of: merge.description.pushedAxis, in: merge.report) == 32_767)
  }

  @Test func `A wheel that is unplugged keeps its axis and its effects for when it is back`() {
    let pedals = stick("Pedals", .rumble, axes: [0])
    let wheel = stick("Wheel", .constant, axes: [0])
    var merge = merge(pedals, wheel)
    let description = merge.description
    merge.remove("Wheel")
    #expect(merge.description == description && merge.pushed == "Wheel")
    let isOther = merge.add(wheel, wheel.neutral, mark: "Wheel")
    #expect(!isOther && merge.description == description)
  }

  @Test func `Sticks without a motor that pushes have the effects of motors alone`() {
    let pads = merge(
      stick("A", [.motors, StickEffects(rawValue: 1 << 3)], axes: [0]), stick("B", .rumble, axes: [0]))
    #expect(pads.description.effects == .motors && pads.pushed == nil)
  }

  @Test func `A wheel whose axis has no room gets no forces`() {
    let full = stick("Full", [], axes: StickCodes.axes)
    let merge = merge(full, stick("Wheel", [.rumble, .constant], axes: [0]))
    #expect(merge.pushed == nil && merge.description.effects == .rumble)
  }
}
