import Dialects
import Impairment
import Messages
import Model
import Testing

@Suite struct DSUTests {
  @Test func `The vectors say what they were made from`() throws {
    #expect(try request("version") == .version)
    #expect(try request("ports of all four slots") == .ports(.all))
    #expect(try request("data of slot 0") == .data(DSUSelection(slot: 0)))
    #expect(
      try request("the second motor of slot 1 at full strength")
        == .rumble(DSUSelection(slot: 1), motor: 1, strength: 255))
    let port = DSUPort(
      slot: 0, .connected, model: .gyroscope, connection: .bluetooth, address: 0x0a0b_0c0d_0e0f, battery: 5)
    #expect(try answer("version") == .version(1_001))
    #expect(try answer("a whole gyroscope over Bluetooth in slot 0") == .port(port))
    var pad = DSUPad(port, counter: 7)
    pad.buttons = [.options, .circle]
    pad.pressures[6] = 255
    pad.time = 1_000_000
    pad.acceleration = .init(y: -1)
    #expect(try answer("options and circle at rest on a table") == .pad(pad))
    #expect(pad.pressed == [.options, .circle])
  }

  @Test func `A pad that says its buttons by pressure is read by pressure, whatever its bits are`() throws {
    let pad = try pad("cross from WiiMoteDSU, sticks at 0, the PS byte at 128, bits in another order")
    #expect(pad.pressed == .cross)
    #expect((pad.leftX, pad.leftY, pad.rightX, pad.rightY) == (0, 0, 0, 0))
  }

  @Test func `Each button has its own bit and, if it has one, its own pressure`() throws {
    let answers = try (0..<18).map { bit in
      var pad = DSUPad(DSUPort(slot: 1, .connected))
      pad.buttons = DSUButtons(rawValue: 1 << UInt32(bit))
      if let place = DSUPressures.buttons.firstIndex(of: pad.buttons) { pad.pressures[place] = 255 }
      let bytes = array(DSUAnswer(server: 1, .pad(pad)).datagram)
      let read = try DSUAnswer(parsing: bytes.span)
      #expect(read == DSUAnswer(server: 1, .pad(pad)))
      #expect(pad.pressed == pad.buttons)
      return bytes
    }
    #expect(Set(answers.map { Array($0[36..<56]) }).count == 18)
  }

  @Test func `A selection is of a slot, of an address or of all pads`() {
    #expect(DSUSelection().includes(slot: 2, address: 5))
    #expect(DSUSelection(slot: 2).includes(slot: 2, address: 5))
    #expect(!DSUSelection(slot: 1).includes(slot: 2, address: 5))
    #expect(DSUSelection(address: 5).includes(slot: 2, address: 5))
    #expect(!DSUSelection(address: 6).includes(slot: 2, address: 5))
    #expect(DSUSelection(slot: 1, address: 5).includes(slot: 2, address: 5))
    #expect((0..<6).filter { DSUSlots(rawValue: 0b1001).contains(slot: $0) } == [0, 3])
  }

  @Test func `A pad at rest on a table shows minus one g upwards, and a phone on its back likewise`() {
    var pad = DSUPad(DSUPort(slot: 0, .connected))
    pad.show(PadMotion(acceleration: MotionVector(y: 8_192), rotation: .zero, time: 5))
    #expect(pad.acceleration == .init(x: -0, y: -1, z: -0))
    #expect(pad.time == 5)
    #expect(pad.motion == MotionSample(acceleration: MotionVector(z: 4_096), rotation: .zero))
  }

  @Test func `Signs of motion are those of the table, and come back through the screen's frame`() {
    var pad = DSUPad(DSUPort(slot: 0, .connected))
    pad.show(
      PadMotion(
        acceleration: MotionVector(x: 4_096, y: 8_192, z: -2_048),
        rotation: MotionVector(x: 160, y: 320, z: -480),
        time: -1))
    #expect(pad.acceleration == .init(x: -0.5, y: -1, z: 0.25))
    #expect(pad.rotation == .init(x: 10, y: -20, z: 30))
    #expect(pad.time == 0)
    // The screen's y axis is the pad's −z, and the screen's z axis is the pad's y.
    #expect(pad.motion.acceleration == MotionVector(x: 2_048, y: 1_024, z: 4_096))
    #expect(pad.motion.rotation == MotionVector(x: 160, y: 480, z: 320))
    pad.acceleration = .init(x: 100, y: -100, z: 0)
    #expect(pad.motion.acceleration == MotionVector(x: -32_767, y: 0, z: 32_767))
  }

  private func request(_ name: String) throws -> DSURequest.Subject {
    let bytes = try Vector.bytes(name, of: .dsuRequests)
    let request = try DSURequest(parsing: bytes.span)
    #expect(request.client == 0x1234_5678)
    return request.subject
  }

  private func answer(_ name: String) throws -> DSUAnswer.Content {
    let bytes = try Vector.bytes(name, of: .dsuAnswers)
    return try DSUAnswer(parsing: bytes.span).content
  }

  private func pad(_ name: String) throws -> DSUPad {
    guard case .pad(let pad) = try answer(name) else { throw Vector.Unreadable(line: name) }
    return pad
  }
}
