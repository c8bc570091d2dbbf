import Dialects
import Messages
import Testing

@Suite struct FlightTests {
  @Test func `The head of the vector looks ten degrees to the side and five down`() throws {
    let bytes = try Vector.bytes("ten degrees of yaw and five down", of: .opentrack)
    #expect(try HeadPose(parsing: bytes.span) == HeadPose(yaw: 10, pitch: -5))
  }

  @Test func `Each number of a pose has its place`() throws {
    let pose = HeadPose(x: 1, y: 2, z: 3, yaw: 4, pitch: 5, roll: 6)
    let bytes = array(pose.datagram)
    let numbers = (0..<6).map { place in
      Double(bitPattern: (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[8 * place + $1]) })
    }
    #expect(numbers == [1, 2, 3, 4, 5, 6])
    #expect(try HeadPose(parsing: bytes.span) == pose)
  }

  @Test func `The phone's sensors and its attitude are told apart by the flags`() throws {
    let both = FreePIEMessage(
      device: 3,
      sensors: .init(
        acceleration: .init(x: 1, y: 2, z: 3), rotation: .init(x: 4, y: 5, z: 6),
        field: .init(x: 7, y: 8, z: 9)),
      attitude: .init(x: 0.1, y: 0.2, z: 0.3))
    var raw = both
    raw.attitude = nil
    var turned = both
    turned.sensors = nil
    for (message, size) in [(both, 50), (raw, 38), (turned, 14)] {
      let bytes = array(message.datagram)
      #expect(bytes.count == size)
      #expect(try FreePIEMessage(parsing: bytes.span) == message)
    }
  }
}

@Suite struct RetroPadTests {
  @Test func `Every change is written and read again`() throws {
    let changes: [RetroPadChange] =
      RetroPadButton.allCases.flatMap {
        [.button($0, isDown: true), .button($0, isDown: false), .pressure($0, 0), .pressure($0, .max)]
      } + RetroPadAxis.allCases.flatMap { [.axis($0, .min), .axis($0, 0), .axis($0, .max)] }
    for change in changes {
      let bytes = array(change.datagram)
      #expect(bytes.count == RetroPadChange.size)
      #expect(try RetroPadChange(parsing: bytes.span) == change)
    }
  }

  @Test func `The lower face button is B, as on the SNES, and the axes follow each other`() throws {
    #expect(try read("B down") == .button(.b, isDown: true))
    #expect(try read("R3 up") == .button(.r3, isDown: false))
    #expect(try read("the left stick fully to the left") == .axis(.leftX, .min))
    #expect(try read("the right stick fully down") == .axis(.rightY, .max))
    #expect(try read("half a pull at L2") == .pressure(.l2, 0x4000))
  }

  private func read(_ name: String) throws -> RetroPadChange {
    let bytes = try Vector.bytes(name, of: .retropad)
    return try RetroPadChange(parsing: bytes.span)
  }
}
