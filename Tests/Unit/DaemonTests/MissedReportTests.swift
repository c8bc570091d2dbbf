import Bridge
import Gamepad
import Glibc
import Model
import Platform
import TestSupport
import Testing
import Wire

@testable import Daemon

/// Reports that a watching program may miss.
///
/// If no later report followed, a button would stay down in that program.
@Suite struct MissedReportTests {
  private static let place = LocalClients.programs.lowerBound
  private static let period: UInt16 = 50

  /// A daemon (``House``) with a program that watches the reports of its pads.
  private struct Stand: ~Copyable {
    var house: House
    let program: LocalConnection

    init() throws {
      var house = try House()
      let path = "/tmp/tiltpad-reports-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
      let listener = try LocalListener(at: path)
      let program = try LocalConnection(connectingTo: path)
      if let connection = try listener.accept() { house.executor.clients.add(connection, at: place) }
      let watch = LocalPacket.watch(Watch(topics: .reports, period: period)).datagram
      house.receive(watch.array, from: place)
      self.program = program
      self.house = house
    }

    /// Fills the program's socket, so that it has no room for another message.
    func fill() {
      let junk: [UInt8] = [0]
      while house.executor.clients.offer(junk.span, to: place) {}
    }

    /// Ends a wake-up of the daemon `milliseconds` later; returns the reports that the program then reads.
    mutating func wake(after milliseconds: Int64) -> [PadStatus] {
      house.now = house.now + .milliseconds(milliseconds)
      house.executor.sendDueStatus(through: house.network, at: house.now)
      return reports()
    }

    /// Removes and returns the reports that wait for the program.
    func reports() -> [PadStatus] {
      var (buffer, found) = (LocalBuffer(repeating: 0), [PadStatus]())
      while case .done(let count) = program.receive(into: &buffer), count > 0 {
        if case .report(let pad)? = try? StatusPacket(parsing: buffer.span.extracting(first: count)) {
          found.append(pad)
        }
      }
      return found
    }
  }

  @Test func `A program without room for a report gets the present one a period later, and once`() throws {
    var stand = try Stand()
    stand.fill()
    stand.house.play()
    #expect(stand.reports() == [])
    #expect(stand.house.executor.nextDeadline <= stand.house.now + .milliseconds(Int64(Self.period)))
    let neutral = PadStatus(slot: PlayerSlot(index: 0), report: .neutral)
    #expect(stand.wake(after: Int64(Self.period)) == [neutral])
    #expect(stand.wake(after: 1_000) == [])
    #expect(stand.house.executor.clients.nextStatus == .distantFuture)
  }

  @Test func `As long as it has no room, the report stays due`() throws {
    var stand = try Stand()
    stand.fill()
    stand.house.play()
    for _ in 0..<10 {
      stand.house.now = stand.house.now + .milliseconds(Int64(Self.period))
      stand.house.executor.sendDueStatus(through: stand.house.network, at: stand.house.now)
      #expect(stand.house.executor.clients.nextStatus == stand.house.now + .milliseconds(Int64(Self.period)))
    }
    #expect(stand.reports() == [])
    #expect(stand.wake(after: Int64(Self.period)).count == 1)
  }

  @Test func `It learns in the same way that a player has left`() throws {
    var stand = try Stand()
    stand.house.play()
    #expect(stand.reports().last?.report == .neutral)
    stand.fill()
    let kick = LocalPacket.order(LocalOrder(.kick(PlayerSlot(index: 0))))
    stand.house.receive(kick.datagram.array, from: Self.place)
    #expect(stand.reports() == [])
    #expect(stand.wake(after: Int64(Self.period)) == [PadStatus(slot: PlayerSlot(index: 0), report: nil)])
  }

  @Test func `A request for the pad that is there changes nothing for it`() throws {
    var stand = try Stand()
    stand.house.play(held: Buttons(.a))
    #expect(stand.reports().last?.report?.buttons == Buttons(.a))
    stand.house.play(asking: 1, held: Buttons(.a))
    #expect(stand.reports().allSatisfy { $0.report?.buttons == Buttons(.a) })
  }

  @Test func `A player whose pad fails is gone for it as well`() throws {
    var stand = try Stand()
    stand.house.play()
    stand.house.executor.pads.plug(StubPad { .failed(code: ENODEV) }, into: PlayerSlot(index: 0))
    _ = stand.reports()
    stand.house.play(motion: MotionSample(acceleration: MotionVector(z: 4_096), rotation: .zero))
    // The controller is still there, and gets a slot and a pad again.
    #expect(stand.reports().prefix(2).map(\.report) == [nil, .neutral])
  }

  @Test func `What a program has missed is forgotten with it`() throws {
    var stand = try Stand()
    stand.fill()
    stand.house.play()
    stand.house.executor.hangUp(Self.place, at: stand.house.now)
    #expect(stand.house.executor.clients.nextStatus <= stand.house.now + .milliseconds(Int64(Self.period)))
    #expect(stand.house.executor.clients.clearMissed(by: Self.place) == [])
  }
}
