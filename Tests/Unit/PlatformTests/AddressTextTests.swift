import Model
import Platform
import Testing

@Suite struct AddressTextTests {
  @Test(arguments: ["192.0.2.7:9", "[::1]:65535", "[2001:db8::1]:26760", "[fe80::1%1]:5"])
  func `An endpoint is read and written alike`(text: String) {
    #expect(Endpoint(text)?.description == text)
  }

  @Test func `A zone may be named`() {
    #expect(Endpoint("[fe80::1%lo]:5")?.scope == 1)
  }

  @Test(arguments: [
    "192.0.2.7", "192.0.2.7:", "192.0.2.7:65536", "192.0.2.7:-1", "192.0.2.7:+1", "192.0.2.7: 1", ":1",
    "::1", "[::1]", "[::1:5", "[::1]5", "[fe80::1%]:5", "[fe80::1%nowhere]:5", "1.2.3.4%1:5", "",
  ])
  func `What is no endpoint is refused`(text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test func `Numbers are resolved without asking anybody`() throws {
    let parts = try #require(HostAndPort("[::1]:8"))
    #expect(parts.resolve() == [Endpoint(address: Address(high: 0, low: 1), port: 8)])
    let local = try #require(HostAndPort("localhost:8"))
    #expect(local.resolve().contains { $0.description == "127.0.0.1:8" || $0.description == "[::1]:8" })
  }
}
