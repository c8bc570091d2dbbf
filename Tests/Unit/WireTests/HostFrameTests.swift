import Testing
import Wire
import WireReference

@Suite struct HostFrameTests {
  @Test func `Every frame of the host is read field by field`() throws {
    let bytes = try Vector.bytes("every frame, first to last", in: .hostFrames)
    let frames = try HostFrames(bytes)
    #expect(
      frames.acknowledgement
        == Acknowledgement(
          newest: 0x0102_0304, received: 0x0506_0708, nextEdge: 0x090a, delay: 0x0b0c, lastBuzz: 0x0d0e))
    #expect(frames.ping == 0x0102_0304)
    #expect(frames.feedback == Feedback(strong: 0x0102, weak: 0x0304, duration: 5, red: 6, green: 7, blue: 8))
    #expect(frames.controlReceipt == 0x1234)
    #expect(frames.round == Round(number: 0x0102, phase: 3, winner: 4, margin: 0x0506_0708))
    let control = try #require(frames.control)
    #expect(control.id == 1)
    #expect(control.code == 64)
    #expect(control.argument == 2)
    #expect(Array(bytes[control.text]) == Array("h".utf8))
  }

  @Test func `The order of the host's frames does not matter`() throws {
    let forwards = try Vector.bytes("every frame, first to last", in: .hostFrames)
    let backwards = try Vector.bytes("every frame, last first", in: .hostFrames)
    #expect(
      fields(try HostFrames(forwards), in: forwards) == fields(try HostFrames(backwards), in: backwards))
  }

  @Test func `The winner 255 means that the presses are too close to call`() throws {
    var bytes = try Vector.bytes("round", in: .hostFrames)
    bytes[5] = 255
    #expect(try HostFrames(bytes).round?.winner == Round.tooClose)
  }

  @Test func `An absent frame is nil`() throws {
    let frames = try HostFrames(try Vector.bytes("unknown, alone", in: .hostFrames))
    #expect(frames.acknowledgement == nil)
    #expect(frames.ping == nil)
    #expect(frames.feedback == nil)
    #expect(frames.control == nil)
    #expect(frames.controlReceipt == nil)
    #expect(frames.round == nil)
  }
}
