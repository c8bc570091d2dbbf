import Glibc
import Model
import Platform
import Synchronization
import Testing
import Wire

@testable import Commands

@Suite struct InvitationTests {
  private static let here = Address(v4: 0xc0a8_0114)
  private let path = "/tmp/tiltpad-invitation-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"

  /// Returns the link that a screen shows, or an empty text if it shows none.
  private func link(_ invitation: borrowing Invitation) -> String {
    if case .open(let entrance) = invitation.state { entrance.link } else { "" }
  }

  /// Returns the sentence of a refusal, or an empty text if there is none.
  private func refusal(_ invitation: borrowing Invitation) -> String {
    if case .refused(let reason) = invitation.state { reason } else { "" }
  }

  /// Returns whether a request for a ticket has arrived that is for a player and asks for renewal.
  private func hasRequest(_ connection: borrowing LocalConnection) throws -> Bool {
    var bytes = InlineArray<64, UInt8>(repeating: 0)
    guard connection.receive(into: &bytes) == .done(TicketRequest.size) else { return false }
    let request = try TicketRequest(parsing: bytes.span.extracting(first: TicketRequest.size))
    return request == TicketRequest(for: .player, isRenewed: true)
  }

  private func send(_ answer: TicketAnswer, to connection: borrowing LocalConnection) {
    answer.datagram.withBytes { _ = connection.send($0) }
  }

  @Test func `It asks once, however often the screen is drawn, and follows each answer`() throws {
    let listener = try LocalListener(at: path)
    let poller = try Poller()
    var invitation = Invitation(from: path) { PhoneEntrance($0, at: Self.here.inURL) }
    var now = Clock.now()
    #expect(invitation.due == .distantFuture, "nobody is asked before the screen is empty")
    for _ in 0..<200 {
      invitation.want(at: now)
      _ = invitation.advance(to: now, poller, token: 2)
      now = now + .milliseconds(20)
    }
    let accepted = try listener.accept()
    let connection = try require(accepted)
    #expect(try hasRequest(connection))
    for first in [UInt8(0), 50, 100] {
      send(EmptyScreenTests.answer(first), to: connection)
      invitation.receive(at: now)
      #expect(link(invitation) == (try EmptyScreenTests.entrance(first).link))
      // The gateway sends the next ticket before this one expires.
      now = now + .seconds(540)
      invitation.want(at: now)
      let isChanged = invitation.advance(to: now, poller, token: 2)
      #expect(!isChanged)
    }
    #expect(try !hasRequest(connection))
    let another = try listener.accept() != nil
    #expect(!another)
  }

  @Test func `A ticket that ends without another is not shown any more`() throws {
    let listener = try LocalListener(at: path)
    let poller = try Poller()
    var invitation = Invitation(from: path) { PhoneEntrance($0, at: Self.here.inURL) }
    var now = Clock.now()
    invitation.want(at: now)
    _ = invitation.advance(to: now, poller, token: 2)
    let accepted = try listener.accept()
    let connection = try require(accepted)
    #expect(try hasRequest(connection))
    send(EmptyScreenTests.answer(seconds: 60), to: connection)
    invitation.receive(at: now)
    now = now + .seconds(59)
    var isChanged = invitation.advance(to: now, poller, token: 2)
    #expect(!isChanged && !link(invitation).isEmpty)
    now = now + .seconds(1)
    isChanged = invitation.advance(to: now, poller, token: 2)
    #expect(
      isChanged && refusal(invitation).contains("does not answer. Try this: systemctl status tiltpad-web."))
  }

  @Test func `Without a gateway the screen says so, and it is tried again each second while nobody plays`()
    throws
  {
    let poller = try Poller()
    var invitation = Invitation(from: path) { PhoneEntrance($0, at: Self.here.inURL) }
    var now = Clock.now()
    invitation.want(at: now)
    let isChanged = invitation.advance(to: now, poller, token: 2)
    #expect(isChanged)
    #expect(
      refusal(invitation)
        == "Phones cannot join from here: no web gateway listens at \(path). Try this: start it with"
        + " systemctl start tiltpad-web or tiltpad web, or name its socket with --tickets.")
    #expect(invitation.due == .distantFuture, "somebody may play by now")
    invitation.want(at: now + .milliseconds(50))
    #expect(invitation.due == now + .seconds(1))
    let listener = try LocalListener(at: path)
    now = invitation.due
    _ = invitation.advance(to: now, poller, token: 2)
    let accepted = try listener.accept()
    #expect(try hasRequest(try require(accepted)))
  }

  @Test func `A gateway that goes is asked again, and the code stays until then`() throws {
    let listener = try LocalListener(at: path)
    let poller = try Poller()
    var invitation = Invitation(from: path) { PhoneEntrance($0, at: Self.here.inURL) }
    let now = Clock.now()
    invitation.want(at: now)
    _ = invitation.advance(to: now, poller, token: 2)
    do {
      let accepted = try listener.accept()
      let connection = try require(accepted)
      #expect(try hasRequest(connection))
      send(EmptyScreenTests.answer(), to: connection)
      // A process that another test starts may have a copy of the descriptor for a moment.
      #expect(shutdown(connection.descriptor.number, Int32(SHUT_RDWR)) == 0)
    }
    invitation.receive(at: now)
    #expect(!link(invitation).isEmpty)
    #expect(invitation.due == now + .seconds(1))
    _ = invitation.advance(to: now + .seconds(1), poller, token: 2)
    let accepted = try listener.accept()
    #expect(try hasRequest(try require(accepted)))
  }

  @Test func `Too many tickets are told, and the next one is shown when it comes`() throws {
    let listener = try LocalListener(at: path)
    let poller = try Poller()
    var invitation = Invitation(from: path) { PhoneEntrance($0, at: Self.here.inURL) }
    let now = Clock.now()
    invitation.want(at: now)
    _ = invitation.advance(to: now, poller, token: 2)
    let accepted = try listener.accept()
    let connection = try require(accepted)
    send(TicketAnswer(ticket: nil, port: 28_443, seconds: 600), to: connection)
    invitation.receive(at: now)
    #expect(refusal(invitation).contains("too many links have not been used"))
    send(EmptyScreenTests.answer(), to: connection)
    invitation.receive(at: now)
    #expect(!link(invitation).isEmpty)
  }

  @Test func `The link follows the machine to another address`() throws {
    let listener = try LocalListener(at: path)
    let poller = try Poller()
    let address = AddressBox()
    var invitation = Invitation(from: path) { PhoneEntrance($0, at: address.value.withLock { $0.inURL }) }
    let now = Clock.now()
    invitation.want(at: now)
    _ = invitation.advance(to: now, poller, token: 2)
    let accepted = try listener.accept()
    let connection = try require(accepted)
    #expect(try hasRequest(connection))
    send(EmptyScreenTests.answer(), to: connection)
    invitation.receive(at: now)
    #expect(link(invitation).hasPrefix("https://127.0.0.1:28443/j/#"))
    address.value.withLock { $0 = Self.here }
    invitation.want(at: now + .seconds(1))
    #expect(link(invitation) == EmptyScreenTests.link)
  }

  /// The machine's address, which changes.
  private final class AddressBox: Sendable {
    let value = Mutex(Address(v4: 0x7f00_0001))
  }
}

/// Returns the value, and fails if there is none.
private func require<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
  guard let value else { throw SystemError(code: EAGAIN, call: .accept) }
  return value
}
