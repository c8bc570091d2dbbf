import Dialects
import Guards
import Model
import Wire

/// A DSU server that shows the players' pads to emulators, four pads on each port.
///
/// Each request for a pad's state subscribes its client for five seconds. Only clients from allowed addresses
/// are answered, and only a few at a time, so that forged requests cause no flood.
struct DSUServer: Output {
  let topics: Watch.Topics = .reports
  var messages: [OutputMessage] = []
  var orders: [LocalPacket] = []

  /// An emulator, with the port on which it asks.
  private struct ClientID: Hashable {
    let endpoint: Endpoint
    let number: UInt32
    let portIndex: UInt8
  }

  /// The strength of a client's claim to its table entry; all clients have the same, `asks`, so that any can be
  /// replaced.
  private enum Hold: Int, CaseIterable, Comparable {
    case asks, stays

    static func < (left: Hold, right: Hold) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Client {
    let id: ClientID
    var selections: [DSUSelection] = []
    var ends = Instant(nanoseconds: 0)
    var counter: UInt32 = 0
  }

  private struct Pad {
    var report: PadReport
    var shown: Instant
    /// The strengths that emulators request for both motors, and the times at which they stop.
    var motors: [(strength: UInt8, ends: Instant)]
  }

  /// The maximum number of clients at one address, and of all clients on other machines together.
  ///
  /// Clients on all ports count together.
  static let clientLimit = 8
  /// The time for which a request subscribes its client.
  static let subscription = Interval.seconds(5)
  /// The longest pause between two messages about a pad at rest.
  ///
  /// Dolphin drops a server after a second of silence.
  static let repetition = Interval.milliseconds(50)
  /// The number of motors of a pad: a strong one and a weak one.
  private static let motors: UInt8 = 2
  /// The limit on requests other than subscriptions: per second, and in a burst after a pause.
  private static let answers = (rate: Int64(200), burst: Int64(64))

  private let server: UInt32
  private let allowed: [AddressRange]
  private var pads = [Pad?](repeating: nil, count: PlayerSlot.limit)
  private var clients: [Client] = []
  /// The clients and their shares of the table, with four extra entries for this machine.
  private var table = SharedTable<ClientID, Hold>(
    .init(total: clientLimit + 4, perAddress: clientLimit, fairShare: 2, reserve: 4, keepsEquals: true))
  private var bucket = TokenBucket(rate: answers.rate, burst: answers.burst)
  private(set) var refusals: UInt64 = 0

  /// Creates a server numbered `server`, which answers clients whose addresses are in `allowed`.
  init(server: UInt32, allowed: [AddressRange]) { (self.server, self.allowed) = (server, allowed) }

  var subscribers: Int { clients.count }

  var nextDeadline: Instant {
    guard !clients.isEmpty else { return .distantFuture }
    let repeats = pads.reduce(Instant.distantFuture) {
      min($0, $1.map { $0.shown + DSUServer.repetition } ?? $0)
    }
    return clients.reduce(repeats) { min($0, $1.ends) }
  }

  mutating func receive(_ bytes: Span<UInt8>, at portIndex: UInt8, from endpoint: Endpoint, at now: Instant) {
    guard allowed.contains(where: { $0.contains(endpoint.address) }),
      let request = try? DSURequest(parsing: bytes)
    else { return refuse() }
    switch request.subject {
    case .data(let selection): subscribe(endpoint, request.client, to: selection, at: portIndex, now)
    case .version: answer([.version(1_001)], to: endpoint, at: portIndex, now)
    case .ports(let slots):
      let asked = (0..<DSU.slots).filter(slots.contains(slot:))
      answer(asked.map { .port(port($0, at: portIndex)) }, to: endpoint, at: portIndex, now)
    case .motors(let selection):
      let ports = (0..<DSU.slots).map { port($0, at: portIndex) }
      let asked = ports.filter { selection.includes(slot: $0.slot, address: $0.address) }
      answer(asked.map { .motors($0, count: DSUServer.motors) }, to: endpoint, at: portIndex, now)
    case .rumble(let selection, let motor, let strength):
      rumble(Int(motor), strength, of: selection, at: portIndex, now)
    }
  }

  mutating func show(_ pad: PadStatus, at now: Instant) {
    guard let report = pad.report else { return remove(pad.slot.index, at: now) }
    let motors = pads[pad.slot.index]?.motors ?? Array(repeating: (0, now), count: Int(DSUServer.motors))
    pads[pad.slot.index] = Pad(report: report, shown: now, motors: motors)
    send(pad.slot.index, at: now)
  }

  mutating func forget(at now: Instant) { for index in pads.indices { remove(index, at: now) } }

  /// Ends overdue subscriptions, and repeats the state of pads at rest.
  mutating func advance(to now: Instant) {
    endSubscriptions(at: now)
    for index in pads.indices {
      guard let pad = pads[index], pad.shown + DSUServer.repetition <= now else { continue }
      pads[index]?.shown = now
      send(index, at: now)
    }
  }
}

extension DSUServer {
  private mutating func refuse() { refusals &+= 1 }

  private mutating func endSubscriptions(at now: Instant) {
    for client in clients where client.ends <= now { table.remove(client.id) }
    clients.removeAll { $0.ends <= now }
  }

  private mutating func answer(
    _ contents: [DSUAnswer.Content], to endpoint: Endpoint, at portIndex: UInt8, _ now: Instant
  ) {
    guard bucket.consume(at: now) else { return refuse() }
    for content in contents {
      messages.append(
        OutputMessage(DSUAnswer(server: server, content).datagram, to: endpoint, from: portIndex))
    }
  }

  private mutating func subscribe(
    _ endpoint: Endpoint, _ number: UInt32, to selection: DSUSelection, at portIndex: UInt8, _ now: Instant
  ) {
    endSubscriptions(at: now)
    let id = ClientID(endpoint: endpoint, number: number, portIndex: portIndex)
    let known = clients.firstIndex { $0.id == id }
    if known == nil {
      switch table.add(id, from: endpoint.address) {
      case .added: break
      case .replaced(let former): clients.removeAll { $0.id == former }
      case .refused: return refuse()
      }
      clients.append(Client(id: id))
    }
    let client = known ?? clients.endIndex - 1
    clients[client].ends = now + DSUServer.subscription
    if !clients[client].selections.contains(selection), clients[client].selections.count < Int(DSU.slots) {
      clients[client].selections.append(selection)
    }
  }

  /// Passes a motor's strength for the selected pads on to the daemon.
  ///
  /// Later messages for the pad's other motor repeat the strength for the length of a subscription.
  private mutating func rumble(
    _ motor: Int, _ strength: UInt8, of selection: DSUSelection, at portIndex: UInt8, _ now: Instant
  ) {
    guard bucket.consume(at: now) else { return refuse() }
    for slot in 0..<DSU.slots {
      let port = port(slot, at: portIndex)
      let player = PlayerSlot(index: Int(portIndex) * Int(DSU.slots) + Int(slot))
      guard port.state == .connected, selection.includes(slot: slot, address: port.address),
        var motors = pads[player.index]?.motors
      else { continue }
      motors[motor] = (strength, now + DSUServer.subscription)
      pads[player.index]?.motors = motors
      let strengths = motors.map { $0.ends > now ? $0.strength : 0 }
      orders.append(.rumble(player, strong: strengths[0], weak: strengths[1]))
    }
  }

  /// Removes the pad at `index` after showing it at rest, as an emulator may keep a removed pad's last state.
  private mutating func remove(_ index: Int, at now: Instant) {
    pads[index]?.report = .neutral
    send(index, at: now)
    pads[index] = nil
  }

  /// Sends the state of the pad at `index` to its subscribers.
  private mutating func send(_ index: Int, at now: Instant) {
    let (portIndex, slot) = (UInt8(index / Int(DSU.slots)), UInt8(index % Int(DSU.slots)))
    guard let pad = pads[index] else { return }
    let port = port(slot, at: portIndex)
    for client in clients.indices
    where clients[client].id.portIndex == portIndex && clients[client].ends > now {
      guard clients[client].selections.contains(where: { $0.includes(slot: slot, address: port.address) })
      else {
        continue
      }
      let state = DSUPad(pad.report, in: port, counter: clients[client].counter, at: now)
      clients[client].counter &+= 1
      messages.append(
        OutputMessage(
          DSUAnswer(server: server, .pad(state)).datagram, to: clients[client].id.endpoint, from: portIndex))
    }
  }

  /// Returns the description of `slot` on port number `portIndex`.
  ///
  /// The description of a player's pad is always the same, since Dolphin treats any change as a new pad.
  private func port(_ slot: UInt8, at portIndex: UInt8) -> DSUPort {
    let index = Int(portIndex) * Int(DSU.slots) + Int(slot)
    guard pads.indices.contains(index), pads[index] != nil else { return DSUPort(slot: slot) }
    // A locally administered address (IEEE 802): the letters Tpd, and the number of the player.
    let address: UInt64 = 0x0254_7064_0000 | UInt64(index + 1)
    return DSUPort(slot: slot, .connected, model: .gyroscope, connection: .usb, address: address)
  }
}

extension DSUPad {
  /// The buttons that have no pressure in DSU.
  private static let plain: [(ours: Button, theirs: DSUButtons)] = [
    (.back, .share), (.start, .options), (.guide, .guide), (.leftStick, .leftStick),
    (.rightStick, .rightStick),
  ]
  /// The buttons that also have a pressure; an emulator reads either the bit or the pressure.
  private static let pressed: [(ours: Button, theirs: DSUButtons)] = [
    (.a, .cross), (.b, .circle), (.x, .square), (.y, .triangle), (.leftShoulder, .l1), (.rightShoulder, .r1),
    (.dpadUp, .up), (.dpadDown, .down), (.dpadLeft, .left), (.dpadRight, .right),
  ]

  /// Creates the pad's state from `report`, for message number `counter` to a client.
  fileprivate init(_ report: PadReport, in port: DSUPort, counter: UInt32, at now: Instant) {
    self.init(port, counter: counter)
    for (ours, theirs) in DSUPad.plain where report.buttons[ours] { buttons.insert(theirs) }
    for (ours, theirs) in DSUPad.pressed where report.buttons[ours] {
      buttons.insert(theirs)
      pressures[theirs] = .max
    }
    pull(.l2, report.buttons[.leftTrigger] ? .max : report.leftTrigger)
    pull(.r2, report.buttons[.rightTrigger] ? .max : report.rightTrigger)
    (leftX, leftY) = (report.leftStick.x.byte, (-report.leftStick.y).byte)
    (rightX, rightY) = (report.rightStick.x.byte, (-report.rightStick.y).byte)
    if let motion = report.motion { show(motion) } else { time = UInt64(now.nanoseconds / 1_000) }
  }

  private mutating func pull(_ trigger: DSUButtons, _ pressure: UInt8) {
    pressures[trigger] = pressure
    if pressure > 127 { buttons.insert(trigger) }
  }
}

extension Int16 {
  /// The axis position in DSU's encoding: 0 at one end, 128 in the middle, 255 at the other end.
  fileprivate var byte: UInt8 { UInt8((127.5 + Double(self) / 32_767 * 127.5).rounded()) }
}
