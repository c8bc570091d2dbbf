import Gamepad
import Model
import Platform
import Testing

@testable import Daemon

/// The controller's motion as its pad shows it.
@Suite struct MotionTests {
  private let first = PlayerSlot(index: 0)
  private let sample = MotionSample(acceleration: MotionVector(z: 4_096), rotation: MotionVector(x: 9))

  @Test(arguments: [Identity.dualSense, .accelerometer])
  func `Where motion is not wanted, none reaches a pad that has sensors itself`(identity: Identity) throws {
    var table = try PadTable(.memory, path: "")
    table.identities.common = identity
    let motion = PadMotion(acceleration: MotionVector(x: 99), rotation: .zero, time: 1)
    for isWanted in [true, false] {
      table.haveMotion[first.index] = isWanted
      _ = try table.attach(first, request: 0)
      // The setting applies only to pads that are made later, not to this one.
      table.haveMotion[first.index].toggle()
      let emission = table.emit(PadReport(motion: motion), to: first)
      #expect((emission != .unchanged) == isWanted)
      table.unplug(first)
    }
  }

  @Test func `Sensors that cannot be had are told once, and the player plays on`() throws {
    var house = try House()
    house.play()
    let pad = UinputPad(
      adopting: try Descriptor(opening: "/dev/null", .device), identity: .xbox360,
      sensors: SensorNode(of: first, path: "/nonexistent/uinput"))
    house.executor.pads.plug(pad, into: first)
    house.play(motion: sample)
    house.play(motion: sample)
    let reports = house.executor.pads.reports
    house.play(shared: true, motion: sample)
    #expect(house.journal.events == ["attached 1", "\(DaemonEvent.sensorsFailed(first, .noDevice))"])
    #expect(reports == house.executor.pads.reports, "a pad without sensors shows no motion")
  }
}
