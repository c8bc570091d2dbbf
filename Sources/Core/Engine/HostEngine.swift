public import Bridge
public import Buzzer
public import Cryptography
public import Model
public import Room
import Sharing
public import Wire

/// The engine of a host, as one value without descriptors or a clock.
///
/// It contains the host's players, their joint activity, and the stored part of both. The caller passes in
/// received bytes, orders, and the results of the store. After each of them, the caller carries out the
/// outputs of ``next(at:)`` until there are none. The bridge and the room belong to the engine; a packet that
/// only moves a pad never reaches the room.
public struct HostEngine: Sendable {
  var bridge: Bridge
  var room: Room
  /// The modes, the quiz and the shared pads, as last reported to watching programs.
  public private(set) var stage: StageStatus

  var quiz: QuizLedger
  var pairing: Pairing
  var guests = GatewayGuests()
  var sharing = Sharing()
  /// The feedback that games request from each pad.
  var requested = [PadFeedback](repeating: .rest, count: PlayerSlot.limit)
  var replies = Replies()
  /// The states of rounds that may not be announced to their players yet.
  private var rounds = HeldRounds()
  var isStageStale = false
  var outputs = OutputQueue()

  /// Creates the engine of a host that controllers find at UDP port `port`, 0 for none; it has no players
  /// yet.
  ///
  /// The host announces itself as `greeting`; without `keys` it has no encrypted sessions. `devices` are its
  /// paired devices, and `kept` is the quiz in its store, nil without a store. `apps` are Tiltpad's own by
  /// default.
  public init(
    settings: Settings, port: UInt16 = 0,
    greeting: Announcement = Announcement(session: 0, name: DeviceName("")),
    keys: KeyPair? = nil, devices: [Admission.Device] = [], kept: KeptQuiz? = nil, apps: [any App]? = nil
  ) {
    bridge = Bridge(settings: settings.bridge, greeting: greeting, keys: keys, devices: devices)
    room = Room(settings: settings.room, apps: apps)
    if let kept { room.resumeQuiz(after: kept.lastRound) }
    stage = StageStatus(room)
    quiz = QuizLedger(continuing: kept)
    pairing = Pairing(port: port, key: keys?.publicKey, hasStore: kept != nil)
    settle(at: room.now)
  }

  /// Receives bytes that arrived at `now`: a datagram from the network, or a message from a gateway.
  ///
  /// Encrypted bytes are decrypted in place.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Bridge.Origin, at now: Instant,
    random: inout some RandomNumberGenerator
  ) {
    bridge.receive(&bytes, from: origin, at: now, random: &random)
  }

  /// Returns the next output that the caller has to carry out; nil when nothing is left at `now`.
  public mutating func next(at now: Instant) -> Output? {
    // An app whose timers are always due must not keep the caller in this loop.
    var hasAdvanced = false
    while true {
      if let output = outputs.next() { return output }
      if let output = bridge.next(at: now) {
        if let output = pass(output, at: now) { return output }
      } else if sharing.deadline <= now {
        if let output = nextOfShares(at: now) { return output }
      } else if room.isStirred {
        settle(at: now)
      } else if let (answer, connection) = replies.next() {
        return .answer(answer, connection: connection)
      } else if room.nextDeadline <= now, !hasAdvanced {
        hasAdvanced = true
        room.advance(to: now)
        settle(at: now)
      } else if quiz.deadline <= now {
        quiz.keepDue(at: now, into: &outputs)
        settle(at: now)
      } else {
        return nil
      }
    }
  }

  /// The time at which ``next(at:)`` has to be called again if nothing else happens, once it has returned nil.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public var nextDeadline: Instant {
    mutating get { min(bridge.nextDeadline, sharing.deadline, room.nextDeadline, quiz.deadline) }
  }

  /// Records the result of the change that ``Output/keep(_:ticket:)`` requested.
  public mutating func kept(_ ticket: Ticket, _ result: KeepResult = .done, at now: Instant) {
    quiz.note(ticket, result, in: &room, at: now, into: &outputs)
    pairing.note(ticket, result)
    settle(at: now)
    replies.note(ticket, result)
  }

  /// Calls `body` with the bytes that ``Output/send(_:)`` asks to send.
  ///
  /// The method is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public mutating func withOutgoing(_ body: (Span<UInt8>) -> Void) { bridge.withOutgoing(body) }

  /// Carries out what an output of the bridge asks of the engine; returns an output for the caller, or nil.
  private mutating func pass(_ output: Bridge.Output, at now: Instant) -> Output? {
    switch output {
    case .report(let slot, let report, let ofPacket):
      guard sharing.members.contains(PlayerSlots(slot)) else {
        return .report(slot, report, ofPacket: ofPacket)
      }
      return share(report, of: slot, ofPacket: ofPacket, at: now)
    case .stick(let slot, let ofPacket): return .stick(slot, ofPacket: ofPacket)
    case .send(let peer): return .send(peer)
    case .accepted(let slot, let frames): return .trace(slot, frames: frames)
    case .attach(let slot, let owner, let request):
      if bridge.players.stick(of: slot) != nil { leaveShare(slot, at: now) }
      // A helper has no pad, whatever identity its controller requests.
      guard !sharing.helpers.contains(PlayerSlots(slot)) else { return nil }
      return .attach(slot, owner: owner, request: request)
    case .force(let slot, let abilities):
      return sharing.members.contains(PlayerSlots(slot)) ? nil : .force(slot, abilities)
    case .detach(let slot): return .detach(slot)
    case .message(let message): return .message(message)
    case .seat(let notice, let connection): return .seat(notice, connection: connection)
    case .news(let news):
      pairing.note(news, at: now, into: &outputs)
      return .news(news)
    case .heard: if let packet = bridge.heard { room.hear(packet, at: now) }
    case .joined(let slot):
      room.join(slot, at: now)
      notePresence(at: now)
    case .left(let slot):
      leaveShare(slot, at: now)
      room.leave(slot, at: now)
      notePresence(at: now)
    case .presence: notePresence(at: now)
    }
    settle(at: now)
    return nil
  }

  private mutating func notePresence(at now: Instant) {
    room.notePresence(bridge.players.connected, proven: bridge.players.proven, at: now)
    sharing.note(connected: bridge.players.connected, at: now)
  }

  /// Carries out the room's outputs, sends new data to the store, and reports what need not wait for it.
  mutating func settle(at now: Instant) {
    while let output = room.next() { carryOut(output, at: now) }
    guard !quiz.isHolding else { return }
    if isStageStale {
      isStageStale = false
      stage = StageStatus(room)
      stage.shares = shares
      outputs.append(.stage)
    }
    while let (slot, round) = rounds.next() { bridge.players.post(round, to: slot, at: now) }
  }

  private mutating func carryOut(_ output: Room.Output, at now: Instant) {
    switch output {
    case .entry(let mode, let recipients): bridge.entry = (mode, recipients)
    case .entered(let slot, let mode, let recipients):
      bridge.players.enter(mode, for: recipients, slot, at: now)
    case .round(let slot, let round): rounds.add(round, for: slot)
    case .hurryClock(let slot, let isHurried): bridge.players.hurryClock(isHurried, of: slot, at: now)
    case .message(let slots, let channel, let bytes):
      _ = bridge.players.send(bytes, on: channel, to: slots, reliably: true, at: now)
    case .press(let slot, _): outputs.append(.key(slot, isPress: true))
    case .release(let slot, _): outputs.append(.key(slot, isPress: false))
    case .changed:
      isStageStale = true
      quiz.follow(&room, of: bridge, at: now, into: &outputs)
    }
  }
}
