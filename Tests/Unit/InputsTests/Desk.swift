import Dialects
import Model
import Settings
import Synchronization
import Wire

@testable import Inputs

/// An inputs gateway without sockets, whose daemon is simulated by the test.
///
/// Its input has RetroArch's protocol, unless the test names another.
struct Desk {
  var sources: Sources
  var now = Instant(nanoseconds: 1_000_000_000_000)
  /// The actions that the test has not examined yet.
  var actions: [InputAction] = []
  /// The number of edges that the test has examined.
  private var edges = 0
  /// The numbers that identify controllers to the daemon, the newest of each.
  private var numbers: [SourceKey: UInt32] = [:]

  /// Creates a desk whose daemon is present; `words` are the settings of the input.
  init(protocol name: String = "retropad", _ words: String = "", answers: Answers = Answers()) throws {
    let drawn = Mutex<UInt32>(0x1000)
    sources = Sources(inputs: [try HeardInput("\(name) \(words)")], answers: answers) {
      drawn.withLock {
        $0 += 1
        return $0
      }
    }
    sources.findDaemon()
  }

  /// Returns the address 10.0.0.`number`, or this machine's address for 0.
  static func place(_ number: UInt8) -> Endpoint {
    Endpoint(address: Address(v4: number == 0 ? 0x7f00_0001 : 0x0a00_0000 | UInt32(number)), port: 1_000)
  }

  /// Handles a change from the controller at 10.0.0.`number`, or for 0 from this machine.
  mutating func hear(_ change: RetroPadChange = .axis(.leftX, 32_767), from number: UInt8 = 0) {
    let endpoint = Desk.place(number)
    change.datagram.withBytes { sources.receive($0, at: 0, of: 0, from: endpoint, at: now) }
    settle()
  }

  /// Handles a message from this machine's controller to the input's port with the index `place`.
  mutating func hear(_ text: String, at place: UInt8 = 0) { hear(bytes: Array(text.utf8), at: place) }

  /// Handles a message from this machine's controller to the input's port with the index `place`.
  mutating func hear(bytes: [UInt8], at place: UInt8 = 0) {
    sources.receive(bytes.span, at: place, of: 0, from: Desk.place(0), at: now)
    settle()
  }

  /// Ends the connection of the controller at 10.0.0.`number`, or for 0 of this machine's.
  mutating func end(from number: UInt8 = 0) {
    sources.close(Desk.place(number), of: 0, at: now)
    settle()
  }

  /// Lets `interval` pass, with a step at each deadline.
  mutating func wait(_ interval: Interval) {
    let end = now + interval
    while sources.nextDeadline <= end {
      now = max(now, sources.nextDeadline)
      sources.advance(to: now)
      settle()
    }
    now = end
  }

  /// Handles a message from the daemon.
  mutating func hear(_ packet: GatewayPacket) {
    let nothing: [UInt8] = []
    sources.receive(packet, in: nothing.span, at: now)
    settle()
  }

  /// Handles a game's rumble for the controller with the number `controller`.
  mutating func rumble(_ controller: UInt32, _ feedback: Feedback) {
    tell(controller) { $0.feedback = feedback }
  }

  /// Handles the host's first reliable message to the controller with the number `controller`, without an argument or a
  /// text.
  mutating func order(_ controller: UInt32, _ code: ControlMessage.Code) {
    tell(controller) { $0.control = ControlMessage(id: 1, code: code.rawValue) }
  }

  /// Handles the daemon's acknowledgement of the edges before number `next` from this machine's controller.
  mutating func acknowledge(_ next: UInt16) {
    tell(controller()) {
      $0.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: next, delay: 0)
    }
  }

  private mutating func tell(_ controller: UInt32, _ add: (inout HostFrames) -> Void) {
    var frames = HostFrames()
    add(&frames)
    let header = GatewayHeader(transport: .other, controller: controller, counter: 1, received: now)
    var datagram = Datagram<512>()
    let text: [UInt8] = []
    frames.write(after: header, text: text.span, into: &datagram)
    let message = datagram
    message.withBytes { sources.receive(.frames(header), in: $0, at: now) }
    settle()
  }

  private mutating func settle() {
    for source in sources.all { numbers[source.key] = source.number }
    while let action = sources.next() { actions.append(action) }
  }

  /// Removes and returns the actions so far.
  mutating func popActions() -> [InputAction] {
    defer { actions = [] }
    return actions
  }

  /// Removes the actions so far, and returns the controllers' states among them.
  mutating func popGuests() -> [GuestState] {
    popActions().compactMap { if case .send(.guest(_, let state, _)) = $0 { state } else { nil } }
  }

  /// Removes the actions so far; returns for each new edge among them whether it is a press.
  mutating func popPresses() -> [Bool] {
    let logs = popFrames().compactMap(\.edges)
    guard let last = logs.last else { return [] }
    defer { edges = Int(last.next) }
    return (edges..<Int(last.next)).map { last[$0 - Int(last.first)].isPress }
  }

  /// Removes the actions so far, and returns the frames among them.
  mutating func popFrames() -> [ControllerFrames] {
    popActions().compactMap { if case .frames(_, let frames) = $0 { frames } else { nil } }
  }

  /// Returns the daemon's number for the controller at ``place(_:)`` of `number`; 0 if it has had none.
  func controller(_ number: UInt8 = 0) -> UInt32 {
    let transport = sources.inputs[0].dialect.transport
    return self.controller(
      of: SourceKey(transport: transport, address: Desk.place(number).address, device: 0))
  }

  /// Returns the daemon's number for the controller of `key`; 0 if it has had none.
  func controller(of key: SourceKey) -> UInt32 {
    sources.all.first { $0.key == key }?.number ?? numbers[key] ?? 0
  }

  /// Gives the controller the first slot.
  mutating func seat(_ number: UInt8 = 0) {
    hear(.seat(SeatNotice(controller: controller(number), slot: PlayerSlot(index: 0), limit: 4)))
  }
}
