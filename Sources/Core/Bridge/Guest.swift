import Channel
import Cryptography
import Model
import Wire

/// A controller that has a session but no slot.
///
/// It waits to be admitted, waits for its slot, or is being told why it was refused or removed.
struct Guest: Sendable {
  /// The phase of a guest's admission.
  enum Phase: Hashable, Sendable {
    /// The guest waits to be admitted at the host.
    case waiting
    /// The guest is admitted, and gets a slot with its next packet.
    case admitted
    /// The guest is being told why it was refused or removed, until the given time at most.
    case leaving(until: Instant)
  }

  /// The interval between two pings to a guest, which show that the host is present.
  static let pingPeriod = Interval.milliseconds(500)
  /// The duration of silence after which a guest counts as gone.
  static let silence = Interval.seconds(5)
  /// The time for which a guest waits for a decision.
  static let patience = Interval.seconds(120)
  /// The time for which a guest waits once it shows a short code.
  static let shortCodePatience = Interval.seconds(30)
  /// The time that a guest has to acknowledge its denial, or the goodbye if it has played.
  static let farewell = Interval.seconds(2)

  var session: HostChannel.SessionID
  let controller: HostChannel.Controller
  let key: Roster.Key
  var phase: Phase
  var outbox: Outbox
  /// The short code that both sides show; nil before the exchange.
  private(set) var shortCode: UInt32?

  private var patience = Guest.patience
  private var since: Instant
  private var heard: Instant
  private var receipt: UInt16?
  private var lastControl: UInt16?
  private var pingDue: Instant
  private var nonce: ShortCode.Nonce?
  private var commitment: Bytes32?

  init(
    _ session: HostChannel.SessionID, _ controller: HostChannel.Controller, _ phase: Phase, at now: Instant
  ) {
    (self.session, self.controller, self.phase) = (session, controller, phase)
    key = Roster.Key(controller.key)
    outbox = Outbox(first: UInt16(truncatingIfNeeded: session.index >> 8))
    (since, heard, pingDue) = (now, now, now + Guest.pingPeriod)
  }

  /// True if a short code must be compared before the guest can be admitted, and the guest has no code yet.
  var needsShortCode: Bool { controller.mode == .confirm && shortCode == nil }

  /// True if the guest is being told why it was refused or removed.
  var isLeaving: Bool {
    if case .leaving = phase { true } else { false }
  }

  /// The time at which the guest has to be sent something or removed; immediately if a receipt is due.
  var deadline: Instant {
    receipt == nil ? min(outbox.due, pingDue, end) : Instant(nanoseconds: .min)
  }

  /// The time at which the guest is removed after a silence, or turned away after too long a wait.
  ///
  /// A guest that is leaving is removed once it has acknowledged that, or after ``farewell``.
  var end: Instant {
    let silent = heard + Guest.silence
    switch phase {
    case .admitted: return silent
    case .waiting: return min(silent, since + patience)
    case .leaving(let end): return outbox.isEmpty ? Instant(nanoseconds: .min) : end
    }
  }

  /// Returns whether the guest is still present but has not been admitted in time; it is then turned away.
  func hasWaitedTooLong(at now: Instant) -> Bool {
    phase == .waiting && since + patience <= now && now < heard + Guest.silence
  }

  /// Receives the frames of the guest's packet `bytes`; returns false when they break the protocol.
  ///
  /// From a guest that is being turned away, only receipts matter.
  mutating func hear(
    _ frames: ControllerFrames, in bytes: Span<UInt8>, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> Bool {
    heard = now
    if let receipt = frames.controlReceipt { outbox.acknowledge(receipt, at: now) }
    guard let message = frames.control else { return true }
    // An admitted guest's messages are acknowledged only once the guest is a player. Until then it gets no
    // receipt and repeats them, because giving it a slot may fail at first.
    if phase != .admitted { receipt = message.id }
    guard message.id != lastControl, !isLeaving else { return true }
    lastControl = message.id
    let text = bytes.extracting(message.text)
    switch ControlMessage.Code(rawValue: message.code) {
    case .shortCodeCommitment: return commit(text, at: now, random: &random)
    case .shortCodeReveal: return reveal(text, at: now)
    default: return true
    }
  }

  private mutating func commit(
    _ text: Span<UInt8>, at now: Instant, random: inout some RandomNumberGenerator
  ) -> Bool {
    guard controller.mode == .confirm, commitment == nil, text.count == 32 else { return false }
    commitment = Bytes32 { text[$0] }
    let nonce = ShortCode.Nonce(from: &random)
    self.nonce = nonce
    return outbox.post(.shortCodeNonce, text: nonce.indices.map { nonce[$0] }, at: now)
  }

  private mutating func reveal(_ text: Span<UInt8>, at now: Instant) -> Bool {
    guard let nonce, let commitment, shortCode == nil, text.count == 16 else { return false }
    let revealed = ShortCode.Nonce { text[$0] }
    shortCode = ShortCode(handshake: controller.hash).code(
      revealed: revealed, host: nonce, commitment: commitment)
    (since, patience) = (now, Guest.shortCodePatience)
    return shortCode != nil
  }

  /// Returns the frames to send to the guest at `now`; nil when none are due.
  mutating func frames(at now: Instant) -> HostFrames? {
    guard receipt != nil || min(outbox.due, pingDue) <= now else { return nil }
    var frames = HostFrames()
    frames.controlReceipt = receipt
    receipt = nil
    frames.control = outbox.next(at: now)
    if pingDue <= now {
      frames.ping = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000)
      pingDue = now + Guest.pingPeriod
    }
    return frames.isEmpty ? nil : frames
  }

  /// Turns the guest away for `reason`: with a denial, or with a goodbye if it has played.
  mutating func dismiss(_ code: ControlMessage.Code, _ reason: Refusal, at now: Instant) {
    outbox.withdraw()
    outbox.post(code, reason.rawValue, at: now)
    phase = .leaving(until: now + Guest.farewell)
  }
}
