import Bridge
import Engine
import Fuzzing
import Model
import Motion
import TestHost
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Runs a whole evening on a host.
///
/// The input is a list of packets, each with the time that passes before it, its sender and its number. For
/// any input, nothing traps, all work ends as time passes, axes stay in range, after 3.6 s of silence every
/// pad is at rest, and after another 70 s every slot is free.
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

/// The pads of the players.
private final class Pads {
  private(set) var shown: [UInt8: PadReport] = [:]

  /// Follows an output of the host.
  func follow(_ output: HostEngine.Output) {
    switch output {
    case .attach(let slot, _, _): shown[slot.number] = .neutral
    case .detach(let slot): shown[slot.number] = nil
    case .report(let slot, let report, _): show(report, of: slot)
    case .message(let message): require(message.bytes.count <= Message.longest, "a message is not too long")
    default: break
    }
  }

  private func show(_ report: PadReport, of slot: PlayerSlot) {
    require(shown[slot.number] != nil, "reports go to pads that are there")
    for axis in [report.leftStick.x, report.leftStick.y, report.rightStick.x, report.rightStick.y] {
      require(axis > .min, "an axis is within ±32767")
    }
    if let former = shown[slot.number]?.motion, former != report.motion {
      require((report.motion?.time ?? .min) > former.time, "the sensors' time goes on")
    }
    shown[slot.number] = report
  }
}

/// A host as the daemon drives it, with the state of the pads, and the time.
private struct FuzzedEvening {
  private var host: HostHarness
  private let pads = Pads()

  init() {
    var settings = Bridge.Settings()
    settings.roster.plainRanges = [AddressRange(base: Address(v4: 0), length: 0)].compactMap { $0 }
    settings.identities = Set(0...9)
    host = HostHarness(settings: settings, isClosed: true)
    host.observe = pads.follow
  }

  /// The orders that the host of a quiz may give.
  private static let orders: [QuizOrder] = [
    .arm, .right, .wrong, .shared, .again, .midpoint, .clear, .undo, .automatic(true), .reset,
    .points(PlayerSlot(index: 0), .max), .team(PlayerSlot(index: 1), 3),
  ]

  /// Receives a packet: bytes 1 and 2 of its header choose the sender, bytes 3 and 4 its number, and its frames follow.
  ///
  /// Senders from 4 on are pages. If bit 3 of byte 1 is set, a game first sets the feedback of the player in the upper
  /// half of that byte, and a program sends a message to all players and gives orders.
  mutating func receive(_ packet: Span<UInt8>) {
    let sender = packet[1] & 7
    if packet[1] & 8 != 0 { order(packet) }
    if sender >= 4 { return receiveFromPage(packet) }
    var datagram = Datagram<512>()
    PlainHeader(
      sequence: UInt16(packet[3]) | UInt16(packet[4]) << 8, token: UInt32(packet[2] & 3)
    ).write(to: &datagram)
    datagram.append(contentsOf: packet.extracting(6..<packet.count))
    receive(datagram, from: HostHarness.origin(UInt16(sender) + 1))
  }

  private mutating func order(_ packet: Span<UInt8>) {
    let slot = PlayerSlot(index: Int(packet[1] >> 4))
    let feedback = PadFeedback(strong: UInt16(packet[3] & 3), light: .init(red: packet[4] & 3))
    host.engine.apply(.feedback(slot, feedback), at: host.now)
    let bytes = [UInt8](repeating: packet[3], count: min(Int(packet[4]), Message.longest))
    var message = LocalDatagram()
    LocalMessage(slots: .all, channel: 0, isReliable: packet[3] & 1 == 0).write(
      to: &message, payload: bytes.span)
    receive(message, from: .local(1))
    if let mode = Mode(rawValue: packet[3] % 8) {
      order(.mode(mode, packet[4] & 1 == 0 ? nil : slot))
    }
    order(.quiz(FuzzedEvening.orders[Int(packet[4]) % FuzzedEvening.orders.count]))
  }

  private mutating func order(_ order: StageOrder) {
    receive(LocalPacket.order(LocalOrder(order)).datagram, from: .local(1))
  }

  private mutating func receiveFromPage(_ packet: Span<UInt8>) {
    var datagram = LocalDatagram()
    GatewayHeader(
      transport: .webSocket, controller: UInt32(packet[2] & 3),
      counter: UInt32(packet[3]) | UInt32(packet[4]) << 8, received: host.now
    ).write(to: &datagram)
    datagram.append(contentsOf: packet.extracting(6..<packet.count))
    receive(datagram, from: .local(0))
  }

  private mutating func receive<let size: Int>(_ datagram: Datagram<size>, from sender: HostHarness.Sender) {
    host.receive(datagram, from: sender)
    check()
  }

  /// Lets `interval` pass, from one deadline to the next.
  mutating func pass(_ interval: Interval) {
    host.pass(interval)
    check()
  }

  /// Checks what the host has sent, and forgets the records.
  private mutating func check() {
    for sent in host.sent { require(sent.datagram.count > 8, "an answer says something") }
    (host.sent, host.reports) = ([], [])
  }

  mutating func end() {
    pass(.milliseconds(3_600))
    for (_, report) in pads.shown { require(isAtRest(report), "silence brings every pad to rest") }
    pass(.seconds(70))
    require(host.engine.players.isEmpty && pads.shown.isEmpty, "silence frees every slot")
    require(host.engine.nextDeadline == .distantFuture, "nothing is due when nobody is there")
  }

  /// Returns whether no control is pressed, pushed or turning; sensors may still show gravity.
  private func isAtRest(_ report: PadReport) -> Bool {
    var rest = report
    (rest.motion, rest.battery) = (nil, nil)
    return rest == .neutral && (report.motion?.rotation ?? .zero) == .zero
  }
}
