import Glibc
import Platform
import Testing

@Suite struct FileContentsTests {
  @Test func `A file is replaced as a whole and read back`() throws {
    let place = try Place()
    let long = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    try FileContents.write([1], to: place.path("a"))
    try FileContents.write(long, to: place.path("a"), mode: 0o600)
    #expect(try FileContents.read(place.path("a")) == long)
    var status = stat()
    #expect(unsafe stat(place.path("a"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `A file over the limit or a missing one is refused`() throws {
    let place = try Place()
    try FileContents.write([1, 2, 3], to: place.path("a"))
    #expect(throws: SystemError(code: EFBIG, call: .read)) {
      try FileContents.read(place.path("a"), limit: 2)
    }
    #expect(throws: SystemError(code: ENOENT, call: .open)) { try FileContents.read(place.path("b")) }
    #expect(throws: SystemError(code: ENOENT, call: .open)) {
      try FileContents.write([1], to: "/nonexistent/file")
    }
  }

  @Test func `A file is read as far as is wanted`() throws {
    let place = try Place()
    let lines = Array(String(repeating: "a line\n", count: 10_000).utf8)
    try FileContents.write(lines, to: place.path("a"))
    #expect(try FileContents.read(place.path("a"), until: { $0.count > 5_000 }).count == 8_192)
    #expect(try FileContents.read(place.path("a"), until: { _ in false }) == lines)
  }

  @Test func `A directory is made with those above it, and a file in place of one is an error`() throws {
    let place = try Place()
    try FileContents.makeDirectory(place.path("a/b/c"), mode: 0o700)
    try FileContents.makeDirectory(place.path("a/b"))
    for folder in ["a", "a/b", "a/b/c"] {
      var status = stat()
      #expect(unsafe stat(place.path(folder), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
    try FileContents.write([1], to: place.path("file"))
    #expect(throws: SystemError(code: ENOTDIR, call: .open)) {
      try FileContents.makeDirectory(place.path("file/a"))
    }
    #expect(throws: SystemError(code: ENOENT, call: .open)) { try FileContents.makeDirectory("") }
  }

  @Test func `The environment is read by name`() {
    #expect(Surroundings.variable("PATH")?.isEmpty == false)
    #expect(Surroundings.variable("TILTPAD_NO_SUCH_VARIABLE") == nil)
  }

  @Test func `What is no terminal has no keys to offer`() throws {
    guard !Terminal.isTerminal(.input) else { return }
    #expect(throws: SystemError.self) { _ = try Terminal.KeyMode() }
  }
}
