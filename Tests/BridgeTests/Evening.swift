import Bridge
import Impairment
import Model
import Motion
import Room
import TestSupport
import TiltpadClient
import Venue
import Wire

/// A bridge and its room on a clock of their own, with a record of all outcomes.
struct Evening: Clocked {
  var venue: Venue
  var random = Random(seed: 3)
  var now = Instant(nanoseconds: 1_000_000_000_000)
  var reports: [(at: Instant, slot: PlayerSlot, report: PadReport)] = []
  var attached: [PlayerSlot] = []
  var detached: [PlayerSlot] = []
  var sent: [(peer: PeerID, datagram: Datagram<512>)] = []
  var told: [(at: Instant, frame: Feedback)] = []

  static let home = Address(v4: 0x7f00_0001)

  init(
    limit: Int = 4, profile: Profile = .raw, mode: Mode = .play, apps: [any App]? = nil,
    configure: (inout Bridge.Settings) -> Void = { _ in }
  ) {
    var settings = Bridge.Settings()
    settings.roster.limit = limit
    settings.roster.plainRanges = [AddressRange(base: Evening.home, length: 8)].compactMap { $0 }
    settings.input.profile = profile
    settings.input.settling = .zero
    settings.input.pressHold = nil
    configure(&settings)
    venue = Venue(
      bridge: Bridge(settings: settings), room: Room(settings: Room.Settings(mode: mode), apps: apps))
  }

  static func origin(_ port: UInt16 = 5_000) -> Bridge.Origin {
    .network(Endpoint(address: home, port: port))
  }

  /// Returns the last state that the pad of player `number` shows.
  func shown(_ number: Int = 1) -> PadReport {
    reports.last { $0.slot.number == number }?.report ?? .neutral
  }

  @discardableResult
  mutating func receive<let capacity: Int>(
    _ datagram: Datagram<capacity>, from origin: Bridge.Origin = Evening.origin()
  ) -> Bridge.Outcome {
    let outcome = datagram.array.withCopy { venue.receive(&$0, from: origin, at: now, random: &random) }
    execute(outcome)
    drain()
    return outcome
  }

  mutating func execute(_ outcome: Bridge.Outcome) {
    switch outcome {
    case .nothing, .dropped, .heard: break
    case .attach(let slot):
      if attached.contains(slot), !detached.contains(slot) { bridge.players.replug(slot, at: now) }
      attached.append(slot)
    case .report(let slot, let report): reports.append((now, slot, report))
    case .detach(let slot): detached.append(slot)
    case .send(let peer):
      sent.append((peer, bridge.outgoing))
      if let frame = feedback(in: bridge.outgoing) { told.append((now, frame)) }
    }
  }

  private func feedback(in datagram: Datagram<512>) -> Feedback? {
    datagram.withBytes { bytes in
      try? HostFrames(parsing: bytes, from: PlainHeader.size).feedback
    }
  }
}

/// A packet built field by field, for the cases that no honest sender makes.
struct Packet {
  var sequence: UInt16
  var token: UInt32 = 1
  var frames = ControllerFrames()

  init(
    _ sequence: UInt16, time: UInt32? = nil, roll: Double = 0, buttons: Buttons = [], nextEdge: UInt16? = 0
  ) {
    self.sequence = sequence
    frames.state = ControllerState(
      sampleTime: time ?? UInt32(sequence) &* 10_000, tilt: Tilt(roll: Angle(radians: roll)),
      buttons: buttons, nextEdge: nextEdge)
  }

  func edges(from first: UInt16, _ edges: Edge...) -> Packet {
    var packet = self
    var log = EdgeLog(first: first)
    for edge in edges { log.append(edge) }
    packet.frames.edges = log
    return packet
  }

  var datagram: Datagram<512> {
    var datagram = Datagram<512>()
    PlainHeader(sequence: sequence, token: token).write(to: &datagram)
    frames.write(to: &datagram)
    return datagram
  }
}

/// The presses and releases of one button in a list of reports, and the shortest time for which it kept a state.
struct ButtonHistory {
  var presses = 0
  var releases = 0
  var shortest = Interval.seconds(3_600)

  init(of button: Button, in reports: [(at: Instant, slot: PlayerSlot, report: PadReport)]) {
    var isDown = false
    var changed: Instant?
    for (at, _, report) in reports where report.buttons[button] != isDown {
      isDown.toggle()
      if isDown { presses += 1 } else { releases += 1 }
      if let changed { shortest = min(shortest, at - changed) }
      changed = at
    }
  }
}
