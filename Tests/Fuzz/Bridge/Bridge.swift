import Bridge
import Buzzer
import Fuzzing
import Model
import Motion
import Room
import Venue
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Plays a whole evening: the input is a list of packets, each with the time before it, its sender and its number.
///
/// For any input, nothing traps, time brings all work to an end, axes stay in range, and after a second of silence
/// every pad is at rest.
func fuzz(_ bytes: Span<UInt8>) {
  var evening = FuzzedEvening()
  var offset = 0
  while offset + 6 <= bytes.count {
    let length = min(Int(bytes[offset + 5]), bytes.count - offset - 6)
    evening.pass(.microseconds(Int64(bytes[offset]) * Int64(bytes[offset]) * 100))
    evening.receive(bytes.extracting(offset..<offset + 6 + length))
    offset += 6 + length
  }
  evening.end()
}

/// A bridge and its room with the state of the pads, and the time.
private struct FuzzedEvening {
  private var venue: Venue
  private var now = Instant(nanoseconds: 1_000_000_000_000)
  private var shown: [UInt8: PadReport] = [:]

  init() {
    var settings = Bridge.Settings()
    settings.roster.plainRanges = [AddressRange(base: Address(v4: 0), length: 0)].compactMap { $0 }
    settings.wishes = Set(0...9)
    venue = Venue(bridge: Bridge(settings: settings))
  }

  /// The orders that the host of a quiz may give.
  private static let orders: [QuizOrder] = [
    .arm, .right, .wrong, .shared, .again, .midpoint, .clear, .undo, .automatic(true), .reset,
    .points(PlayerSlot(index: 0), .max), .team(PlayerSlot(index: 1), 3),
  ]

  /// Receives a packet: bytes 1 and 2 of its header choose the sender, bytes 3 and 4 its number, and its frames follow.
  ///
  /// Senders from 4 on are pages. If bit 3 of byte 1 is set, a game first sets the feedback of the player in the upper
  /// half of that byte, and the host sends a message to all players.
  mutating func receive(_ packet: Span<UInt8>) {
    let sender = packet[1] & 7
    if packet[1] & 8 != 0 {
      let feedback = PadFeedback(strong: UInt16(packet[3] & 3), light: .init(red: packet[4] & 3))
      venue.bridge.players.setFeedback(feedback, of: PlayerSlot(index: Int(packet[1] >> 4)), at: now)
      let bytes = [UInt8](repeating: packet[3], count: Int(packet[4]))
      let delivery = venue.bridge.players.send(bytes, to: .all, reliably: packet[3] & 1 == 0, at: now)
      require(delivery.isPartition, "each player is in one set")
      let player = packet[4] & 1 == 0 ? nil : PlayerSlot(index: Int(packet[1] >> 4))
      if let mode = Mode(rawValue: packet[3] % 8) { venue.room.setMode(mode, for: player, at: now) }
      venue.room.obey(FuzzedEvening.orders[Int(packet[4]) % FuzzedEvening.orders.count], at: now)
      _ = venue.room.popRound()
    }
    if sender >= 4 { return receiveFromPage(packet) }
    var datagram = Datagram<512>()
    PlainHeader(
      sequence: UInt16(packet[3]) | UInt16(packet[4]) << 8, token: UInt32(packet[2] & 3)
    ).write(to: &datagram)
    datagram.append(contentsOf: packet.extracting(6..<packet.count))
    let origin = Bridge.Origin.network(
      Endpoint(address: Address(v4: 0x7f00_0001), port: UInt16(sender) + 1))
    receive(datagram, from: origin)
  }

  private mutating func receiveFromPage(_ packet: Span<UInt8>) {
    var datagram = LocalDatagram()
    GatewayHeader(
      transport: .webSocket, controller: UInt32(packet[2] & 3),
      counter: UInt32(packet[3]) | UInt32(packet[4]) << 8, received: now
    ).write(to: &datagram)
    datagram.append(contentsOf: packet.extracting(6..<packet.count))
    receive(datagram, from: .local(connection: 0))
  }

  private mutating func receive<let capacity: Int>(_ datagram: Datagram<capacity>, from origin: Bridge.Origin)
  {
    var bytes = datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    var span = bytes.mutableSpan
    var random = SystemRandomNumberGenerator()
    note(venue.receive(&span, from: origin, at: now, random: &random))
    drain()
  }

  /// Lets time pass from one deadline to the next.
  mutating func pass(_ interval: Interval) {
    let end = now + interval
    var steps = 0
    while venue.nextDeadline <= end {
      now = max(now, venue.nextDeadline)
      drain()
      steps += 1
      require(steps < 100_000, "time goes on")
    }
    now = end
    drain()
  }

  mutating func end() {
    pass(.milliseconds(3_600))
    for (_, report) in shown { require(isAtRest(report), "silence brings every pad to rest") }
    pass(.seconds(70))
    require(venue.bridge.players.count == 0 && shown.isEmpty, "silence frees every slot")
    require(venue.nextDeadline == .distantFuture, "nothing is due when nobody is there")
  }

  /// Returns whether no control is pressed, pushed or turning; sensors may still show gravity.
  private func isAtRest(_ report: PadReport) -> Bool {
    var rest = report
    rest.motion = nil
    return rest == .neutral && (report.motion?.rotation ?? .zero) == .zero
  }

  private mutating func drain() {
    var outcomes = 0
    while let outcome = venue.advance(to: now) {
      note(outcome)
      outcomes += 1
      require(outcomes < 10_000, "what is due comes to an end")
    }
  }

  private mutating func note(_ outcome: Bridge.Outcome) {
    // Messages are not taken every time, so that the queue is sometimes full.
    if venue.bridge.players.count.isMultiple(of: 2), let message = venue.bridge.inbox.pop() {
      require(message.bytes.count <= Message.longest, "a message is not too long")
    }
    switch outcome {
    case .nothing, .dropped, .heard: break
    case .attach(let slot):
      if shown[slot.number] != nil { venue.bridge.players.replug(slot, at: now) }
      shown[slot.number] = .neutral
    case .detach(let slot): shown[slot.number] = nil
    case .report(let slot, let report):
      require(shown[slot.number] != nil, "reports go to pads that are there")
      for axis in [report.leftStick.x, report.leftStick.y, report.rightStick.x, report.rightStick.y] {
        require(axis > .min, "an axis is within ±32767")
      }
      if let former = shown[slot.number]?.motion, former != report.motion {
        require((report.motion?.time ?? .min) > former.time, "the sensors' time goes on")
      }
      shown[slot.number] = report
    case .send: require(venue.bridge.outgoing.count > 8, "an answer says something")
    }
  }
}

extension Delivery {
  /// True if every player is in exactly one of the sets.
  fileprivate var isPartition: Bool {
    let sets = [taken, nobody, away, tooMany, tooLong]
    return sets.reduce(0) { $0 + $1.rawValue.nonzeroBitCount } == PlayerSlot.limit
      && sets.reduce(PlayerSlots()) { $0.union($1) } == .all
  }
}
