import Model
import Testing
import Wire
import WireReference

/// Values on either side of the limit of every field that has one.
@Suite struct FieldLimitTests {
  @Test(arguments: [4, 8, 12])
  func `An angle of a tilt is finite`(offset: Int) throws {
    for angle: Float in [.nan, .signalingNaN, -.nan, .infinity, -.infinity] {
      #expect(try outcome(angle, at: offset) == .refused(.angleNotFinite), "\(angle)")
    }
  }

  @Test(arguments: [4, 8, 12])
  func `An angle of a tilt is within ±2π`(offset: Int) throws {
    let largest = Float(bitPattern: 0x40c9_0fdb)
    #expect(largest == Float(2 * Double.pi), "what a sender gets that rounds 2π")
    for angle in [largest, largest.nextDown, 6, 3.15, .pi, 1, 0.25, 0] {
      #expect(try isRead(angle, at: offset), "\(angle)")
      #expect(try isRead(-angle, at: offset), "\(-angle)")
    }
    for angle in [largest.nextUp, 6.3, 45, 360, 6_284, .greatestFiniteMagnitude] {
      #expect(try outcome(angle, at: offset) == .refused(.angleRange), "\(angle)")
      #expect(try outcome(-angle, at: offset) == .refused(.angleRange), "\(-angle)")
    }
  }

  @Test(arguments: [4, 8, 12])
  func `A denormal angle is no rotation`(offset: Int) throws {
    for angle: Float in [.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .leastNormalMagnitude, -0.0]
    {
      let frames = try ControllerFrames(try tilt(angle, at: offset))
      #expect(frames.state?.tilt?.roll == (offset == 4 ? .zero : Angle(radians: 0.5)), "\(angle)")
      #expect(frames.state?.tilt?.pitch == (offset == 8 ? .zero : Angle(radians: -0.25)), "\(angle)")
      #expect(frames.state?.tilt?.yaw == (offset == 12 ? .zero : Angle(radians: 1.5)), "\(angle)")
    }
  }

  @Test func `An angle beyond ±π is the same direction within ±π`() throws {
    for degrees in stride(from: -360.0, through: 360, by: 0.5) where abs(degrees) < 360 {
      let radians = Float(degrees / 180 * .pi)
      let roll = try #require(try ControllerFrames(try tilt(radians, at: 4)).state?.tilt?.roll)
      let turn = (roll - Angle(radians: Double(radians))).radians
      #expect(abs(turn) < 2e-9, "\(degrees)°")
      #expect((-Double.pi..<Double.pi).contains(roll.radians), "\(degrees)°")
    }
  }

  @Test func `The battery is 0 to 100 or unknown`() throws {
    for level in UInt8.min...UInt8.max {
      let outcome = try outcome(of: "state, everything zero", level, at: 7)
      if level <= 100 || level == 255 {
        #expect(outcome != .refused(.batteryRange), "\(level)")
      } else {
        #expect(outcome == .refused(.batteryRange), "\(level)")
      }
    }
  }

  @Test func `Four flags of a state have a meaning and the others are reserved`() throws {
    for flags in UInt8.min...UInt8.max {
      let outcome = try outcome(of: "state, everything zero", flags, at: 6)
      if flags < 16 {
        #expect(outcome != .refused(.reservedNotZero), "\(flags)")
      } else {
        #expect(outcome == .refused(.reservedNotZero), "\(flags)")
      }
    }
  }

  @Test func `An edge has one of 32 buttons`() throws {
    var bytes = try Vector.bytes("edges, a press of the highest button")
    for number in UInt8.min...UInt8.max {
      bytes[4] = number
      if number & 0x7f < 32 {
        let edge = try #require(try ControllerFrames(bytes).edges)[0]
        #expect(edge.button.rawValue == number & 0x7f)
        #expect(edge.isPress == (number >= 0x80))
      } else {
        #expect(Form.controllerFrames.outcome(bytes) == .refused(.buttonRange), "\(number)")
      }
    }
  }

  @Test func `A touch has one of four phases`() throws {
    for phase in UInt8.min...UInt8.max {
      let outcome = try outcome(of: "touch, one in each phase", phase, at: 9)
      #expect((outcome == .refused(.touchPhase)) == (phase > 3), "\(phase)")
    }
  }

  @Test func `A contact has one of 128 numbers, and another than the other finger`() throws {
    for number in UInt8.min...UInt8.max {
      let outcome = try outcome(of: "touchpad, two fingers", number, at: 8)
      #expect((outcome == .refused(.touchContact)) == (number >= 127), "\(number)")
      let count = try self.outcome(of: "touchpad, two fingers", number, at: 2)
      #expect((count == .refused(.frameLength)) == (number != 2), "\(number)")
    }
  }

  @Test func `A known frame has one of its lengths`() throws {
    for (form, types) in [
      (Form.controllerFrames, [1, 3, 4, 5, 6, 7, 8, 10, 11, 19, 20]),
      (.hostFrames, [16, 17, 18, 19, 20, 21]),
    ] {
      for type in types.map(UInt8.init) {
        let lengths = try #require(Reference.lengths[type])
        for length in 0...255 {
          let outcome = form.outcome([type, UInt8(length)] + [UInt8](repeating: 0, count: length))
          #expect((outcome == .refused(.frameLength)) != lengths.contains(length), "\(type), \(length)")
        }
      }
    }
  }

  /// Returns the outcome of the vector `name` with the byte at `index` replaced.
  private func outcome(of name: String, _ byte: UInt8, at index: Int) throws -> Outcome {
    var bytes = try Vector.bytes(name)
    bytes[index] = byte
    return Form.controllerFrames.outcome(bytes)
  }

  private func outcome(_ angle: Float, at offset: Int) throws -> Outcome {
    Form.controllerFrames.outcome(try tilt(angle, at: offset))
  }

  private func isRead(_ angle: Float, at offset: Int) throws -> Bool {
    try outcome(angle, at: offset).reason == nil
  }

  /// Returns the vector "tilt" with the angle at `offset` of its body replaced.
  private func tilt(_ angle: Float, at offset: Int) throws -> [UInt8] {
    var bytes = try Vector.bytes("tilt")
    for index in 0..<4 {
      bytes[2 + offset + index] = UInt8(truncatingIfNeeded: angle.bitPattern >> UInt32(8 * index))
    }
    return bytes
  }
}
