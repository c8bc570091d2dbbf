import Model
import Wire

/// Reliable messages to one controller: the first is repeated until its receipt comes, then the next one goes.
struct Outbox: Sendable {
  /// The most messages that wait.
  static let limit = 16
  /// How often a message is repeated.
  static let repetition = Interval.milliseconds(50)
  /// After so long without a receipt nobody is listening, and everything is forgotten.
  static let patience = Interval.seconds(10)

  private struct Letter {
    var message: ControlMessage
    var text: [UInt8]
  }

  private var letters: [Letter] = []
  private var number: UInt16
  /// Since when the first message is the first.
  private var since = Instant.distantFuture

  /// When ``next(at:)`` has something to send.
  private(set) var due = Instant.distantFuture

  /// An empty box whose first message has that number: another one in each session, lest a controller take it for one that it
  /// has had.
  init(first: UInt16 = 1) {
    number = first
  }

  /// Whether every message has its receipt.
  var isEmpty: Bool { letters.isEmpty }

  /// The text of the message that ``next(at:)`` gives.
  var text: [UInt8] { letters.first?.text ?? [] }

  /// Adds a message; false when there are too many.
  @discardableResult
  mutating func post(
    _ code: ControlMessage.Code, _ argument: UInt8 = 0, text: [UInt8] = [], at now: Instant
  ) -> Bool {
    guard letters.count < Outbox.limit else { return false }
    let message = ControlMessage(id: number, code: code.rawValue, argument: argument)
    number &+= 1
    letters.append(Letter(message: message, text: text))
    if letters.count == 1 { (since, due) = (now, now) }
    return true
  }

  /// Adds the messages between programs that `former`, the box of the session before, has no receipts for.
  mutating func add(messagesOf former: Outbox, at now: Instant) {
    for letter in former.letters where letter.message.code == ControlMessage.Code.message.rawValue {
      post(.message, letter.message.argument, text: letter.text, at: now)
    }
  }

  /// Sends nothing until ``resume(at:)``: nobody is there.
  mutating func pause() {
    (since, due) = (.distantFuture, .distantFuture)
  }

  /// Goes on with the first message.
  mutating func resume(at now: Instant) {
    if !letters.isEmpty { (since, due) = (now, now) }
  }

  /// Forgets what has no receipt yet; the numbers go on.
  mutating func withdraw() {
    letters = []
    pause()
  }

  /// Takes a receipt: the next message is due at once.
  mutating func acknowledge(_ id: UInt16, at now: Instant) {
    guard letters.first?.message.id == id else { return }
    letters.removeFirst()
    (since, due) = letters.isEmpty ? (.distantFuture, .distantFuture) : (now, now)
  }

  /// The message to be sent at `now`; nil when none is due.
  mutating func next(at now: Instant) -> ControlMessage? {
    guard due <= now, let first = letters.first else { return nil }
    due = now + Outbox.repetition
    if now >= since + Outbox.patience { withdraw() }
    return first.message
  }
}
