public import Model
import Session
import Wire

/// What has become of a message: every player that it was for is in one of the sets.
public struct Delivery: Hashable, Sendable {
  /// Who is sent it.
  public internal(set) var taken: PlayerSlots = []
  /// Who is not there, or takes no answers, as senders of bare TILT.
  public internal(set) var nobody: PlayerSlots = []
  /// Who is away while the slot waits.
  public internal(set) var away: PlayerSlots = []
  /// For whom too many wait already.
  public internal(set) var tooMany: PlayerSlots = []
  /// Who gets nothing because it has more bytes than ``Message/longest``.
  public internal(set) var tooLong: PlayerSlots = []
}

/// Messages between programs here and those at the players' ends (docs/protocol.md, "Messages").
extension Bridge {
  /// The oldest message of a player's program that nobody has taken yet; nil when there is none.
  public mutating func takeMessage() -> PlayerMessage? { inbox.next() }

  /// Sends `bytes` to the programs at the ends of `slots`: reliably, once and in order behind what was sent before, or at
  /// once and perhaps not at all.
  ///
  /// What is under way when a controller has to begin a new session may come twice; what waits for one that is away goes
  /// out when it is back.
  public mutating func send(
    _ bytes: [UInt8], on channel: UInt8 = 0, to slots: PlayerSlots, reliably: Bool, at now: Instant
  ) -> Delivery {
    var delivery = Delivery()
    guard bytes.count <= Message.longest else {
      delivery.tooLong = slots
      return delivery
    }
    for slot in slots.each {
      let set = post(bytes, on: channel, to: slot, reliably: reliably, at: now)
      delivery[keyPath: set].insert(PlayerSlots(slot))
    }
    return delivery
  }

  /// Puts `bytes` among what waits for the controller of `slot`; the set of ``Delivery`` that it belongs to then.
  private mutating func post(
    _ bytes: [UInt8], on channel: UInt8, to slot: PlayerSlot, reliably: Bool, at now: Instant
  ) -> WritableKeyPath<Delivery, PlayerSlots> {
    guard let seat = roster[slot] else { return \.nobody }
    guard seat.isConnected else { return \.away }
    guard players[slot.index].feedback.isListening else { return \.nobody }
    let hasRoom =
      reliably
      ? players[slot.index].outbox.post(.message, channel, text: bytes, at: now)
      : players[slot.index].postcards.post(bytes, on: channel)
    guard hasRoom else { return \.tooMany }
    schedule(slot, at: now)
    return \.taken
  }
}

extension Player {
  /// The most bytes of frames that an encrypted packet has.
  static let sealedLimit = 512 - SealedHeader.overhead

  /// Takes a reliable message, whose text lies in `bytes`; false when there is no room, and it has to come again.
  mutating func take(
    _ control: ControlMessage, of slot: PlayerSlot, in bytes: Span<UInt8>, into inbox: inout Inbox
  ) -> Bool {
    guard control.text.count <= Message.longest else {
      counts.unread += 1
      return true
    }
    let isTaken = inbox.add(
      bytes.extracting(control.text), on: control.argument, of: slot, isReliable: true)
    if isTaken { counts.messages += 1 }
    return isTaken
  }

  /// Takes an unreliable message, whose payload lies in `bytes`, unless it comes late or there is no room.
  mutating func take(
    _ message: Message, of slot: PlayerSlot, in bytes: Span<UInt8>, isNewest: Bool, into inbox: inout Inbox
  ) {
    let isTaken =
      isNewest
      && inbox.add(bytes.extracting(message.payload), on: message.channel, of: slot, isReliable: false)
    if isTaken { counts.messages += 1 } else { counts.unread += 1 }
  }

  /// The controller is gone for now: what is sent once is forgotten, all else waits for it.
  mutating func pause() {
    feedback.pause()
    outbox.pause()
    postcards.withdraw()
    notice.pause()
    clock.end()
  }
}
