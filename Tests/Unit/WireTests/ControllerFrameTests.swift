import Model
import Testing
import Wire
import WireReference

@Suite struct ControllerFrameTests {
  @Test func `The specification's plaintext is read field by field`() throws {
    let frames = try ControllerFrames(try Vector.bytes("the specification's plaintext"))
    let state = try #require(frames.state)
    #expect(state.sampleTime == 5_000_000)
    #expect(state.tilt == tilt(1234, -2345, 0))
    #expect(state.sticks == .init(left: Stick(x: 0, y: 0), right: Stick(x: 100, y: -100)))
    #expect(state.buttons == Buttons(.a))
    #expect(state.leftTrigger == 0)
    #expect(state.rightTrigger == 255)
    #expect(state.battery == 80)
    #expect(!state.isNeutral)
    #expect(!state.isDiscontinuous)
    #expect(state.nextEdge == 3)

    #expect(frames.history.count == 2)
    #expect(frames.history[0] == HistorySample(age: 200, tilt: tilt(1230, -2340, 0)))
    #expect(frames.history[1] == HistorySample(age: 400, tilt: tilt(1225, -2338, 0)))

    let edges = try #require(frames.edges)
    #expect(edges.first == 0)
    #expect(edges.next == 3)
    #expect(edges[0] == Edge(.a, isPress: true, age: 1500))
    #expect(edges[1] == Edge(.a, isPress: false, age: 900))
    #expect(edges[2] == Edge(.a, isPress: true, age: 10))

    #expect(frames.motion == nil)
    #expect(frames.buzz == nil)
    #expect(frames.pong == nil)
    #expect(frames.touches == nil)
    #expect(frames.contacts == nil)
    #expect(frames.control == nil)
    #expect(frames.controlReceipt == nil)
  }

  @Test func `The specification's plaintext has its bytes`() throws {
    let text =
      "011c404b4c000350d204d7f60000010000000000000064009cff00ff0300"
      + "0210c800ce04dcf600009001c904def60000040b000080dc05008403800a00"
    #expect(try Vector.bytes("the specification's plaintext") == parseHex(text))
  }

  @Test func `Each flag of a state means its own field`() throws {
    let all = try #require(try state("state, every field at its largest"))
    #expect(all.tilt == tilt(32767, 32767, 32767))
    #expect(all.sticks?.right == Stick(x: 32767, y: 32767))
    #expect(all.buttons.rawValue == .max)
    #expect(all.battery == 100)
    #expect(all.isNeutral)
    #expect(all.isDiscontinuous)
    #expect(all.nextEdge == 65535)

    let none = try #require(try state("state, tilt and sticks given but flagged absent"))
    #expect(none.tilt == nil)
    #expect(none.sticks == nil)

    #expect(try state("state, tilt only")?.tilt == tilt(1, -1, 2))
    #expect(try state("state, tilt only")?.sticks == nil)
    let sticks = try #require(try state("state, sticks only")?.sticks)
    #expect(sticks == .init(left: Stick(x: 1, y: -1), right: Stick(x: 2, y: -2)))
    #expect(try state("state, sticks only")?.tilt == nil)

    #expect(try state("state, neutral")?.isNeutral == true)
    #expect(try state("state, neutral")?.isDiscontinuous == false)
    #expect(try state("state, discontinuity")?.isDiscontinuous == true)
    #expect(try state("state, discontinuity")?.isNeutral == false)
    #expect(try state("state, battery unknown")?.battery == .some(nil))
    #expect(try state("state, battery empty")?.battery == 0)
  }

  @Test func `A stick never leaves its symmetric range`() throws {
    let sticks = try #require(try state("state, sticks at the value without a twin")?.sticks)
    #expect(sticks == .init(left: Stick(x: -32767, y: -32767), right: Stick(x: -32767, y: -32767)))
  }

  @Test func `A tilt is a state of three angles and button levels`() throws {
    let state = try #require(try state("tilt"))
    let tilt = Tilt(roll: Angle(radians: 0.5), pitch: Angle(radians: -0.25), yaw: Angle(radians: 1.5))
    #expect(state == ControllerState(sampleTime: 1000, tilt: tilt, buttons: [Buttons(.a), Buttons(.b)]))
    #expect(state.nextEdge == nil)
    #expect(state.sticks == nil)
    #expect(state.battery == nil)
  }

  @Test func `Every other frame is read field by field`() throws {
    let frames = try ControllerFrames(
      try Vector.bytes("every controller frame but TILT", in: .plain), from: PlainHeader.size)
    #expect(frames.state?.sampleTime == 5_000_000)
    #expect(
      frames.motion
        == MotionSample(
          acceleration: .init(x: 4096, y: 0, z: -4096), rotation: .init(x: 16, y: -16, z: 0)))
    #expect(frames.history.count == 3)
    #expect(frames.history[1] == HistorySample(age: 2, tilt: tilt(4, 5, 6)))
    #expect(frames.history[2] == HistorySample(age: 65535, tilt: tilt(7, 8, 9)))
    let edges = try #require(frames.edges)
    #expect(edges.first == 65534)
    #expect(edges.next == 65535)
    #expect(edges[0] == Edge(.touchpad, isPress: true, age: 65535))
    #expect(frames.buzz == Buzz(round: 1, edge: 65534, pressTime: 1))
    #expect(frames.pong == Pong(hostSent: 1, received: 2, sent: 3))
    #expect(frames.controlReceipt == 9)
  }

  @Test func `Touches keep their order, phases and places`() throws {
    let touches = try #require(try ControllerFrames(try Vector.bytes("touch, one in each phase")).touches)
    #expect(touches.count == 4)
    #expect(touches[0] == Touch(id: 0, phase: .began, x: 0, y: 0))
    #expect(touches[1] == Touch(id: 1, phase: .moved, x: 1, y: 65535))
    #expect(touches[2] == Touch(id: 2, phase: .ended, x: 65535, y: 1))
    #expect(touches[3] == Touch(id: 255, phase: .cancelled, x: 65535, y: 65535))
  }

  @Test func `A touchpad has at most two fingers, each with its number and place`() throws {
    let left = Contact(number: 127, x: 65535, y: 0), right = Contact(number: 0, x: 32768, y: 32767)
    for (name, contacts) in [("no finger", Contacts()), ("two fingers", Contacts(left, right))] {
      #expect(try ControllerFrames(try Vector.bytes("touchpad, \(name)")).contacts == contacts, "\(name)")
    }
    #expect(Contacts(nil, right) == Contacts(right), "a finger alone is the first")
  }

  @Test func `A control message's text is where its range says`() throws {
    let bytes = try Vector.bytes("control, text")
    let control = try #require(try ControllerFrames(bytes).control)
    #expect(control.id == 65535)
    #expect(control.code == ControlMessage.Code.recentre.rawValue)
    #expect(control.argument == 0)
    #expect(Array(bytes[control.text]) == Array("hello".utf8))
    #expect(try ControllerFrames(try Vector.bytes("control, bye")).control?.text.isEmpty == true)
  }

  @Test func `Frames of unknown type leave the others as they are`() throws {
    let frames = try ControllerFrames(try Vector.bytes("unknown, before and after and twice"))
    #expect(frames.controlReceipt == 0x1234)
    #expect(frames.state == nil)
  }

  private func state(_ name: String) throws -> ControllerState? {
    try ControllerFrames(try Vector.bytes(name)).state
  }

  private func tilt(_ roll: Int16, _ pitch: Int16, _ yaw: Int16) -> Tilt {
    Tilt(roll: Angle(bam16: roll), pitch: Angle(bam16: pitch), yaw: Angle(bam16: yaw))
  }
}
