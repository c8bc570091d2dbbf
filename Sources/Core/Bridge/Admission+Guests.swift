import Channel
import Cryptography
import Model
import Wire

/// The exchange of packets with guests.
extension Admission {
  /// Receives the frames of a guest's packet, which is in `bytes`.
  ///
  /// Returns true if the guest is admitted, so that it is to get a slot now.
  mutating func hear(
    _ session: HostChannel.SessionID, _ frames: ControllerFrames, in bytes: Span<UInt8>, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> Bool {
    guard let index = guests.firstIndex(where: { $0.session == session }) else { return false }
    if frames.control?.code == ControlMessage.Code.bye.rawValue {
      lose(session)
      return false
    }
    let hadCode = guests[index].shortCode != nil
    guard guests[index].hear(frames, in: bytes, at: now, random: &random) else {
      deny(session, .protocolError, at: now)
      return false
    }
    let guest = guests[index]
    if let code = guest.shortCode, !hadCode {
      news.append(.waits(guest.controller.key, devices.name(of: guest.controller), code: code))
    }
    return guest.phase == .admitted
  }

  /// Closes a session that has ended, for example by a goodbye or by silence.
  ///
  /// If the controller was a guest that was not leaving already, queues the news that the guest is gone.
  mutating func lose(_ session: HostChannel.SessionID) {
    if let guest = guests.first(where: { $0.session == session && !$0.isLeaving }) {
      news.append(.gone(guest.controller.key, devices.name(of: guest.controller)))
    }
    remove(session)
  }

  /// The deadline for ``advance(to:into:)``.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  var nextDeadline: Instant {
    mutating get {
      var next = channel.nextDeadline
      for index in guests.indices { next = min(next, guests[index].deadline) }
      return next
    }
  }

  /// Writes the next packet for a guest to `outgoing` and returns its destination; nil when nothing is due.
  ///
  /// Before that, it closes the sessions that have ended, and turns away guests that have waited too long.
  mutating func advance(to now: Instant, into outgoing: inout Datagram<512>) -> Endpoint? {
    while let ended = channel.advance(to: now) { lose(ended) }
    for index in guests.indices.reversed() where guests[index].end <= now {
      guard guests[index].hasWaitedTooLong(at: now) else {
        lose(guests[index].session)
        continue
      }
      deny(guests[index].session, .timeout, at: now)
    }
    for index in guests.indices where guests[index].deadline <= now {
      let text = guests[index].outbox.text
      guard let frames = guests[index].frames(at: now) else { continue }
      var plain = Datagram<512>()
      frames.write(text: text.span, into: &plain)
      let session = guests[index].session
      if let endpoint = seal(plain, for: session, at: now, into: &outgoing) { return endpoint }
    }
    return nil
  }

  /// Encrypts `plain` for `session` and returns the destination; nil when the session is over.
  mutating func seal(
    _ plain: borrowing Datagram<512>, for session: HostChannel.SessionID, at now: Instant,
    into outgoing: inout Datagram<512>
  ) -> Endpoint? {
    plain.withBytes { channel.seal($0, for: session, at: now, into: &outgoing) }
  }
}
