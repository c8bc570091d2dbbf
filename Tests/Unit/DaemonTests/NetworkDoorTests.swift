import Glibc
import Model
import Platform
import Testing

@testable import Daemon

@Suite struct NetworkDoorTests {
  /// The refusals reported to the user.
  private final class Journal {
    var refusals: [[UInt16?]] = []
  }

  private let journal = Journal()

  @Test func `The service manager's socket is taken when its port is the configured one`() throws {
    let given = try DatagramSocket()
    let port = try given.localEndpoint().port
    let socket = try open(port, Descriptor(owning: dup(given.descriptor.number)))
    let taken = try socket.localEndpoint().port
    #expect(taken == port)
    #expect(journal.refusals.isEmpty)
  }

  @Test func `Where the port is taken, the service manager's socket is the nearest`() throws {
    let taken = try DatagramSocket()
    let given = try DatagramSocket()
    let (port, nearest) = (try taken.localEndpoint().port, try given.localEndpoint().port)
    let socket = try open(port, Descriptor(owning: dup(given.descriptor.number)))
    let used = try socket.localEndpoint().port
    #expect(used == nearest)
    #expect(journal.refusals == [[port, nearest]])
  }

  @Test func `Without any port the daemon has a socket that hears nobody, and says so`() throws {
    let taken = try DatagramSocket()
    let port = try taken.localEndpoint().port
    var socket = try open(port, nil)
    let (heard, used) = (socket.receive(), try socket.localEndpoint().port)
    #expect(used == 0)
    #expect(heard == .wouldBlock)
    #expect(journal.refusals == [[port, nil]])
  }

  /// Returns the daemon's socket if `port` is configured; `given` is the service manager's socket or nil.
  ///
  /// Refusals are recorded in the journal.
  private func open(_ port: UInt16, _ given: consuming Descriptor?) throws -> DatagramSocket {
    var settings = DaemonSettings(socketPath: "")
    settings.port = port
    let journal = journal
    return try NetworkDoor.open(settings, given) { event in
      if case .portRefused(let port, _, let instead) = event { journal.refusals.append([port, instead]) }
    }
  }
}
