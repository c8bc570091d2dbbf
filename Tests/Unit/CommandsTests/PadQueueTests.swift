import Gamepad
import Testing

@testable import Commands

@Suite struct PadQueueTests {
  private var queue = PadQueue()

  /// Returns the node of a pad; to the kernel, a pad that returns is another `device`.
  private static func pad(
    _ number: Int, device: String = "input1", uniq: String = "", phys: String = ""
  ) -> InputNode {
    InputNode(
      path: "/dev/input/event\(number)", device: device, phys: phys, uniq: uniq, kinds: [InputNode.joystick])
  }

  /// Returns the places that the waiting pads get, in order, if the players at `taken` have their places
  /// already.
  private mutating func seat(besides taken: [Int: InputNode] = [:]) -> [Int] {
    var (taken, places) = (taken, [Int]())
    while let (node, place) = queue.next(besides: taken) {
      taken[place] = node
      places.append(place)
    }
    return places
  }

  @Test mutating func `Pads get places in the order of their arrival`() {
    for number in [5, 9, 7] { queue.add(Self.pad(number)) }
    #expect(seat() == [0, 1, 2])
    #expect(queue.isEmpty && queue.known.count == 3)
  }

  @Test mutating func `A pad that comes back gets its place again, whatever its node is then called`() {
    for number in 0..<4 { queue.add(Self.pad(number, uniq: "\(number)")) }
    #expect(seat() == [0, 1, 2, 3])
    for number in [1, 2] { queue.remove("/dev/input/event\(number)") }
    queue.add(Self.pad(9, uniq: "2"))
    queue.add(Self.pad(8, uniq: "1"))
    #expect(seat(besides: [0: Self.pad(0, uniq: "0"), 3: Self.pad(3, uniq: "3")]) == [2, 1])
  }

  @Test mutating func `A pad that comes back before its goodbye is said waits for its own place`() {
    queue.add(Self.pad(1, uniq: "1"))
    #expect(seat() == [0])
    queue.remove("/dev/input/event1")
    queue.add(Self.pad(1, device: "input2", uniq: "1"))
    #expect(seat(besides: [0: Self.pad(1, uniq: "1")]) == [])
    #expect(seat() == [0])
  }

  @Test mutating func `A pad whose place was given away gets another`() {
    queue.add(Self.pad(1, uniq: "1"))
    #expect(seat() == [0])
    queue.remove("/dev/input/event1")
    queue.add(Self.pad(2, uniq: "2"))
    #expect(seat() == [0])
    queue.add(Self.pad(1, uniq: "1"))
    #expect(seat(besides: [0: Self.pad(2, uniq: "2")]) == [1])
    queue.remove("/dev/input/event1")
    queue.add(Self.pad(1, uniq: "1"))
    #expect(seat() == [1])
  }

  @Test mutating func `Two pads that nothing tells apart play at once`() {
    let pads = [4, 7].map { Self.pad($0, device: "input\($0)", phys: "usb-1/input0") }
    for pad in pads { queue.add(pad) }
    #expect(seat() == [0, 1])
  }

  @Test mutating func `Two pads that nothing tells apart get their places again in turn`() {
    let pads = [1, 2, 3].map { Self.pad($0, device: "input\($0)", phys: $0 == 2 ? "" : "usb-1/input0") }
    for pad in pads { queue.add(pad) }
    #expect(seat() == [0, 1, 2])
    for pad in [pads[0], pads[2]] { queue.remove(pad.path) }
    for number in [7, 8] { queue.add(Self.pad(number, device: "input\(number)", phys: "usb-1/input0")) }
    #expect(seat(besides: [1: pads[1]]) == [0, 2])
  }

  @Test mutating func `No pad gets a place while the keys steer`() {
    queue.add(Self.pad(1))
    #expect(queue.next(besides: nil) == nil)
    #expect(!queue.isEmpty)
  }

  @Test mutating func `Tiltpad's own pads, sensors and keyboards get no place`() {
    queue.add(Self.pad(1, phys: "tiltpad/pad1"))
    queue.add(InputNode(path: "/dev/input/event2", kinds: [InputNode.accelerometer]))
    queue.add(InputNode(path: "/dev/input/event3", kinds: ["ID_INPUT_KEY"]))
    #expect(seat() == [])
    #expect(queue.known.count == 3)
  }

  @Test mutating func `A pad that udev has not finished with waits from the moment at which it has`() {
    queue.add(InputNode(path: "/dev/input/event1", isDescribed: false))
    #expect(seat() == [])
    queue.add(Self.pad(1))
    #expect(seat() == [0])
  }

  @Test mutating func `A chosen pad waits also where no udev describes it`() {
    queue.add(InputNode(path: "/dev/input/event1", isDescribed: false), isChosen: true)
    #expect(seat() == [0])
  }

  @Test mutating func `A pad that is described anew is no second pad`() {
    for _ in 0..<3 { queue.add(Self.pad(1)) }
    #expect(seat() == [0])
  }

  @Test mutating func `There are places for sixteen pads`() {
    for number in 0..<20 { queue.add(Self.pad(number)) }
    #expect(seat() == Array(0..<16))
  }
}
