import Bridge
import Gamepad
import Model
import Platform
import Session
import Testing
import Wire

@testable import Daemon

/// What becomes of a pad whose player asks for another identity.
@Suite struct ExchangeTests {
  private static let wheel: UInt8 = 5

  /// A daemon without a loop, with pads in memory, and what it told.
  private struct House: ~Copyable {
    /// What a person was told.
    final class Journal {
      var events: [String] = []
    }

    var executor: Executor
    let network: DatagramSocket
    let journal = Journal()
    var now = Instant(nanoseconds: 1_000_000_000_000)
    private var sequence: UInt16 = 0

    init(_ identities: IdentityChoice = IdentityChoice(), wishes: Set<UInt8> = Identity.knownNumbers) throws {
      var settings = Bridge.Settings(wishes: wishes)
      settings.roster.plainRanges = [AddressRange(base: Address(v4: 0), length: 0)].compactMap { $0 }
      let network = try DatagramSocket()
      var pads = try PadTable(.memory, path: "")
      pads.identities = identities
      let journal = journal
      executor = Executor(bridge: Bridge(settings: settings), pads: pads) { event in
        switch event {
        case .attached(let slot, _): journal.events.append("attached \(slot.number)")
        case .exchanged(let slot, _): journal.events.append("exchanged \(slot.number)")
        default: journal.events.append("\(event)")
        }
      }
      self.network = network
    }

    /// Plays 1.1 s at 10 Hz, asking for identity `number` in the first packet unless nil.
    mutating func play(asking number: UInt8? = nil, shared: Bool = false) {
      for step in 0..<11 {
        var frames = ControllerFrames()
        if let number, step == 0 {
          frames.control = ControlMessage(
            id: sequence, code: ControlMessage.Code.identity.rawValue, argument: number)
        }
        frames.state = ControllerState(
          sampleTime: UInt32(sequence) * 100_000, buttons: shared && step > 0 ? Buttons(.share) : [])
        let datagram = frames.datagram(behind: PlainHeader(sequence: sequence, token: 1))
        let outcome = datagram.withBytes { bytes in
          executor.receive(
            bytes, from: .network(Endpoint(address: Address(v4: 0x7f00_0001), port: 1)), at: now)
        }
        executor.execute(outcome, through: network, at: now)
        executor.drain(through: network, at: now)
        sequence += 1
        now = now + .milliseconds(100)
      }
    }

    /// Whether the pad has a share button, which only that of the Xbox Series has.
    mutating func hasShare() -> Bool {
      let before = executor.pads.reports
      play(shared: true)
      return executor.pads.reports > before
    }
  }

  @Test func `A pad is made as its controller asks from the start`() throws {
    var house = try House()
    house.play(asking: 3)
    let hasShare = house.hasShare()
    #expect(hasShare && house.journal.events == ["attached 1"])
  }

  @Test func `A pad gives way to the one that is asked for later, and to nothing when that is the same`()
    throws
  {
    var house = try House()
    house.play()
    let before = house.hasShare()
    house.play(asking: 3)
    let after = house.hasShare()
    house.play(asking: 3)
    house.play(asking: 0)
    house.play(asking: 1)
    #expect(!before && after)
    #expect(house.journal.events == ["attached 1", "exchanged 1", "exchanged 1"])
  }

  @Test func `A player's own identity wins over the wish, and the wish over the common one`() throws {
    var choice = IdentityChoice(common: .generic)
    let first = PlayerSlot(index: 0)
    #expect(choice.identity(of: first, wish: 0) == .generic)
    #expect(choice.identity(of: first, wish: Self.wheel) == .wheel)
    #expect(choice.identity(of: first, wish: 255) == .generic)
    choice.own[first] = .xboxSeries
    #expect(choice.identity(of: first, wish: Self.wheel) == .xboxSeries)
    #expect(choice.identity(of: PlayerSlot(index: 1), wish: Self.wheel) == .wheel)
    var house = try House(choice)
    house.play(asking: Self.wheel)
    house.play(asking: 1)
    let hasShare = house.hasShare()
    #expect(hasShare && house.journal.events == ["attached 1"])
  }

  @Test func `Where controllers may not choose, their wishes change nothing`() throws {
    var house = try House(wishes: [])
    house.play(asking: 3)
    house.play(asking: Self.wheel)
    let hasShare = house.hasShare()
    #expect(!hasShare && house.journal.events == ["attached 1"])
  }
}
