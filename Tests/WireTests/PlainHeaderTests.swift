import Testing
import Wire

@Suite struct PlainHeaderTests {
  @Test func `A header survives the way to the wire and back`() throws {
    let header = PlainHeader(sequence: 0xfffe, token: 0xcafe_f00d)
    var datagram = Datagram<512>()
    header.write(to: &datagram)
    let read = datagram.withBytes { bytes in
      Result { () throws(Malformed) in try PlainHeader(parsing: bytes) }
    }
    #expect(try read.get() == header)
  }
}
