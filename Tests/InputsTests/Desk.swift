import Dialects
import Model
import Wire

@testable import Inputs

/// An inputs gateway without sockets: RetroArch plays at the first input, and the daemon is what the test says.
struct Desk {
  var sources: Sources
  var now = Instant(nanoseconds: 1_000_000_000_000)
  /// The actions so far that the test has not looked at.
  var actions: [InputAction] = []

  /// Creates a desk with the daemon there; `words` are the settings of RetroArch.
  init(_ words: String = "", answers: Answers = Answers()) throws {
    sources = Sources(inputs: [try InputSettings("retropad \(words)")], answers: answers)
    sources.findDaemon()
  }

  /// Returns the address 10.0.0.`number`, or that of this machine for 0.
  static func place(_ number: UInt8) -> Endpoint {
    Endpoint(address: Address(v4: number == 0 ? 0x7f00_0001 : 0x0a00_0000 | UInt32(number)), port: 1_000)
  }

  /// Handles a change of the controller at 10.0.0.`number`, or of this machine for 0.
  mutating func hear(_ change: RetroPadChange = .axis(.leftX, 32_767), from number: UInt8 = 0) {
    let endpoint = Desk.place(number)
    change.datagram.withBytes { sources.receive($0, at: 0, of: 0, from: endpoint, at: now) }
    settle()
  }

  /// Lets `interval` pass, in steps of what is due.
  mutating func wait(_ interval: Interval) {
    let end = now + interval
    while sources.nextDeadline <= end {
      now = max(now, sources.nextDeadline)
      sources.advance(to: now)
      settle()
    }
    now = end
  }

  /// Handles a message of the daemon.
  mutating func hear(_ packet: GatewayPacket) {
    let nothing: [UInt8] = []
    sources.receive(packet, in: nothing.span, at: now)
    settle()
  }

  private mutating func settle() { while let action = sources.popAction() { actions.append(action) } }

  /// Removes and returns the actions so far.
  mutating func popActions() -> [InputAction] {
    defer { actions = [] }
    return actions
  }

  /// Removes the actions so far, and returns the states of controllers among them.
  mutating func popGuests() -> [GuestState] {
    popActions().compactMap { if case .send(.guest(_, let state, _)) = $0 { state } else { nil } }
  }

  /// Removes the actions so far, and returns the frames among them.
  mutating func popFrames() -> [ControllerFrames] {
    popActions().compactMap { if case .frames(_, let frames) = $0 { frames } else { nil } }
  }

  /// The daemon's number of the controller with that last `number` of its address.
  static func controller(_ number: UInt8 = 0) -> UInt32 {
    SourceKey(transport: .retroPad, address: place(number).address, device: 0).number
  }

  /// Gives the controller the first slot.
  mutating func seat(_ number: UInt8 = 0) {
    hear(.seat(SeatNotice(controller: Desk.controller(number), slot: PlayerSlot(index: 0), limit: 4)))
  }
}
