import Glibc
import Model
import Testing

@testable import Platform

@Suite struct ChildTests {
  @Test func `A child that is let go has ended and leaves no zombie`() throws {
    let process = try started()
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func `A child that was waited for may be let go`() throws {
    let child = try Child("/bin/true", [])
    child.wait(atMost: .seconds(20))
    let hasEnded = child.hasEnded
    #expect(hasEnded)
  }

  /// Returns the process ID of a child that would run for long, but is released here.
  private func started() throws -> Int32 { try Child("/bin/sleep", ["600"]).process }
}
