import Bridge
import Gamepad
import Guards
import Model
import Platform
import TestSupport
import Venue
import Wire

@testable import Daemon

/// A daemon without a loop, with pads in memory, and a record of its events.
struct House: ~Copyable {
  /// The events that a person was told.
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
    executor = Executor(venue: Venue(bridge: Bridge(settings: settings)), pads: pads) { event in
      switch event {
      case .attached(let slot, _): journal.events.append("attached \(slot.number)")
      case .exchanged(let slot, _): journal.events.append("exchanged \(slot.number)")
      default: journal.events.append("\(event)")
      }
    }
    self.network = network
  }

  /// Plays 1.1 s at 10 Hz with `held` down; the first packet asks for identity `number` unless that is nil.
  mutating func play(
    asking number: UInt8? = nil, shared: Bool = false, held: Buttons = [], motion: MotionSample? = nil
  ) {
    for step in 0..<11 {
      var frames = ControllerFrames()
      if let number, step == 0 {
        frames.control = ControlMessage(
          id: sequence, code: ControlMessage.Code.identity.rawValue, argument: number)
      }
      frames.state = ControllerState(
        sampleTime: UInt32(sequence) * 100_000, buttons: shared && step > 0 ? Buttons(.share) : held)
      frames.motion = motion
      let datagram = frames.datagram(behind: PlainHeader(sequence: sequence, token: 1))
      let outcome = datagram.array.withCopy { bytes in
        executor.receive(
          &bytes, from: .network(Endpoint(address: Address(v4: 0x7f00_0001), port: 1)), at: now)
      }
      executor.execute(outcome, through: network, at: now)
      executor.drain(through: network, at: now)
      sequence += 1
      now = now + .milliseconds(100)
    }
  }

  /// Returns whether the pad has a share button, which only the pad of the Xbox Series has.
  mutating func hasShare() -> Bool {
    let before = executor.pads.reports
    play(shared: true)
    return executor.pads.reports > before
  }
}
