import Impairment
import Model
import Testing
import Wire
import WireReference

@Suite struct StickFrameTests {
  @Test func `A state is read field by field`() throws {
    let bytes = try Vector.bytes("stick, the first and the last button")
    let places = try ControllerFrames(bytes).stick
    let state = places.state(in: bytes.span)
    #expect(state.sampleTime == 1 && state.revision == 7 && state.nextEdge == 9)
    #expect(state.report.buttons.numbers == [0, 127])
    #expect(state.report.axes.count == 0 && !state.isNeutral && !state.isDiscontinuous)
    #expect(places.presses(in: bytes.span) == nil)

    let all = try Vector.bytes("stick, every field at its largest")
    let most = try ControllerFrames(all).stick.state(in: all.span)
    #expect(most.report.axes.count == 31 && most.report.axes[30] == .max)
    #expect(most.report.buttons == .first(128) && most.isNeutral && most.isDiscontinuous)
  }

  @Test func `Presses have numbers, buttons and ages`() throws {
    let bytes = try Vector.bytes("presses, a press of the highest button")
    let presses = try #require(try ControllerFrames(bytes).stick.presses(in: bytes.span))
    #expect(presses.first == 9 && presses.next == 10)
    #expect(presses[0] == StickEdge(127, isPress: true, age: 10))
  }

  @Test func `A packet without these frames has no stick`() throws {
    #expect(!(try ControllerFrames(try Vector.bytes("state, everything zero")).stick.isPresent))
  }

  @Test func `A stick's largest packet fits`() throws {
    var frames = ControllerFrames()
    frames.control = ControlMessage(id: 1, code: 81)
    frames.controlReceipt = 1
    frames.pong = Pong(hostSent: 1, received: 2, sent: 3)
    let text = [UInt8](repeating: 1, count: ControlMessage.longestText)
    var packet = frames.packed(text: text.span)
    var report = StickReport()
    for _ in 0..<StickAxes.capacity { report.axes.append(0) }
    StickState(sampleTime: 0, revision: 0, nextEdge: 0, report: report).write(to: &packet)
    var presses = StickPresses(first: 0)
    for _ in 0..<20 { presses.append(StickEdge(0, isPress: true)) }
    presses.write(to: &packet)
    #expect(presses.count == 16)
    #expect(packet.count <= 512 - 24, "\(packet.count)")
  }
}

@Suite struct StickPartTests {
  /// Returns a stick with `count` axes, and every allowed key up to the limit.
  private func stick(axes count: Int = 6, name: String = "Logitech G29") -> StickDescription {
    StickDescription(
      name: name, bus: 3, vendor: 0x046d, product: 0xc24f, version: 0x111, effects: [.rumble, .constant],
      keys: Array(StickCodes.keys.prefix(128)),
      axes: StickCodes.axes.prefix(count).enumerated().map { index, code in
        StickDescription.Axis(
          code: code, rest: StickDescription.Axis.Rest.allCases[index % 3], minimum: -Int32(index),
          maximum: 65_535 - Int32(index), fuzz: 1, flat: 2, resolution: 3, isPushed: index == 1)
      })
  }

  private func described(_ parts: [[UInt8]]) throws(StickVerdict) -> StickDescription? {
    var draft = StickDraft()
    var found: StickDescription?
    for part in parts { found = try draft.add(part.span) }
    return found
  }

  @Test(arguments: [0, 1, 15, 16, 30, 31])
  func `A description arrives as it was sent`(axes: Int) throws {
    let stick = stick(axes: axes)
    let parts = stick.parts(revision: 9)
    #expect(parts.count == 1 + (axes + 14) / 15)
    #expect(parts.allSatisfy { $0[0] == 9 && $0.count <= ControlMessage.longestText })
    #expect(try described(parts) == stick)
  }

  @Test func `A copy of a part changes nothing, and a part 0 begins anew`() throws {
    let stick = stick(axes: 20)
    let parts = stick.parts(revision: 1)
    #expect(try described([parts[0], parts[0], parts[1], parts[1], parts[2]]) == stick)
    #expect(try described([parts[0], parts[1], parts[0], parts[1], parts[2]]) == stick)
    #expect(try described([parts[1], parts[2]]) == nil)
    #expect(try described([parts[0], stick.parts(revision: 2)[1], parts[2]]) == nil)
  }

  @Test func `No code of a keyboard, a mouse, a pen or a touch surface can be described`() {
    // KEY_A, BTN_LEFT, BTN_TOUCH, BTN_TOOL_PEN, ABS_PRESSURE and ABS_MT_SLOT.
    for code in [0x1e, 0x110, 0x14a, 0x140] as [UInt16] { #expect(!StickCodes.keys.contains(code)) }
    for code in [0x18, 0x2f] as [UInt8] { #expect(!StickCodes.axes.contains(code)) }
    #expect(StickCodes.keys.count == 132 && StickCodes.axes.count == StickAxes.capacity)
  }

  @Test func `Each code of an axis that no stick has is refused`() {
    for code in UInt8.min...UInt8.max {
      var parts = stick(axes: 1).parts(revision: 1)
      parts[1][3] = code
      let found = try? described(parts)
      #expect((found != nil) == StickCodes.axes.contains(code), "\(code)")
    }
  }

  @Test func `More buttons than a stick may have are refused`() {
    for count in [128, 129, 132] {
      var many = stick(axes: 0)
      many.keys = Array(StickCodes.keys.prefix(count))
      let found = try? described(many.parts(revision: 1))
      #expect((found != nil) == (count <= 128), "\(count)")
    }
    var parts = stick(axes: 0).parts(revision: 1)
    parts[0][12] = 200
    #expect((try? described(parts)) == nil, "a count that the map does not have")
  }

  @Test func `No control character can stand in a name`() {
    for code in Array(0...0x1f) + Array(0x7f...0x9f) as [UInt32] {
      guard let scalar = UnicodeScalar(code) else { continue }
      #expect((try? described(stick(axes: 0, name: "Box\(scalar)").parts(revision: 1))) == nil, "\(code)")
    }
    #expect((try? described(stick(axes: 0, name: "Box").parts(revision: 1))) != nil)
  }

  @Test func `A hostile part is refused`() {
    let good = stick(axes: 2).parts(revision: 1)
    func refused(_ part: Int, _ change: (inout [UInt8]) -> Void) -> Bool {
      var parts = good
      change(&parts[part])
      do throws(StickVerdict) {
        return try described(parts) == nil
      } catch {
        return error == .invalid
      }
    }
    #expect(
      refused(0) { $0 = [] } && refused(0) { $0 = [1, 0, 2] } && refused(0) { $0.removeLast($0.count - 34) })
    #expect(refused(0) { $0[2] = 3 } && refused(0) { $0[2] = 0 } && refused(0) { $0[11] = 32 })
    #expect(refused(0) { $0[12] = 127 }, "another number of buttons than the map has")
    #expect(refused(0) { $0[33] = 0xff }, "bits beyond the last code")
    #expect(
      refused(0) { $0 += [0x1b] } && refused(0) { $0 += [0xff] }, "a name of control characters or no UTF-8")
    #expect(refused(0) { $0 += [UInt8](repeating: 0x61, count: 80) })
    #expect(refused(0) { $0 += Array("\u{202e}".utf8) }, "a name that turns the direction of text")
    #expect(refused(1) { $0.removeLast() } && refused(1) { $0 += [0] })
    #expect(refused(1) { $0[3] = 0x18 } && refused(1) { $0[3] = 0x2f } && refused(1) { $0[3] = $0[19] })
    #expect(refused(1) { $0[4] = 3 } && refused(1) { $0[4] = 8 }, "an unknown place of rest")
    #expect(refused(1) { $0[4] |= 4 }, "two axes that games push")
    #expect(refused(1) { $0[5...12] = [0, 0, 0, 0, 0, 0, 0, 0] }, "an axis without a span")
    #expect(refused(1) { $0[5...12] = [0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0x7f] }, "a span of 32 bits")
  }

  @Test func `Random parts never trap, and what they describe is valid`() {
    var random = Random(seed: 1)
    var draft = StickDraft()
    let good = stick(axes: 31).parts(revision: 1)
    for _ in 0..<20_000 {
      var part = good[random.number(in: 0...3)]
      for _ in 0..<random.number(in: 0...3) { part[random.number(in: 0...part.count - 1)] = random.any() }
      if random.oneIn(8) { part.removeLast(random.number(in: 0...part.count)) }
      if let found = try? draft.add(part.span) { #expect(found.isValid) }
    }
  }

  @Test func `A description without buttons and axes is none`() {
    var stick = stick(axes: 0)
    #expect(stick.isValid)
    stick.keys = []
    #expect(!stick.isValid)
  }
}
