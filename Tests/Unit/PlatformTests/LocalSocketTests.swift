import Glibc
import Platform
import Testing

@Suite struct LocalSocketTests {
  @Test func `Messages keep their boundaries both ways`() throws {
    let place = try Place()
    let listener = try LocalListener(at: place.path("a"))
    let client = try LocalConnection(connectingTo: place.path("a"))
    let server = try accept(listener)
    var buffer = InlineArray<8, UInt8>(repeating: 0)
    #expect(server.receive(into: &buffer) == .wouldBlock)
    #expect(client.send([1, 2, 3].span) == .done(3))
    #expect(client.send([4].span) == .done(1))
    #expect(server.receive(into: &buffer) == .done(3))
    #expect(array(buffer.span.extracting(first: 3)) == [1, 2, 3])
    #expect(server.receive(into: &buffer) == .done(1))
    #expect(server.send([5, 6].span) == .done(2))
    #expect(client.receive(into: &buffer) == .done(2))
    #expect(try server.peerProcess() == getpid())
  }

  @Test func `A message that does not fit shows its length`() throws {
    let place = try Place()
    let listener = try LocalListener(at: place.path("a"))
    let client = try LocalConnection(connectingTo: place.path("a"))
    let server = try accept(listener)
    let message = [UInt8](repeating: 1, count: 20)
    client.send(message.span)
    var buffer = InlineArray<8, UInt8>(repeating: 0)
    #expect(server.receive(into: &buffer) == .done(20))
    #expect(server.receive(into: &buffer) == .wouldBlock)
  }

  @Test func `The end of a connection is an empty message, then a broken pipe`() throws {
    let place = try Place()
    let listener = try LocalListener(at: place.path("a"))
    let client = try LocalConnection(connectingTo: place.path("a"))
    close(try accept(listener))
    var buffer = InlineArray<8, UInt8>(repeating: 0)
    let hasEnded = eventually { client.receive(into: &buffer) == .done(0) }
    #expect(hasEnded)
    #expect(client.send([1].span) == .failed(code: EPIPE))
  }

  @Test func `Nobody waiting is no connection`() throws {
    let place = try Place()
    let listener = try LocalListener(at: place.path("a"))
    let isNobody = try listener.accept() == nil
    #expect(isNobody)
  }

  @Test func `The socket is for its owner and group, and goes with its listener`() throws {
    let place = try Place()
    var status = stat()
    try hold(LocalListener(at: place.path("a"))) {
      #expect(unsafe stat(place.path("a"), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o660)
    }
    #expect(unsafe stat(place.path("a"), &status) == -1)
  }

  @Test func `The file of a dead listener is replaced`() throws {
    let place = try Place()
    // A second name for the socket remains when the listener removes the first one.
    try hold(LocalListener(at: place.path("a"))) {
      #expect(unsafe link(place.path("a"), place.path("b")) == 0)
    }
    let isRefused = eventually { refusal(place.path("b")) == SystemError(code: ECONNREFUSED, call: .connect) }
    #expect(isRefused)
    let listener = try LocalListener(at: place.path("b"))
    _ = try LocalConnection(connectingTo: place.path("b"))
    let isSomebody = try listener.accept() != nil
    #expect(isSomebody)
  }

  @Test func `A live listener keeps its place`() throws {
    let place = try Place()
    let listener = try LocalListener(at: place.path("a"))
    #expect(throws: SystemError(code: EADDRINUSE, call: .bind)) {
      _ = try LocalListener(at: place.path("a"))
    }
    _ = try LocalConnection(connectingTo: place.path("a"))
    let isSomebody = try listener.accept() != nil
    #expect(isSomebody)
  }

  @Test func `A file that is no socket is left alone`() throws {
    let place = try Place()
    try FileContents.write([1, 2], to: place.path("a"))
    #expect(throws: SystemError(code: EADDRINUSE, call: .bind)) {
      _ = try LocalListener(at: place.path("a"))
    }
    #expect(try FileContents.read(place.path("a")) == [1, 2])
  }

  @Test func `A path that does not fit is too long`() throws {
    let path = "/tmp/" + String(repeating: "x", count: 108)
    #expect(throws: SystemError(code: ENAMETOOLONG, call: .bind)) { _ = try LocalListener(at: path) }
    #expect(throws: SystemError(code: ENOENT, call: .connect)) {
      _ = try LocalConnection(connectingTo: "/nonexistent/bridge.sock")
    }
  }

  /// Keeps `listener` alive during `body` and no longer.
  private func hold(_ listener: consuming LocalListener, _ body: () -> Void) {
    body()
  }

  /// Returns the error of a connection to `path`; nil if the connection was made.
  private func refusal(_ path: String) -> SystemError? {
    do throws(SystemError) {
      _ = try LocalConnection(connectingTo: path)
      return nil
    } catch {
      return error
    }
  }

  private func accept(_ listener: borrowing LocalListener) throws -> LocalConnection {
    guard let connection = try listener.accept() else {
      throw SystemError(code: EAGAIN, call: .accept)
    }
    return connection
  }

  private func close(_ connection: consuming LocalConnection) {}
}

/// An empty directory that is removed together with its files.
struct Place: ~Copyable {
  private let directory: String

  init() throws {
    var template = Array("/tmp/tiltpad-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError(code: errno, call: .open) }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["a", "b"] { unsafe unlink(path(name)) }
    unsafe rmdir(directory)
  }

  func path(_ name: String) -> String { "\(directory)/\(name)" }
}
