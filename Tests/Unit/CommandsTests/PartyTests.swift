import Console
import Gamepad
import Handset
import Model
import Platform
import Synchronization
import Testing
import TiltpadClient
import Wire

@testable import Commands

@Suite struct PartyTests {
  /// A list of the packets and goodbyes of a speech.
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// A speech that records whether each packet has a button down, and each goodbye.
  ///
  /// All buttons count as acknowledged once their packet has left.
  private struct LoggedSpeech: Speech {
    let log: Log
    var buttons = Buttons()
    var isSettled = true
    let nextDue = Instant.distantFuture
    let connection: ConnectionStatus? = nil
    let isOver = false
    let noted = 0
    let acknowledged: Int? = nil
    let answered: Instant? = nil
    let failure: SessionFailure? = nil

    init(_ log: Log) { self.log = log }

    mutating func note(_ buttons: Buttons, at now: Instant) -> Bool {
      guard buttons != self.buttons else { return false }
      (self.buttons, isSettled) = (buttons, false)
      return true
    }

    mutating func packet(
      for sample: ControllerState, motion: MotionSample?, isFresh: Bool, at now: Instant
    ) -> Datagram<512>? {
      isSettled = true
      log.note(buttons == [] ? "released" : "held")
      return nil
    }

    func farewells(
      for sample: ControllerState, motion: MotionSample?, at now: Instant
    ) -> [Datagram<512>] {
      log.note("goodbye")
      return []
    }

    func receive(_ bytes: Span<UInt8>, at now: Instant) -> Feedback? { nil }
    func send(_ code: ControlMessage.Code, argument: UInt8) {}
    func say(_ text: [UInt8]) {}
    func nextNews() -> ConnectionNews? { nil }
  }

  /// Returns the entries in the log of a player who holds A for `milliseconds` of real time.
  private func speech(of milliseconds: Int64) throws -> [String] {
    let (log, now) = (Log(), Clock.now())
    var script = Script(start: now)
    script.held = Buttons(.a)
    let rules = PartyRules(only: ["/nowhere"], keysSteer: false, showsStatus: false, remedy: "")
    let invite: Party.Invite = { place, node, line throws(Failure) in
      let controller = Controller(
        hand: .script(script), speech: LoggedSpeech(log), period: .milliseconds(8), at: now)
      do throws(SystemError) {
        return try Player(
          at: place, with: node, LiveSource(controller, line: line),
          by: try Transmission(to: Endpoint(address: Address(v4: 0x7f00_0001), port: 9)))
      } catch {
        throw Failure(startingToSend: error)
      }
    }
    var party = try Party(rules, invite: invite) { _ in nil }
    try party.run(until: now + .milliseconds(milliseconds))
    return log.lines.withLock { $0 }
  }

  @Test func `When time is up, a held button is released before the goodbyes`() throws {
    var (milliseconds, lines) = (Int64(20), [String]())
    // If the machine was suspended, the button may not have been held yet.
    while lines.first != "held", milliseconds < 60_000 {
      lines = try speech(of: milliseconds)
      milliseconds *= 2
    }
    #expect(lines.first == "held" && lines.suffix(6) == ["released"] + Array(repeating: "goodbye", count: 5))
  }
}
