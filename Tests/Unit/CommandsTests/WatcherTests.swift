import Console
import Glibc
import Model
import Platform
import Testing
import Wire

@testable import Commands

@Suite struct WatcherTests {
  @Test func `It asks for the status, puts it together, and says when the daemon is gone`() throws {
    let path = "/tmp/tiltpad-watcher-\(getpid()).sock"
    let listener = try LocalListener(at: path)
    var watcher = try Watcher(path: path, period: 20, readsKeys: false)
    try watcher.connect()
    try serve(listener, Players.host([Players.steering(), Players.silent()]))
    guard case .snapshot(let snapshot) = watcher.next() else {
      Issue.record("no snapshot")
      return
    }
    #expect(snapshot.host.uptime == .seconds(3_725))
    #expect(snapshot.players.map(\.slot.number) == [1, 2])
    guard case .lost = watcher.next() else {
      Issue.record("not lost")
      return
    }
  }

  @Test func `It says that the daemon is a different version`() throws {
    let path = "/tmp/tiltpad-watcher-other-\(getpid()).sock"
    let listener = try LocalListener(at: path)
    var watcher = try Watcher(path: path, period: 20, readsKeys: false)
    try watcher.connect()
    guard let connection = try listener.accept() else { throw SystemError(code: EAGAIN, call: .accept) }
    let packet: [UInt8] = [0xe9, Watch.currentVersion &+ 1]
    _ = connection.send(packet.span)
    guard case .otherVersion = watcher.next() else {
      Issue.record("nothing was said")
      return
    }
    let lines = LiveView.lines(
      withoutDaemonAt: path, isOtherVersion: true, for: Terminal.Size(columns: 200, rows: 20))
    #expect(lines.contains { $0.contains("is a different version; restart it") })
    #expect(Failure(otherVersionAt: path, while: "trying").what.contains("is a different version"))
  }

  @Test func `A state of which a part was lost is given up`() {
    var gathering = SnapshotGathering()
    let whole = Players.host([Players.steering(), Players.silent()])
    #expect(gathering.add(.player(Players.steering())).map(\.players.count) == nil)
    #expect(gathering.add(.host(whole.host)).map(\.players.count) == nil)
    #expect(gathering.add(.player(whole.players[1])).map(\.players.count) == nil)
    #expect(gathering.add(.host(whole.host)).map(\.players.count) == nil)
    #expect(gathering.add(.player(whole.players[0])).map(\.players.count) == nil)
    #expect(gathering.add(.player(whole.players[1]))?.players.count == 2)
    #expect(gathering.add(.host(Players.host([]).host))?.players.isEmpty == true)
  }

  @Test(arguments: [(ENOENT, "no daemon listens"), (ECONNREFUSED, "is gone"), (EACCES, "may not")])
  func `Why there is no daemon is told in words of its own`(_ code: Int32, _ words: String) {
    let failure = Failure(reaching: "/a", SystemError(code: code, call: .connect), while: "trying")
    #expect(failure.what.contains(words))
    #expect(failure.what.contains("/a"))
    #expect(failure.status == .failed)
  }

  /// Serves one watching program like the daemon: sends one snapshot and closes the connection.
  private func serve(_ listener: borrowing LocalListener, _ snapshot: Snapshot) throws {
    guard let connection = try listener.accept() else { throw SystemError(code: EAGAIN, call: .accept) }
    var request = InlineArray<64, UInt8>(repeating: 0)
    #expect(connection.receive(into: &request) == .done(8))
    guard case .watch(let watch) = try LocalPacket(parsing: request.span.extracting(first: 8)) else {
      Issue.record("it asked for something else")
      return
    }
    #expect(watch == Watch(topics: .status, period: 20))
    var host = LocalDatagram()
    snapshot.host.write(to: &host)
    host.withBytes { _ = connection.send($0) }
    for player in snapshot.players {
      var datagram = LocalDatagram()
      player.write(to: &datagram)
      datagram.withBytes { _ = connection.send($0) }
    }
  }
}
