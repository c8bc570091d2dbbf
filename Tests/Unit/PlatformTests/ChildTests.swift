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
    child.wait(atMost: .seconds(60))
    let hasEnded = child.hasEnded
    #expect(hasEnded)
  }

  @Test func `The exit status of a child is known once it has ended, and a signal leaves none`() throws {
    #expect(try Child("/bin/sh", ["-c", "exit 13"]).exitStatus(within: .seconds(60)) == 13)
    #expect(try Child("/bin/true", []).exitStatus(within: .seconds(60)) == 0)
    #expect(try Child("/bin/sh", ["-c", "kill -KILL $$"]).exitStatus(within: .seconds(60)) == nil)
    #expect(try Child("/bin/sleep", ["600"]).exitStatus(within: .milliseconds(10)) == nil)
  }

  @Test func `A program that does not exist cannot take this one's place`() {
    #expect(throws: SystemError(code: ENOENT, call: .start)) { try Child.become("/nowhere/program", []) }
  }

  /// Returns the process ID of a child that would run for a long time, but whose object is released here.
  private func started() throws -> Int32 { try Child("/bin/sleep", ["600"]).process }
}
