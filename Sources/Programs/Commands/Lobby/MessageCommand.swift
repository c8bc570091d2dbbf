import Console
import Model
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad message`, which exchanges messages with the players' programs.
  static let message = Command(
    "message", "send text to the players' programs, or print what they send", operands: "[TEXT]",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("to", "t", value: "PLAYERS", "send to these players, such as 1 or 1,3, instead of to all"),
      Option(
        "channel", "c", value: "NUMBER", "send on this channel, 0 to 255, as the programs have agreed (0)"),
      Option("unreliable", "u", "send it once, whether it arrives or not"),
      Option("listen", "l", "print the messages that the players' programs send, one per line"),
      Option("json", "j", "with --listen: print each message as a JSON object on one line"),
    ],
    details: """
      TEXT has at most \(Message.longest) bytes. Without --unreliable it is repeated until it has
      arrived, once and in order. The exit status is 1 if a player was left out.
      """,
    run: messageCommand)
}

private func messageCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard invocation.operands.count <= 1 else {
    throw .usage(
      "unexpected argument \(invocation.operands[1]); quote a text that contains blanks",
      of: invocation.command)
  }
  guard invocation.has("listen") else { return try send(invocation) }
  for other in ["to", "channel", "unreliable"] where invocation.has(other) {
    throw .usage("--listen and --\(other) cannot be used together", of: invocation.command)
  }
  if let text = invocation.operands.first {
    throw .usage("unexpected argument \(text)", of: invocation.command)
  }
  return try listen(invocation)
}

private func send(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard let text = invocation.operands.first, !invocation.has("json") else {
    throw .usage(
      invocation.has("json") ? "--json needs --listen" : "TEXT is needed", of: invocation.command)
  }
  let bytes = Array(text.utf8)
  guard bytes.count <= Message.longest else {
    throw .usage(
      "the text has \(bytes.count) bytes, but at most \(Message.longest) are allowed", of: invocation.command)
  }
  let message = LocalMessage(
    slots: try players(invocation), channel: try invocation.number("channel", in: 0...UInt8.max, or: 0),
    isReliable: !invocation.has("unreliable"))
  let context = "sending a message"
  var connection = try DaemonClient(invocation, while: context)
  let delivery = try connection.send(message, bytes, while: context)
  guard Stream.output.write("sent to \(delivery.taken.label)\n") else {
    return Failure.Status.failed.rawValue
  }
  if let failure = Failure(delivery, isForAll: !invocation.has("to"), while: context) { throw failure }
  return 0
}

private func listen(_ invocation: Invocation) throws(Failure) -> Int32 {
  let context = "listening to the players' programs"
  var connection = try DaemonClient(invocation, while: context)
  connection.listen()
  while let (message, bytes) = try connection.nextMessage(while: context) {
    let line = invocation.has("json") ? message.json(bytes).text : message.line(bytes)
    guard Stream.output.write(line + "\n") else { return Failure.Status.failed.rawValue }
  }
  return 0
}

/// Returns the players named by the option `--to`, or all players without it.
///
/// - Throws: a usage failure if a number names no player.
private func players(_ invocation: Invocation) throws(Failure) -> PlayerSlots {
  guard let text = invocation.value("to") else { return .all }
  var slots = PlayerSlots()
  for number in text.split(separator: ",", omittingEmptySubsequences: false) {
    guard let slot = Int(number).flatMap({ PlayerSlot(number: $0) }) else {
      throw .usage(
        "--to \(text): \(number) is not a player from 1 to \(PlayerSlot.limit)", of: invocation.command)
    }
    slots.insert(PlayerSlots(slot))
  }
  return slots
}

extension Failure {
  /// Creates the failure of a message that missed players; nil if it missed none.
  ///
  /// A message for all players counts as complete if it is sent to at least one, and no other player is away
  /// or has too many pending messages.
  fileprivate init?(_ delivery: LocalDelivery, isForAll: Bool, while context: String) {
    if isForAll && delivery.taken.isEmpty && delivery.away.isEmpty && delivery.tooMany.isEmpty {
      self.init("no player accepts messages", while: context, try: "tiltpad monitor --once")
      return
    }
    let reasons = [
      (isForAll ? [] : delivery.nobody, "not there, or unable to receive messages"), (delivery.away, "away"),
      (delivery.tooMany, "earlier messages have not arrived yet"),
    ].filter { !$0.0.isEmpty }
    guard !reasons.isEmpty else { return nil }
    self.init(
      reasons.map { "\($0.0.label): \($0.1)" }.joined(separator: "; "), while: context,
      try: "tiltpad monitor --once")
  }
}

extension PlayerSlots {
  /// The players by their numbers: `player 2`, `players 1, 3`, or `nobody`.
  var label: String {
    let numbers = each.map { "\($0.number)" }
    guard let first = numbers.first else { return "nobody" }
    return numbers.count == 1 ? "player \(first)" : "players \(numbers.joined(separator: ", "))"
  }
}

extension LocalMessage {
  /// Returns the message from a player's program, with the payload `bytes`, as a line.
  func line(_ bytes: [UInt8]) -> String { "\(slots.label), channel \(channel): \(bytes.quoted)" }

  /// Returns the message from a player's program, with the payload `bytes`, as a JSON object.
  func json(_ bytes: [UInt8]) -> JSON {
    .object(
      [("player", .integer(UInt64(slots.each.first?.number ?? 0)))]
        + JSON.members(channel, bytes, isReliable: isReliable))
  }
}

extension JSON {
  /// Returns the JSON members of a message: its channel, its reliability, its text and its bytes.
  ///
  /// The text is null if the bytes are not UTF-8.
  static func members(_ channel: UInt8, _ bytes: [UInt8], isReliable: Bool) -> [(String, JSON)] {
    [
      ("channel", .integer(UInt64(channel))), ("reliable", .bool(isReliable)),
      ("text", bytes.text.map { .string($0) } ?? .null), ("bytes", .string(bytes.span.hexadecimal)),
    ]
  }
}

extension [UInt8] {
  /// The text encoded by the bytes; nil if they are not UTF-8.
  fileprivate var text: String? { String(validating: self, as: UTF8.self) }

  /// The text in quotation marks, with terminal control characters escaped; hexadecimal digits if the bytes are not
  /// UTF-8.
  var quoted: String { text.map { JSON.string($0).text } ?? span.hexadecimal }
}
