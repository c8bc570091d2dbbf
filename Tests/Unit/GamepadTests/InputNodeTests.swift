import Testing

@testable import Gamepad

@Suite struct InputNodeTests {
  private let pad = InputNode(
    path: "/dev/input/event7", uniq: "aa:bb", hardware: "/sys/a", kinds: [InputNode.joystick])

  @Test func `Sensors with the same unique number belong to the pad, whatever driver made them`() {
    #expect(
      InputNode(path: "/dev/input/event8", uniq: "aa:bb", hardware: "/sys/b").belongsToSameController(pad))
    #expect(
      !InputNode(path: "/dev/input/event8", uniq: "aa:bc", hardware: "/sys/a").belongsToSameController(pad))
    #expect(!InputNode(path: "/dev/input/event8", hardware: "/sys/a").belongsToSameController(pad))
    #expect(!pad.belongsToSameController(pad))
  }

  @Test func `Without numbers, the devices of one driver belong together, and those of none do not`() {
    let remote = InputNode(path: "/dev/input/event1", hardware: "/sys/a")
    #expect(InputNode(path: "/dev/input/event2", hardware: "/sys/a").belongsToSameController(remote))
    #expect(!InputNode(path: "/dev/input/event2", hardware: "/sys/b").belongsToSameController(remote))
    #expect(
      !InputNode(path: "/dev/input/event2").belongsToSameController(InputNode(path: "/dev/input/event1")))
  }

  @Test func `Tiltpad's own devices are known by phys and by uniq`() {
    #expect(InputNode(path: "", phys: "tiltpad/pad1").isOwn)
    #expect(InputNode(path: "", uniq: "02:74:62:00:00:10").isOwn)
    #expect(!InputNode(path: "", phys: "usb-0000:00:14.0-1/input0", uniq: "02:74:63:00:00:10").isOwn)
    #expect(pad.label == "event7" && pad.isJoystick && !pad.isAccelerometer)
  }

  @Test func `The nodes of this machine are listed by number, each once`() throws {
    let nodes = try InputNodes()
    let numbers = nodes.all().map { Int($0.label.dropFirst(5)) ?? -1 }
    #expect(numbers == Set(numbers).sorted())
    #expect(InputNodes.present() == nodes.all())
    #expect(nodes.find("/dev/null")?.isJoystick != true)
    #expect(nodes.find("/nowhere") == nil)
  }
}
