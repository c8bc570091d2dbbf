import Testing
import Wire

@Suite struct OuterTypeTests {
  @Test func `A host accepts what controllers send, and no answer of a host`() {
    let accepted = OuterType.allCases.filter(\.isForHost)
    #expect(accepted == [.probe, .introduction, .sealed, .pairShare, .pairProof, .plain])
  }

  @Test func `The reserved byte of a RESP is zero`() throws {
    let header = WelcomeHeader(waitsForHost: true, index: 1, controllerIndex: 2)
    let fields = header.datagram.withBytes { span in span.indices.map { span[$0] } }
    var bytes = fields + [UInt8](repeating: 0, count: WelcomeHeader.size - fields.count)
    #expect(try WelcomeHeader(parsing: bytes.span) == header)
    bytes[3] = 1
    #expect(throws: Drop.sessionReserved) { _ = try WelcomeHeader(parsing: bytes.span) }
  }

  @Test(arguments: [2, 3]) func `The reserved bytes of a proof are zero`(place: Int) throws {
    let proof = PairProof(index: 7, proof: InlineArray(repeating: 9))
    let fields = proof.datagram.withBytes { span in span.indices.map { span[$0] } }
    var bytes = fields + [UInt8](repeating: 0, count: 72 - fields.count)
    #expect(try PairProof(parsing: bytes.span).index == 7)
    bytes[place] = 1
    #expect(throws: Drop.sessionReserved) { _ = try PairProof(parsing: bytes.span) }
  }
}
