import Channel
import Cryptography
public import Model
public import Wire

/// Datagrams and events that become due with time.
extension ControllerSession {
  /// The maximum number of bytes of frames in an encrypted packet.
  static let frameLimit = 512 - SealedHeader.overhead

  /// Returns the time at which ``nextDatagram(at:random:)`` has something to send or an event may follow.
  public func nextDeadline(at now: Instant) -> Instant {
    let handshake = isEnding ? .distantFuture : channel?.nextDeadline(at: now) ?? .distantFuture
    let finding = search.map { min($0.channel.nextDeadline(at: now), $0.roundEnds) } ?? urgentSilenceEnds
    let silence = search?.isUrgent ?? true ? silenceEnds : .distantFuture
    let verdict = stick?.patience ?? .distantFuture
    return min(run?.nextDeadline ?? .distantFuture, handshake, finding, silence, frameDue, verdict)
  }

  /// Returns the next datagram that is due at `now`, or nil if none is left.
  public mutating func nextDatagram(
    at now: Instant, random: inout some RandomNumberGenerator
  ) -> Datagram<512>? {
    loseStickPatience(at: now)
    return pairingDatagram(at: now) ?? handshakeDatagram(at: now, random: &random)
      ?? searchDatagram(at: now, random: &random) ?? sealedDatagram(at: now)
  }

  /// Begins the first handshake.
  mutating func beginHandshake(at now: Instant, random: inout some RandomNumberGenerator) {
    guard let channel = makeChannel(epoch: introduction.epoch, at: now, random: &random) else {
      return fail(.invalidHostKey)
    }
    self.channel = channel
  }

  /// Begins to search for the host that has fallen silent or is gone.
  ///
  /// A controller that only waits to be admitted, or for the acknowledgement of an edge, keeps its epoch, so that the
  /// host sees no new start.
  mutating func beginSearch(
    isUrgent: Bool = false, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    let former = state
    let isNewStart = former != .waiting && !isUrgent
    let epoch = isNewStart ? random.next() : introduction.epoch
    guard let channel = makeChannel(epoch: epoch, at: now, random: &random) else { return }
    search = Search(channel, epoch: epoch, from: former, isUrgent: isUrgent, at: now)
    if isNewStart { change(to: .connecting) }
  }

  /// True if the session is ending and sends its last packets.
  var isEnding: Bool { farewell != nil || isClosing }

  /// Returns a channel whose handshake begins at `now`, or nil if the host's key is invalid.
  private func makeChannel(
    epoch: UInt64, at now: Instant, random: inout some RandomNumberGenerator
  ) -> ControllerChannel? {
    var introduction = introduction
    introduction.epoch = epoch
    let (mode, preShared) = handshakeMode
    var channel = ControllerChannel(
      keys: keys, host: host, mode: mode, preShared: preShared, introduction: introduction, cookie: cookie)
    return channel.begin(at: now, random: &random) ? channel : nil
  }

  /// The mode and the secret of the next handshake.
  ///
  /// A host may have accepted a QR code although its answer was lost. Host and controller then know each
  /// other, so the modes `code` and `known` are tried alternately.
  private var handshakeMode: (PairingMode, Secret) {
    switch pairing {
    case .known(let secret): (.known, secret)
    case .code(let secret): ((search?.rounds ?? 0) % 2 == 0 ? .code : .known, secret)
    case .pin: (.known, .zero)
    case .confirm: (.confirm, .zero)
    }
  }

  private mutating func pairingDatagram(at now: Instant) -> Datagram<512>? {
    switch run?.advance(to: now) {
    case .send(let datagram): return datagram
    case .gaveUp: fail(.unanswered)
    case .nothing, nil: break
    }
    return nil
  }

  private mutating func handshakeDatagram(
    at now: Instant, random: inout some RandomNumberGenerator
  ) -> Datagram<512>? {
    guard !isEnding else { return nil }
    switch channel?.advance(to: now, random: &random) {
    case .send(let datagram): return Datagram(datagram)
    case .gaveUp where search == nil: fail(hint.map { .refused($0) } ?? .unanswered)
    case .gaveUp, .nothing, nil: break
    }
    return nil
  }

  private mutating func searchDatagram(
    at now: Instant, random: inout some RandomNumberGenerator
  ) -> Datagram<512>? {
    if silenceEnds <= now, search?.isUrgent ?? true { beginSearch(at: now, random: &random) }
    if urgentSilenceEnds <= now, search == nil { beginSearch(isUrgent: true, at: now, random: &random) }
    if let search, search.roundEnds <= now,
      let channel = makeChannel(epoch: search.epoch, at: now, random: &random)
    {
      self.search?.begin(channel, at: now)
    }
    guard case .send(let datagram) = search?.channel.advance(to: now, random: &random) else { return nil }
    return Datagram(datagram)
  }

  /// The time at which the host counts as lost if none of its packets arrives.
  private var silenceEnds: Instant {
    guard channel?.isConnected == true, !isEnding, let heard else { return .distantFuture }
    return heard + (state == .waiting ? Search.waitingSilence : Search.silence)
  }

  /// The time at which a press or release has waited too long for its acknowledgement without any packet from the host.
  private var urgentSilenceEnds: Instant {
    guard isPlaying, !isEnding, let heard, let oldest = stream.edges.oldest else { return .distantFuture }
    return max(heard, oldest) + Search.urgentSilence
  }

  /// True if the host has given the controller a slot.
  private var isPlaying: Bool {
    if case .connected = state { true } else { false }
  }

  /// The time at which the next packet of frames is due.
  private var frameDue: Instant {
    guard channel?.isConnected == true else { return .distantFuture }
    if isClosing { return .distantPast }
    if let farewell { return farewell.since + ControllerSession.farewells[farewell.sent] }
    if stream.mailbox.isUrgent { return .distantPast }
    if isPlaying, stream.hasAnswer { return .distantPast }
    return pace.due(isPlaying: isPlaying, isArmed: stream.isArmed, copy: stream.edges.copies.first)
  }

  private mutating func sealedDatagram(at now: Instant) -> Datagram<512>? {
    guard frameDue <= now else { return nil }
    var inside = stick == nil ? padFrames(at: now) : stickFrames(at: now)
    stream.mailbox.complete(&inside, limit: ControllerSession.frameLimit)
    pace.depart(at: now)
    (motion, sample.isDiscontinuous) = (nil, false)
    var datagram = Datagram<512>()
    let isSealed = inside.withBytes { channel?.seal($0, at: now, into: &datagram) ?? false }
    countLast()
    guard isSealed else { return nil }
    let header = datagram.withBytes { try? SealedHeader(parsing: $0) }
    if let header { timing.depart(header.counter, at: now) }
    return datagram
  }

  private mutating func padFrames(at now: Instant) -> Datagram<512> {
    let frames = stream.frames(for: sample, motion: motion, contacts: contacts, at: now)
    let text = stream.mailbox.text
    return frames.packed(text: text.isEmpty ? nil : text.span)
  }

  /// Counts a final packet as sent, and ends the session after the last of them.
  private mutating func countLast() {
    guard let farewell else {
      if isClosing { end() }
      return
    }
    self.farewell?.sent += 1
    if farewell.sent + 1 == ControllerSession.farewells.count { end() }
  }
}
