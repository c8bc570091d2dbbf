import Bridge
import Buzzer
import Cryptography
import Engine
import Gamepad
import Guards
import Model
import Platform
import TestSupport
import Wire

@testable import Daemon

/// A daemon without a loop, with pads in memory, and a record of its events.
struct House: ~Copyable {
  /// The events reported to the user.
  final class Journal {
    var events: [String] = []

    /// Records only that the quiz could not be stored.
    func noteLoss(_ event: DaemonEvent) {
      if case .quizNotKept = event { events.append("\(event)") }
    }
  }

  var executor: Executor
  let network: DatagramSocket
  let journal = Journal()
  var now = Instant(nanoseconds: 1_000_000_000_000)
  private var sequence: UInt16 = 0

  /// Creates a daemon whose events are in ``journal``, and also go to `tell`.
  init(
    _ identities: IdentityChoice = IdentityChoice(), granting granted: Set<UInt8> = Identity.knownNumbers,
    keys: KeyPair? = nil, devices: [Admission.Device] = [], kept: KeptQuiz? = nil,
    tell: DaemonEvent.Tell? = nil
  ) throws {
    var settings = Bridge.Settings(identities: granted)
    settings.roster.plainRanges = [AddressRange(base: Address(v4: 0), length: 0)].compactMap { $0 }
    let network = try DatagramSocket()
    var pads = try PadTable(.memory, path: "")
    pads.identities = identities
    let journal = journal
    let engine = HostEngine(
      settings: HostEngine.Settings(bridge: settings), keys: keys, devices: devices, kept: kept)
    executor = Executor(engine, pads: pads) { event in
      tell?(event)
      switch event {
      case .attached(let slot, _): journal.events.append("attached \(slot.number)")
      case .exchanged(let slot, _): journal.events.append("exchanged \(slot.number)")
      default: journal.events.append("\(event)")
      }
    }
    self.network = network
  }

  /// Delivers bytes from the network, and carries out the outputs.
  mutating func receive(_ bytes: [UInt8], from endpoint: Endpoint) {
    var random = SystemRandomNumberGenerator()
    bytes.withCopy { executor.engine.receive(&$0, from: .network(endpoint), at: now, random: &random) }
    executor.perform(through: network, at: now)
  }

  /// Delivers a message from the program or gateway at connection `index`, and carries out the outputs.
  mutating func receive(_ message: [UInt8], from index: Int) {
    message.withCopy { executor.receive(&$0, from: index, through: network, at: now) }
  }

  /// Plays for 1.1 s at 10 Hz with `held` down.
  ///
  /// The first packet requests identity `number` unless that is nil.
  /// If `shared` is true, the later packets have the share button down instead of `held`.
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
      let datagram = frames.datagram(after: PlainHeader(sequence: sequence, token: 1))
      receive(datagram.array, from: Endpoint(address: Address(v4: 0x7f00_0001), port: 1))
      sequence += 1
      now = now + .milliseconds(100)
    }
  }

  /// Returns whether the pad has a share button; the Xbox Series pad has one, and the Xbox 360 pad has none.
  mutating func hasShare() -> Bool {
    let before = executor.pads.reports
    play(shared: true)
    return executor.pads.reports > before
  }
}
