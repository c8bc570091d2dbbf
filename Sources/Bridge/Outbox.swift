import Model
import Wire

/// Reliable messages to one controller: the first is repeated until its receipt comes, then the next one goes.
struct Outbox: Sendable {
  /// The most messages that wait.
  static let limit = 16
  /// How often a message is repeated.
  static let repetition = Interval.milliseconds(50)
  /// After so long without a receipt nobody is listening, and everything but the player's mode is forgotten.
  static let patience = Interval.seconds(10)
  /// How often the mode is repeated then.
  static let slowRepetition = Interval.seconds(1)

  private struct Letter {
    var code: ControlMessage.Code
    var argument: UInt8
    var text: [UInt8] = []
  }

  private var letters: [Letter] = []
  /// The number of the first message.
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
    letters.append(Letter(code: code, argument: argument, text: text))
    if letters.count == 1 { (since, due) = (now, now) }
    return true
  }

  /// Adds which mode the player is in, before what was not sent yet and though there are too many; a mode that was not
  /// sent yet is replaced.
  mutating func post(mode: Mode, at now: Instant) {
    let first = letters.prefix(1)
    letters =
      first + [Letter(code: .mode, argument: mode.rawValue)] + letters.dropFirst().filter { $0.code != .mode }
    if first.isEmpty { (since, due) = (now, now) }
  }

  /// Adds the messages between programs that `former`, the box of the session before, has no receipts for.
  mutating func add(messagesOf former: Outbox, at now: Instant) {
    for letter in former.letters where letter.code == .message {
      post(.message, letter.argument, text: letter.text, at: now)
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
    if !letters.isEmpty { number &+= 1 }
    letters = []
    pause()
  }

  /// Takes a receipt: the next message is due at once.
  mutating func acknowledge(_ id: UInt16, at now: Instant) {
    guard !letters.isEmpty, id == number else { return }
    letters.removeFirst()
    number &+= 1
    (since, due) = letters.isEmpty ? (.distantFuture, .distantFuture) : (now, now)
  }

  /// The message to be sent at `now`; nil when none is due.
  mutating func next(at now: Instant) -> ControlMessage? {
    guard due <= now, let first = letters.first else { return nil }
    let message = ControlMessage(id: number, code: first.code.rawValue, argument: first.argument)
    due = now + Outbox.repetition
    if now >= since + Outbox.patience { giveUp(at: now) }
    return message
  }

  /// Nobody seems to be listening; who does later has to hear in which mode the player is.
  private mutating func giveUp(at now: Instant) {
    guard let place = letters.lastIndex(where: { $0.code == .mode }) else { return withdraw() }
    if place > 0 { number &+= 1 }
    letters = [letters[place]]
    due = now + Outbox.slowRepetition
  }
}
