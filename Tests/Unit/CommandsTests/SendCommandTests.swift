import Console
import Testing

@testable import Commands

@Suite struct SendCommandTests {
  /// Returns the refusal of `arguments`, or nil if they are accepted.
  private func refusal(_ arguments: String...) -> Failure? { refusal(arguments) }

  private func refusal(_ arguments: [String]) -> Failure? {
    do throws(Failure) {
      _ = try Command.send.run(Invocation(arguments, of: .send))
      return nil
    } catch {
      return error
    }
  }

  @Test func `Only a real pad can be kept from other programs`() {
    let refusal = refusal("--swing", "--grab")
    #expect(refusal?.what.contains("--pad") == true)
    #expect(refusal?.status == .usage)
  }

  @Test func `An identity that has no number cannot be asked for`() {
    let refusal = refusal("--swing", "--identity", "xbox")
    #expect(refusal?.what.hasPrefix("--identity xbox is not one of host, xbox360, ") == true)
    #expect(refusal?.status == .usage)
  }

  @Test func `Abilities that no controller has are refused, and bare TILT takes no forces`() {
    let unknown = refusal("--swing", "--show-force", "motor,brake")
    #expect(unknown?.what.hasPrefix("--show-force brake is no ability; they are motor picture ") == true)
    #expect(refusal("--swing", "--show-force", "motor", "--simple")?.status == .usage)
  }

  @Test(arguments: [["--pin", "123456"], ["--confirm"], ["--key", "/nowhere"]])
  func `What only encryption knows needs a host`(arguments: [String]) {
    #expect(refusal(arguments)?.what.hasSuffix("needs a host: --host HOST") == true)
  }

  @Test(arguments: [
    ["--host", "a", "--trace", "b"], ["--host", "a", "--simple"], ["--pair", "a", "--token", "1"],
    ["--host", "a", "--pin", "1", "--confirm"], ["--pair", "a", "--host", "b"], ["--host", "a", "b"],
    ["--host", "a", "--pin", "12345"], ["--host", "a", "--pin", "+12345"], ["--pair", "tpp://1.2.3.4:5/"],
  ])
  func `What does not go together with encryption is refused`(arguments: [String]) {
    #expect(refusal(["--swing"] + arguments)?.status == .usage)
  }
}
