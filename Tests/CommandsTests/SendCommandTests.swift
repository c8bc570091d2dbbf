import Testing

@testable import Commands

@Suite struct SendCommandTests {
  /// Why `arguments` are refused; nil when they are not.
  private func refusal(_ arguments: String...) -> Failure? {
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
    #expect(refusal?.what.hasPrefix("--identity xbox is none of host, xbox360, ") == true)
    #expect(refusal?.status == .usage)
  }
}
