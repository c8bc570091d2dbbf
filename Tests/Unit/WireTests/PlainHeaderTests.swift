import Testing
import Wire
import WireReference

@Suite struct PlainHeaderTests {
  @Test func `A header survives the way to the wire and back`() throws {
    let header = PlainHeader(sequence: 0xfffe, token: 0xcafe_f00d)
    var datagram = Datagram<512>()
    header.write(to: &datagram)
    let read = datagram.withBytes { bytes in
      Result { () throws(Drop) in try PlainHeader(parsing: bytes) }
    }
    #expect(try read.get() == header)
  }

  @Test func `A header is read field by field`() throws {
    let bytes = try Vector.bytes("a tilt", in: .plain)
    #expect(try PlainHeader(parsing: bytes.span) == PlainHeader(sequence: 1, token: 0xcafe_f00d))
  }

  @Test func `Only 8 to 512 bytes are looked at`() {
    for count in 0...1500 {
      let datagram = [PlainHeader.type] + [UInt8](repeating: 0, count: 1500)
      let result = Result { () throws(Drop) in
        try PlainHeader(parsing: datagram.span.extracting(first: count))
      }
      switch count {
      case 0..<8: #expect(throws: Drop.tooShort, "\(count) bytes") { try result.get() }
      case 8...512: #expect(throws: Never.self, "\(count) bytes") { try result.get() }
      default: #expect(throws: Drop.tooLong, "\(count) bytes") { try result.get() }
      }
    }
  }

  @Test func `Only type 0xDB is a PLAIN packet`() {
    for type in UInt8.min...UInt8.max where type != PlainHeader.type {
      #expect(throws: Drop.unknownType, "type \(type)") {
        try PlainHeader(parsing: [type, 0, 0, 0, 0, 0, 0, 0].span)
      }
    }
  }

  @Test func `Byte 1 must be zero`() {
    for reserved in UInt8(1)...UInt8.max {
      #expect(throws: Drop.reservedNotZero, "byte \(reserved)") {
        try PlainHeader(parsing: [PlainHeader.type, reserved, 0, 0, 0, 0, 0, 0].span)
      }
    }
  }
}
