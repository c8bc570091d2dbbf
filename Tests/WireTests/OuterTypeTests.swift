import Testing
import Wire

@Suite struct OuterTypeTests {
  @Test func `A host accepts what controllers send, and no answer of a host`() {
    let accepted = OuterType.allCases.filter(\.isForHost)
    #expect(accepted == [.probe, .introduction, .sealed, .pairShare, .pairProof, .plain])
  }
}
