public import Model
import Modes
public import Wire

/// The players' input, as messages of the tree.
extension Room {
  /// The modes through which the button that is reserved for the host cycles.
  static let cycle: [Mode] = [.play, .buzzer, .tank]

  /// Passes an accepted packet to the app of its player's mode, as far as the app receives that input.
  public mutating func hear(_ packet: AcceptedPacket, at now: Instant) {
    note(now)
    if let app = app(of: packet.slot), app.recipients.contains(.touches), packet.isNewest {
      pass(packet.frames.touches, of: packet.slot, to: app.index)
    }
    if packet.hasReservedPress { turn() }
    guard let app = app(of: packet.slot) else { return }
    if app.recipients.contains(.presses) { passPresses(packet, to: app.index) }
    guard packet.isNewest else { return }
    if app.recipients.contains(.tilt), let tilt = packet.frames.state?.tilt {
      send(.tilt(packet.slot, tilt), to: app.index, of: packet.slot)
    }
    if app.recipients.contains(.motion), let motion = packet.frames.motion {
      send(.accelerate(packet.slot, motion), to: app.index, of: packet.slot)
    }
  }

  private mutating func send(_ message: NodeMessage, to app: Int, of slot: PlayerSlot) {
    play { $0.send(message, to: app, of: slot, on: &$1) }
  }

  private mutating func pass(_ touches: Touches?, of slot: PlayerSlot, to app: Int) {
    guard let touches else { return }
    for index in 0..<touches.count {
      send(.touch(slot, touches[index]), to: app, of: slot)
      guard let swipe = swipes[slot.index].apply(touches[index], at: now) else { continue }
      send(.swipe(slot, swipe), to: app, of: slot)
    }
  }

  /// Puts the room in the next mode, because the button reserved for the host was pressed.
  private mutating func turn() {
    let index = Room.cycle.firstIndex(of: mode)
    setMode(index.map { Room.cycle[($0 + 1) % Room.cycle.count] } ?? .play, at: now)
  }

  /// Passes on the new presses and releases, and then the time up to which the player has pressed nothing
  /// else.
  ///
  /// The press of a BUZZ comes first.
  private mutating func passPresses(_ packet: AcceptedPacket, to app: Int) {
    let source = ClaimSource(packet)
    if let buzz = packet.frames.buzz { send(.press(source.claim(of: buzz)), to: app, of: packet.slot) }
    guard let state = packet.frames.state else { return }
    if let log = packet.frames.edges { pass(log, awaited: packet.awaitedEdge, state, source, to: app) }
    guard state.nextEdge == packet.nextEdge else { return }
    send(.still(source.claim(at: state.sampleTime)), to: app, of: packet.slot)
  }

  private mutating func pass(
    _ log: EdgeLog, awaited: UInt16?, _ state: ControllerState, _ source: ClaimSource, to app: Int
  ) {
    for index in 0..<log.count {
      let number = log.first &+ UInt16(index)
      let isKnown = awaited.map { Int16(bitPattern: number &- $0) < 0 } ?? false
      guard !isKnown else { continue }
      send(.button(source.slot, log[index]), to: app, of: source.slot)
      guard log[index].isPress, log[index].age != .max else { continue }
      send(.press(source.claim(of: log[index], number, in: state)), to: app, of: source.slot)
    }
  }
}

/// The source of claims: a player's controller, with the accuracy of its times.
private struct ClaimSource {
  /// The resolution of an edge's age (docs/protocol.md, "Frames").
  static let edgePrecision = Interval.microseconds(100)
  /// The maximum delay before a browser reports a touch to its page.
  ///
  /// Until then, the page's states do not include the touch.
  static let pageInputDelay = Interval.milliseconds(30)

  let slot: PlayerSlot
  private let clock: ClockOffset?
  private let isPage: Bool

  init(_ packet: AcceptedPacket) {
    (slot, clock, isPage) = (packet.slot, packet.clock, packet.isPage)
  }

  /// Returns the claim of a BUZZ.
  func claim(of buzz: Buzz) -> PressClaim {
    claim(at: buzz.pressTime, round: buzz.round, edge: buzz.edge)
  }

  /// Returns the claim of edge `number`, which was sent together with `state`.
  func claim(of edge: Edge, _ number: UInt16, in state: ControllerState) -> PressClaim {
    claim(
      at: state.sampleTime &- UInt32(edge.microseconds), precision: ClaimSource.edgePrecision, edge: number)
  }

  /// Returns a claim at `time` on the controller's clock, accurate to `precision` and to the step of that clock.
  func claim(
    at time: UInt32, precision: Interval = .zero, round: UInt16? = nil, edge: UInt16? = nil
  ) -> PressClaim {
    let step = isPage ? Interval.microseconds(Int64(AcceptedPacket.pageClockStep)) : .zero
    return PressClaim(
      slot, at: time, precision: precision + step, clock: clock,
      inputDelay: isPage ? ClaimSource.pageInputDelay : .zero, round: round, edge: edge)
  }
}
