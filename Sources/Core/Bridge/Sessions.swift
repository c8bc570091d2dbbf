import Channel
import Cryptography
public import Model
public import Wire

/// Encrypted sessions: the path of a datagram up to its decrypted frames.
extension Bridge {
  /// Receives bytes that arrived at `now`: a datagram from the network, encrypted or not, or frames from a gateway.
  ///
  /// A DATA packet is decrypted in place.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Origin, at now: Instant,
    random: inout some RandomNumberGenerator
  ) {
    guard case .network(let endpoint) = origin, admission.isForSessions(bytes.span) else {
      return receive(bytes.span, from: origin, at: now)
    }
    do throws(Drop) {
      if bytes[0] == OuterType.probe.rawValue { announce(at: now) }
      switch admission.receive(&bytes, from: endpoint, at: now, random: &random) {
      case .opened(let opened):
        try apply(opened, in: bytes.span, from: endpoint, at: now, random: &random)
      case .reply(let datagram), .paired(_, let datagram):
        answer(datagram, to: endpoint)
      case .dropped(let reason): throw reason
      }
    } catch {
      refuse(error, from: origin)
    }
  }

  private mutating func answer(_ datagram: Datagram<192>, to endpoint: Endpoint) {
    outgoing.removeAll()
    datagram.withBytes { outgoing.append(contentsOf: $0) }
    waiting.append(.send(.network(endpoint)))
  }

  /// Applies an authentic packet from a player, or from a guest, who may become a player.
  private mutating func apply(
    _ opened: HostChannel.Opened, in bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator
  ) throws(Drop) {
    let content = bytes.extracting(first: opened.frames.upperBound)
    switch opened.arrival {
    case .running: break
    case .rekeyed(let old):
      admission.rename(old, to: opened.session)
      players.rename(old, to: opened.session)
    case .began(let old):
      try admission.begin(opened.session, replacing: old, in: players.roster, at: now)
    }
    let frames = try ControllerFrames(parsing: content, from: opened.frames.lowerBound)
    if let key = admission.sessions.player(of: opened.session) {
      return try play(frames, Envelope(opened, of: key, from: endpoint), in: content, at: now)
    }
    if frames.control?.code == ControlMessage.Code.bye.rawValue, let slot = formerSlot(of: opened.session) {
      players[slot].session = opened.session
      return leave(slot, at: now)
    }
    guard admission.hear(opened.session, frames, in: content, at: now, random: &random),
      let controller = admission.channel.controller(of: opened.session)
    else { throw .waiting }
    let envelope = Envelope(opened, of: Roster.Key(controller.key), from: endpoint)
    do throws(Drop) {
      try seat(
        opened.session, envelope, as: controller.introduction, frames, in: content, at: now)
    } catch {
      if let reason = Refusal(error) { admission.deny(opened.session, reason, at: now) }
      throw error
    }
  }

  /// Returns the slot that the guest's controller has from an earlier session.
  ///
  /// The result is nil if there is no such slot, or if the guest of `session` is being turned away.
  private func formerSlot(of session: HostChannel.SessionID) -> PlayerSlot? {
    let guest = admission.guests.first { $0.session == session && !$0.isLeaving }
    return guest.flatMap { players.roster.slot(of: $0.key) }
  }

  /// Gives the guest of `session` its slot: a new one, or the one that it has from an earlier session.
  private mutating func seat(
    _ session: HostChannel.SessionID, _ envelope: Envelope, as introduction: Introduction,
    _ frames: ControllerFrames, in bytes: Span<UInt8>, at now: Instant
  ) throws(Drop) {
    let (slot, isNew) = try admit(envelope, at: now)
    var outbox = admission.seat(session, in: slot)
    outbox.post(.welcome, slot.number, at: now)
    if !isNew { players[slot].restart(at: now) }
    players[slot].begin(session, outbox, at: now)
    players[slot].assume(introduction.role, at: now)
    players.beginDescribing(
      slot, isAnnounced: introduction.capabilities.contains(.description), at: now)
    try play(frames, envelope, in: bytes, slot, isNew: isNew, at: now)
  }

  /// Updates the announcement with which the channel answers probes.
  private mutating func announce(at now: Instant) {
    admission.channel.announcement = announcement(at: now)
  }

  /// Returns the host's announcement at `now`, the answer to probes.
  public mutating func announcement(at now: Instant) -> Announcement {
    var announcement = greeting
    let count = players.count
    announcement.players = UInt8(count)
    announcement.limit = UInt8(players.roster.settings.limit)
    let isLocked =
      admission.settings.policy == .locked
      || (admission.isClosed && players.roster.settings.plainRanges.isEmpty)
    announcement.state = isLocked ? .locked : count >= players.roster.settings.limit ? .full : .open
    announcement.pairing = admission.pairings(at: now)
    return announcement
  }
}

extension Refusal {
  /// Creates the refusal for a guest that gets no slot because of `drop`; nil when the guest is to try again.
  fileprivate init?(_ drop: Drop) {
    guard drop == .full else { return nil }
    self = .full
  }
}
