import Channel
import Cryptography
public import Model
import Wire

/// Datagrams from the host.
extension ControllerSession {
  /// Processes a datagram from the host, which is decrypted in place.
  ///
  /// A stranger's datagram changes nothing, unless the stranger has read the handshake or pairing packet that
  /// it answers.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    guard !isEnding else { return }
    guard run == nil else { return receivePairing(bytes.span, at: now, random: &random) }
    if let outcome = search?.channel.receive(&bytes, at: now), !isDropped(outcome) {
      return apply(outcome, at: now, random: &random)
    }
    switch channel?.receive(&bytes, at: now) {
    case .opened(let frames, let number):
      receiveFrames(bytes.span.extracting(frames), number, at: now, random: &random)
    case .welcomed(let welcome, let waits): join(welcome, waits: waits, at: now, random: &random)
    case .rejected(let refusal): hint = refusal
    case .asked, .dropped, nil: break
    }
  }

  private func isDropped(_ outcome: ControllerChannel.Response) -> Bool {
    if case .dropped = outcome { true } else { false }
  }

  private mutating func receivePairing(
    _ bytes: Span<UInt8>, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    switch run?.receive(bytes, at: now, random: &random) {
    case .paired(let secret):
      run = nil
      settle(.known(secret), secret)
      beginHandshake(at: now, random: &random)
    case .refused(let refusal): fail(.refused(refusal))
    case .nothing, nil: break
    }
  }

  /// Applies the result of a handshake of the search: the handshake's keys replace those of the former session.
  private mutating func apply(
    _ outcome: ControllerChannel.Response, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    if case .rejected(let refusal) = outcome { hint = refusal }
    guard case .welcomed(let welcome, let waits) = outcome, let search else { return }
    if search.epoch != introduction.epoch {
      introduction.epoch = search.epoch
      stream.mailbox.forgetNumbers()
      comparison = nil
      // The host may have freed the slot meanwhile, and the request with it.
      if let identity { ask(forIdentity: identity) }
    }
    (channel, newest, self.search) = (search.channel, nil, nil)
    join(welcome, waits: waits, at: now, random: &random)
  }

  /// Begins to use the keys of a completed handshake.
  private mutating func join(
    _ welcome: Welcome, waits: Bool, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    heard = now
    if let wanted, wanted != welcome.session { return fail(.refused(.sessionMismatch)) }
    if let hostSession, hostSession != welcome.session { stream.mailbox.forgetNumbers() }
    (hostSession, hint) = (welcome.session, nil)
    pace.apply(welcome)
    pace.begin()
    timing.forgetNumbers()
    if waits, state == .connecting { change(to: .waiting) }
    guard case .confirm = pairing, comparison == nil, let hash = channel?.hash else { return }
    let comparison = Comparison(handshake: hash, random: &random)
    stream.mailbox.send(.shortCodeCommitment, argument: 0, text: comparison.commitment)
    self.comparison = comparison
  }

  /// Processes the frames of the genuine packet `number`.
  private mutating func receiveFrames(
    _ bytes: Span<UInt8>, _ number: UInt64, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    heard = now
    if let search {
      self.search = nil
      change(to: search.former)
    }
    if case .code(let secret) = pairing { settle(.known(secret), secret) }
    let isNewest = newest.map { number > $0 } ?? true
    if isNewest { newest = number }
    guard let frames = try? HostFrames(parsing: bytes, from: 0) else { return }
    if let acknowledgement = frames.acknowledgement { timing.apply(acknowledgement, at: now) }
    if frames.controlReceipt != nil { stick?.prolong(at: now) }
    if let ping = frames.ping { stream.note(ping: ping, at: now) }
    let (count, round) = (stream.feedbackCount, stream.round)
    stream.receive(frames, in: bytes, isNewest: isNewest)
    if stream.feedbackCount != count, let feedback = stream.feedback { events.append(.feedback(feedback)) }
    if let torque = stream.nextTorque() { events.append(.torque(torque)) }
    if let conditions = stream.nextConditions() { events.append(.conditions(conditions)) }
    if stream.round != round, let round = stream.round { events.append(.round(round)) }
    while let arrival = stream.mailbox.nextArrival() { obey(arrival, at: now, random: &random) }
  }

  private mutating func obey(
    _ arrival: Mailbox.Arrival, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    if let message = ReceivedMessage(arrival) { return events.append(.message(message)) }
    guard case .control(let code, let argument, let text) = arrival else { return }
    let refusal = Refusal(rawValue: argument) ?? .protocolError
    switch ControlMessage.Code(rawValue: code) {
    case .welcome: applyWelcome(argument, at: now)
    case .deny: close(.denied(refusal))
    case .bye: applyGoodbye(refusal, at: now, random: &random)
    case .shortCodeNonce: compare(text)
    case .mode: enter(argument)
    case .stickVerdict: judge(argument, revision: text.first)
    case .describe, .message, .shortCodeCommitment, .shortCodeReveal, .recentre, .identity, .force, nil: break
    }
  }

  /// Puts the player into the mode with `number`; an unknown number is ignored.
  ///
  /// The host sends the mode; a controller that has been given a slot starts in `Mode.play`.
  private mutating func enter(_ number: UInt8) {
    guard let mode = Mode(rawValue: number), mode != self.mode else { return }
    self.mode = mode
    events.append(.mode(mode))
  }

  private mutating func applyWelcome(_ number: UInt8, at now: Instant) {
    guard let slot = PlayerSlot(number: Int(number)) else { return change(to: .waiting) }
    if case .confirm = pairing { settle(.known(.zero), .zero) }
    enter(Mode.play.rawValue)
    // While a controller waits to be admitted, a host acknowledges its requests, but does not keep them.
    if state == .waiting, let identity { ask(forIdentity: identity) }
    change(to: .connected(slot))
    if abilities != [] { sayAbilities() }
    sendDescription(at: now)
  }

  /// Applies the host's goodbye.
  ///
  /// If the host is shutting down or has lost the controller, the controller searches for it; any other
  /// goodbye ends the session.
  private mutating func applyGoodbye(
    _ refusal: Refusal, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    guard refusal == .shutdown || refusal == .timeout else { return close(.disconnected(refusal)) }
    change(to: .disconnected(refusal))
    channel = nil
    beginSearch(at: now, random: &random)
  }

  private mutating func compare(_ nonce: [UInt8]) {
    guard let (digits, reveal) = comparison?.receive(nonce) else { return }
    events.append(.shortCode(digits))
    stream.mailbox.send(.shortCodeReveal, argument: 0, text: reveal)
  }

  /// Ends the session after the host's last message; one more packet carries the receipt.
  private mutating func close(_ state: ConnectionState) {
    change(to: state)
    isClosing = true
  }

  /// Remembers that controller and host are paired.
  private mutating func settle(_ pairing: Pairing, _ secret: Secret) {
    self.pairing = pairing
    channel?.settle(secret)
    events.append(.paired(host, secret))
  }
}
