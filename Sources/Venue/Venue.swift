public import Bridge
public import Model
public import Room

/// A bridge and its room, joined: the room hears what the bridge has accepted, and the bridge carries out the room's answers.
///
/// A packet that only moves a pad never meets the room. Changes through ``bridge`` and ``room`` reach the other side at once.
public struct Venue: Sendable {
  @usableFromInline var host: Bridge
  @usableFromInline var stage: Room
  /// The keys that the room has pressed and released for players, oldest first.
  @usableFromInline var keys: [Key] = []
  /// The states of rounds that wait for ``releaseRounds(at:)``.
  @usableFromInline var held = HeldRounds()
  /// True if players are told of rounds only by ``releaseRounds(at:)``, when the caller has kept the rounds.
  public var holdsRounds = false

  /// A change of a player's keys.
  public struct Key: Hashable, Sendable {
    /// The slot of the player.
    public let slot: PlayerSlot
    /// True if the key goes down, false if it goes up.
    public let isPress: Bool
  }

  /// Joins `bridge` and `room`, which have no players yet.
  public init(bridge: Bridge, room: Room = Room()) {
    (host, stage) = (bridge, room)
    settle()
  }

  /// The bridge.
  @inlinable public var bridge: Bridge {
    _read { yield host }
    _modify {
      defer { settle() }
      yield &host
    }
  }

  /// The room.
  @inlinable public var room: Room {
    _read { yield stage }
    _modify {
      defer { settle() }
      yield &stage
    }
  }

  /// The deadline for ``advance(to:)``.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  @inlinable public var nextDeadline: Instant {
    mutating get { min(host.nextDeadline, stage.nextDeadline) }
  }

  /// Receives bytes that arrived at `now`, like `Bridge.receive`; what the room has to hear, it hears before the pad is reported.
  @inlinable public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Bridge.Origin, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> Bridge.Outcome {
    let outcome = deliver(&bytes, from: origin, at: now, random: &random)
    if case .heard = outcome { return conclude(at: now) }
    return outcome
  }

  /// Receives bytes like ``receive(_:from:at:random:)``, but leaves a packet that the room has heard to ``conclude(at:)``.
  ///
  /// So the caller can keep the rounds that the packet has decided before its sender gets a reply.
  @inlinable public mutating func deliver(
    _ bytes: inout MutableSpan<UInt8>, from origin: Bridge.Origin, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> Bridge.Outcome {
    let outcome = host.receive(&bytes, from: origin, at: now, random: &random)
    settle()
    if case .heard = outcome { hear(at: now) }
    return outcome
  }

  /// Lets the room hear the accepted packet.
  @usableFromInline mutating func hear(at now: Instant) {
    if let packet = host.heard { stage.hear(packet, at: now) }
    settle()
  }

  /// Ends the work on a packet that the room has heard, and returns the outcome that follows.
  public mutating func conclude(at now: Instant) -> Bridge.Outcome {
    defer { settle() }
    return host.conclude(at: now)
  }

  /// True if keys, rounds or a change of the room wait for the caller; a packet that only moves a pad leaves none.
  @inlinable public var isStirred: Bool { stage.hasChanged || !held.slots.isEmpty || !keys.isEmpty }

  /// Tells the players of the rounds that ``holdsRounds`` has held back; returns whether there were any.
  public mutating func releaseRounds(at now: Instant) -> Bool {
    guard !held.slots.isEmpty else { return false }
    while let (slot, round) = held.pop() { host.players.post(round, to: slot, at: now) }
    settle()
    return true
  }

  /// Returns the next outcome that is due at `now`; nil when nothing is left.
  @inlinable public mutating func advance(to now: Instant) -> Bridge.Outcome? {
    if let outcome = host.advance(to: now) {
      settle()
      return outcome
    }
    settle()
    guard stage.nextDeadline <= now else { return nil }
    stage.advance(to: now)
    settle()
    return host.advance(to: now)
  }

  /// Removes and returns the oldest change of a player's keys; nil when no change is left.
  public mutating func popKey() -> Key? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Passes events to the room and answers to the bridge until nothing is left; most packets have none.
  @inlinable mutating func settle() {
    if !host.events.isEmpty || !stage.answers.isEmpty { passAll() }
  }

  @usableFromInline mutating func passAll() {
    while true {
      if let event = host.popEvent() {
        pass(event)
      } else if let answer = stage.popAnswer() {
        carryOut(answer)
      } else {
        return
      }
    }
  }

  private mutating func pass(_ event: Bridge.RoomEvent) {
    switch event {
    case .joined(let slot, let now):
      stage.join(slot, at: now)
      notePresence(at: now)
    case .left(let slot, let now): stage.leave(slot, at: now)
    case .presence(let now): notePresence(at: now)
    }
  }

  private mutating func notePresence(at now: Instant) {
    stage.notePresence(host.players.connected, proven: host.players.proven, at: now)
  }

  private mutating func carryOut(_ answer: Room.Answer) {
    let now = stage.now
    switch answer {
    case .entry(let mode, let recipients): host.entry = (mode, recipients)
    case .entered(let slot, let mode, let recipients):
      host.players.enter(mode, for: recipients, slot, at: now)
    case .round(let slot, let round) where holdsRounds: held.add(round, for: slot)
    case .round(let slot, let round): host.players.post(round, to: slot, at: now)
    case .hurryClock(let slot, let isHurried): host.players.hurryClock(isHurried, of: slot, at: now)
    case .message(let slots, let channel, let bytes):
      _ = host.players.send(bytes, on: channel, to: slots, reliably: true, at: now)
    case .press(let slot, _): keys.append(Key(slot: slot, isPress: true))
    case .release(let slot, _): keys.append(Key(slot: slot, isPress: false))
    }
  }
}
