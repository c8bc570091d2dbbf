import Channel
public import Cryptography
public import Model
public import Wire

/// Encrypted sessions: the path of a datagram up to its decrypted frames, and the decisions of a person about them.
extension Bridge {
  /// Receives bytes that arrived at `now`: a datagram of the network, encrypted or not, or a message of a local program.
  ///
  /// DATA is decrypted in place.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Origin, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> Outcome {
    guard case .network(let endpoint) = origin, admission != nil, bytes.count > 0,
      bytes[0] != OuterType.plain.rawValue
    else { return receive(bytes.span, from: origin, at: now) }
    // A datagram that only gets a reply is not a player's packet.
    accepted = nil
    do throws(Drop) {
      if bytes[0] == OuterType.probe.rawValue { announce(at: now) }
      switch admission?.receive(&bytes, from: endpoint, at: now, random: &random) {
      case .opened(let opened):
        return try take(opened, in: bytes.span, from: endpoint, at: now, random: &random)
      case .reply(let datagram), .paired(_, let datagram):
        return answer(datagram, to: endpoint)
      case .dropped(let reason): throw Drop(reason)
      case nil: return .nothing
      }
    } catch {
      return drop(error, from: .network(endpoint))
    }
  }

  private mutating func answer(_ datagram: Datagram<192>, to endpoint: Endpoint) -> Outcome {
    outgoing.removeAll()
    datagram.withBytes { outgoing.append(contentsOf: $0) }
    return .send(.network(endpoint))
  }

  /// Takes an authentic packet of a player, or of a guest, who may become a player.
  private mutating func take(
    _ opened: HostChannel.Opened, in bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator
  ) throws(Drop) -> Outcome {
    let content = bytes.extracting(first: opened.frames.upperBound)
    switch opened.arrival {
    case .running: break
    case .rekeyed(let old): rename(old, to: opened.session)
    case .began(let old):
      let (roster, policy) = (roster, policy)
      try admission?.begin(
        opened.session, replacing: old, under: policy, hasSlot: { roster.slot(of: $0) != nil }, at: now)
    }
    let frames = try Envelope.frames(in: content, from: opened.frames.lowerBound)
    if let key = admission?.player(of: opened.session) {
      return try play(frames, Envelope(opened, of: key, from: endpoint), in: content, at: now)
    }
    guard admission?.hear(opened.session, frames, in: content, at: now, random: &random) == true,
      let controller = admission?.channel.controller(of: opened.session)
    else { throw .unauthentic(.waiting) }
    let envelope = Envelope(opened, of: Roster.Key(controller.key), from: endpoint)
    do throws(Drop) {
      return try seat(opened.session, envelope, frames, in: content, at: now)
    } catch {
      if let reason = Refusal(error) { admission?.deny(opened.session, reason, at: now) }
      throw error
    }
  }

  /// Gives the guest of `session` its slot: a new one, or the one that is reserved for it.
  private mutating func seat(
    _ session: HostChannel.SessionID, _ envelope: Envelope, _ frames: ControllerFrames, in bytes: Span<UInt8>,
    at now: Instant
  ) throws(Drop) -> Outcome {
    let (slot, isNew) = try admit(envelope, at: now)
    guard var outbox = admission?.seat(session, in: slot) else { return .nothing }
    outbox.post(.welcome, slot.number, at: now)
    if !isNew { players[slot.index].restart(at: now) }
    players[slot.index].begin(session, outbox, at: now)
    return try play(frames, envelope, in: bytes, slot, isNew: isNew, at: now)
  }

  private mutating func rename(_ old: HostChannel.SessionID, to new: HostChannel.SessionID) {
    admission?.rename(old, to: new)
    for index in players.indices where players[index].session == old { players[index].session = new }
  }

  /// Updates the channel's announcement, with which it answers probes.
  private mutating func announce(at now: Instant) {
    let announcement = announcement(at: now)
    admission?.channel.announcement = announcement
  }

  /// Returns the host's announcement at `now`, the answer to probes.
  public mutating func announcement(at now: Instant) -> Announcement {
    var announcement = greeting
    let count = playerCount
    announcement.players = UInt8(count)
    announcement.limit = UInt8(settings.roster.limit)
    let isLocked = policy == .locked || (admission == nil && settings.roster.plainRanges.isEmpty)
    announcement.state = isLocked ? .locked : count >= settings.roster.limit ? .full : .open
    announcement.pairing = []
    if admission?.hasOffer(at: now) == true { announcement.pairing.insert(.code) }
    if admission?.channel.pairing?.isOpen == true { announcement.pairing.insert(.pin) }
    if admission?.allowsConfirmation == true { announcement.pairing.insert(.confirm) }
    return announcement
  }
}

extension Bridge {
  /// Adds news of the controller of `slot`, if it has an encrypted session.
  mutating func note(_ slot: PlayerSlot, _ news: (PublicKey, DeviceName) -> Admission.News) {
    guard let session = players[slot.index].session,
      let controller = admission?.channel.controller(of: session),
      let name = admission?.name(of: controller)
    else { return }
    admission?.news.append(news(controller.key, name))
  }

  /// Ends the session of `slot`, whose controller is gone for good, if it has one.
  mutating func endSession(of slot: PlayerSlot) {
    guard let session = players[slot.index].session else { return }
    note(slot) { .left($0, $1, slot) }
    admission?.remove(session)
    players[slot.index].session = nil
  }
}

/// The decisions of a person.
extension Bridge {
  /// Returns the next event for a person or the store of devices; nil when no event is left.
  public mutating func takeNews() -> Admission.News? {
    guard admission?.news.isEmpty == false else { return nil }
    return admission?.news.removeFirst()
  }

  /// Lets the guest of `key` in; returns false when no waiting guest of that key can be let in.
  public mutating func accept(_ key: PublicKey, at now: Instant) -> Bool {
    admission?.accept(key, at: now) ?? false
  }

  /// Turns the guest of `key` away; returns false when there is no such guest.
  public mutating func deny(_ key: PublicKey, at now: Instant) -> Bool {
    admission?.deny(key, at: now) ?? false
  }

  /// Removes the player of `slot` and tells the controller the reason; the outcome asks to destroy the pad.
  public mutating func kick(_ slot: PlayerSlot, _ reason: Refusal = .deniedByHost, at now: Instant) -> Outcome
  {
    if let session = players[slot.index].session, roster[slot] != nil {
      note(slot) { .left($0, $1, slot) }
      admission?.dismiss(session, players[slot.index].outbox, reason, at: now)
      players[slot.index].session = nil
    }
    return leave(slot, reason, at: now)
  }

  /// Tells every player with an encrypted session that the host shuts down; slots and pads stay.
  public mutating func shutDown(at now: Instant) {
    for index in players.indices {
      guard let session = players[index].session else { continue }
      admission?.dismiss(session, players[index].outbox, .shutdown, at: now)
      players[index].session = nil
    }
  }

  /// The policy of admission to a slot, with and without encrypted sessions.
  public var policy: Admission.Policy { settings.admission.policy }

  /// Adopts another policy; present players continue to play.
  public mutating func setPolicy(_ policy: Admission.Policy) {
    settings.admission.policy = policy
  }

  /// Removes a paired device; its player is removed at once.
  public mutating func revoke(_ key: PublicKey, at now: Instant) -> Outcome {
    defer { admission?.forget(key) }
    if let guest = admission?.guests.first(where: { $0.controller.key == key }) {
      admission?.deny(guest.session, .revoked, at: now)
    }
    guard let slot = slot(of: key) else { return .nothing }
    return kick(slot, .revoked, at: now)
  }

  /// Renames a paired device.
  public mutating func rename(_ key: PublicKey, to name: DeviceName) {
    admission?.rename(key, to: name)
  }

  /// Whether another device can be paired.
  public var hasRoom: Bool { admission.map { $0.devices.count < Admission.deviceLimit } ?? false }

  /// Offers a QR code of the secret from which `preShared` was derived.
  public mutating func offerCode(_ preShared: Secret, at now: Instant) {
    admission?.offer(preShared, at: now)
  }

  /// Offers a PIN, 0 to 999,999.
  public mutating func offerPIN(_ pin: UInt32, at now: Instant) {
    admission?.channel.openPairing(pin: pin, at: now)
  }

  /// Withdraws the QR code and the PIN.
  public mutating func closePairing() {
    admission?.withdrawOffer()
    admission?.channel.closePairing()
  }

  /// Returns the slot of the controller of `key`, connected or not; nil when the controller has none.
  public func slot(of key: PublicKey) -> PlayerSlot? { roster.slot(of: Roster.Key(key)) }
}

extension Drop {
  /// Creates the drop counter that corresponds to the channel's reason.
  init(_ drop: ChannelDrop) {
    switch drop {
    case .malformed(let reason): self = .outer(reason)
    case .wrongCode: self = .unauthentic(.wrongCode)
    case .noCookie: self = .unauthentic(.noCookie)
    case .flooding: self = .flooding
    case .forged: self = .unauthentic(.forged)
    case .unknownKey: self = .unauthentic(.unknownKey)
    case .refused: self = .unauthentic(.refused)
    case .unknownIndex: self = .unauthentic(.unknownIndex)
    case .expired: self = .unauthentic(.expired)
    case .replayed: self = .duplicate
    case .tooOld: self = .tooOld
    case .pairingClosed: self = .unauthentic(.pairingClosed)
    case .unexpected: self = .unauthentic(.unexpected)
    }
  }
}

extension Refusal {
  /// Creates the refusal for a guest that gets no slot because of `drop`; nil when the guest is to try again.
  fileprivate init?(_ drop: Drop) {
    guard drop == .full else { return nil }
    self = .full
  }
}
