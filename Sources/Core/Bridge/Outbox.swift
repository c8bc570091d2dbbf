import Model
import Wire

/// A queue of reliable messages to one controller.
///
/// The first message is repeated until its receipt arrives; then the next one is sent.
struct Outbox: Sendable {
  /// The maximum number of waiting messages; a player's mode is accepted even beyond it.
  static let limit = 16
  /// The interval between two repetitions of a message.
  static let repetition = Interval.milliseconds(50)
  /// The time without a receipt after which all messages but the player's mode are discarded.
  static let patience = Interval.seconds(10)
  /// The interval between two repetitions of the mode once ``patience`` has run out.
  static let slowRepetition = Interval.seconds(1)

  private struct PendingMessage {
    var code: ControlMessage.Code
    var argument: UInt8
    var text: [UInt8] = []
  }

  private var pending: [PendingMessage] = []
  /// The number of the first message.
  private var number: UInt16
  /// The time from which ``patience`` counts: when the first message came to the front, or sending resumed.
  private var since = Instant.distantFuture

  /// The deadline for ``next(at:)``; the distant future when nothing is to be sent.
  private(set) var due = Instant.distantFuture

  /// Creates an empty queue whose first message has number `first`.
  ///
  /// The number differs between sessions, so that a controller does not mistake a message for one that it has already
  /// received.
  init(first: UInt16 = 1) {
    number = first
  }

  /// True if no message waits for its receipt.
  var isEmpty: Bool { pending.isEmpty }

  /// The text of the first message, which ``next(at:)`` returns.
  var text: [UInt8] { pending.first?.text ?? [] }

  /// Adds a message; returns false when the queue is full.
  @discardableResult
  mutating func post(
    _ code: ControlMessage.Code, _ argument: UInt8 = 0, text: [UInt8] = [], at now: Instant
  ) -> Bool {
    guard pending.count < Outbox.limit else { return false }
    pending.append(PendingMessage(code: code, argument: argument, text: text))
    if pending.count == 1 { (since, due) = (now, now) }
    return true
  }

  /// Adds the player's mode after the message in flight, even to a full queue.
  ///
  /// It replaces a mode that has not been sent yet.
  mutating func post(mode: Mode, at now: Instant) {
    let first = pending.prefix(1)
    pending =
      first + [PendingMessage(code: .mode, argument: mode.rawValue)]
      + pending.dropFirst().filter { $0.code != .mode }
    if first.isEmpty { (since, due) = (now, now) }
  }

  /// Adds the unacknowledged messages between programs from `former`, the queue of the last session.
  mutating func add(messagesOf former: Outbox, at now: Instant) {
    for message in former.pending where message.code == .message {
      post(.message, message.argument, text: message.text, at: now)
    }
  }

  /// Stops sending until ``resume(at:)``, while the controller is away.
  mutating func pause() {
    (since, due) = (.distantFuture, .distantFuture)
  }

  /// Resumes with the first message.
  mutating func resume(at now: Instant) {
    if !pending.isEmpty { (since, due) = (now, now) }
  }

  /// Discards all messages without a receipt; the numbers continue.
  mutating func withdraw() {
    if !pending.isEmpty { number &+= 1 }
    pending = []
    pause()
  }

  /// Applies the receipt of message `id`; the next message is due immediately.
  mutating func acknowledge(_ id: UInt16, at now: Instant) {
    guard !pending.isEmpty, id == number else { return }
    pending.removeFirst()
    number &+= 1
    (since, due) = pending.isEmpty ? (.distantFuture, .distantFuture) : (now, now)
  }

  /// Returns the message to send at `now`; nil when none is due.
  mutating func next(at now: Instant) -> ControlMessage? {
    guard due <= now, let first = pending.first else { return nil }
    let message = ControlMessage(id: number, code: first.code.rawValue, argument: first.argument)
    due = now + Outbox.repetition
    if now >= since + Outbox.patience { giveUp(at: now) }
    return message
  }

  /// Discards all messages but the last mode, which the controller has to receive once it reads answers again.
  private mutating func giveUp(at now: Instant) {
    guard let index = pending.lastIndex(where: { $0.code == .mode }) else { return withdraw() }
    if index > 0 { number &+= 1 }
    pending = [pending[index]]
    due = now + Outbox.slowRepetition
  }
}
