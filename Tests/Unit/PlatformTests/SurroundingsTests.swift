import Glibc
import Testing

@testable import Platform

/// The environment of a program, in which empty values and relative paths count as unset (XDG Base Directory
/// Specification).
@Suite(.serialized) struct SurroundingsTests {
  private static let name = "TILTPAD_TEST_DIRECTORY"

  private func with<Result>(_ value: String?, _ body: () -> Result) -> Result {
    if let value {
      unsafe setenv(SurroundingsTests.name, value, 1)
    } else {
      unsafe unsetenv(SurroundingsTests.name)
    }
    defer { unsafe unsetenv(SurroundingsTests.name) }
    return body()
  }

  @Test(arguments: [nil, "", ".", "config", "./config", "~/config", " /config"] as [String?])
  func `A directory that is not named from the root on is not named`(_ value: String?) throws {
    let home = try #require(Surroundings.home)
    #expect(home.hasPrefix("/"))
    #expect(with(value) { Surroundings.directory(SurroundingsTests.name) } == nil)
    let own = with(value) { Surroundings.ownDirectory(SurroundingsTests.name, orInHome: ".config") }
    #expect(own == "\(home)/.config")
  }

  @Test func `A directory that is named is used as it is`() {
    #expect(with("/a:b/c ") { Surroundings.ownDirectory(SurroundingsTests.name, orInHome: "x") } == "/a:b/c ")
  }

  @Test func `An empty variable is not set, and a list has only paths from the root on`() {
    #expect(with("") { Surroundings.variable(SurroundingsTests.name) } == nil)
    #expect(with(".:/a::b:/c") { Surroundings.directories(SurroundingsTests.name) } == ["/a", "/c"])
    #expect(with(nil) { Surroundings.directories(SurroundingsTests.name) } == [])
  }
}
