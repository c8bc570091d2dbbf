import Wire

/// A mailbox for messages between the programs at both ends, and between controller and host themselves.
///
/// Reliable messages are sent one after the other; each is repeated until its receipt arrives. Unreliable
/// messages are sent when a packet has room. The mailbox also sends receipts for reliable messages that have
/// arrived.
struct Mailbox: Sendable {
  /// The number of waiting messages of one kind at which there is no room for more, and the maximum number of
  /// arrivals.
  static let limit = 64

  /// The requests of which only the newest counts.
  private static let requests: Set<ControlMessage.Code> = [.recentre, .identity]

  /// A message that has arrived.
  enum Arrival: Hashable, Sendable {
    /// A reliable message; each arrives once and in order.
    case control(code: UInt8, argument: UInt8, text: [UInt8])
    /// An unreliable message.
    case message(channel: UInt8, bytes: [UInt8])
  }

  /// The reliable message that is in flight; nil if there is none.
  var control: ControlMessage? { reliable.first?.message }
  /// The text of ``control``.
  var text: [UInt8] { reliable.first?.text ?? [] }
  /// The receipt that the next packet carries; nil if there is none.
  private(set) var receipt: UInt16?
  /// True if a packet should be sent immediately, for a message or receipt that no packet has carried yet.
  private(set) var isUrgent = false

  private var reliable: [(message: ControlMessage, text: [UInt8])] = []
  private var nextID: UInt16 = 1
  private var unreliable: [(channel: UInt8, bytes: [UInt8])] = []
  private var arrivals: [Arrival] = []
  private var newest: UInt16?

  /// Returns whether another message of this kind has room.
  func hasRoom(reliably: Bool) -> Bool { (reliably ? reliable.count : unreliable.count) < Mailbox.limit }

  /// Sends `code` after all earlier messages.
  ///
  /// A goodbye discards the earlier messages. A request takes the position of the same request that still waits.
  mutating func send(_ code: ControlMessage.Code, argument: UInt8, text: [UInt8]) {
    if code == .bye { reliable = [] }
    if Mailbox.requests.contains(code), let index = waitingIndex(of: code) {
      reliable[index].message.argument = argument
      return
    }
    isUrgent = isUrgent || reliable.isEmpty
    reliable.append((ControlMessage(id: nextID, code: code.rawValue, argument: argument), text))
    nextID &+= 1
  }

  /// Removes the messages with this code that have not been sent yet.
  mutating func withdraw(_ code: ControlMessage.Code) {
    let sent = reliable.prefix(1)
    reliable = sent + reliable.dropFirst().filter { $0.message.code != code.rawValue }
    for index in reliable.indices.dropFirst() {
      reliable[index].message.id = reliable[index - 1].message.id &+ 1
    }
    if let last = reliable.last { nextID = last.message.id &+ 1 }
  }

  /// Returns the index of a message with this code that has not been sent yet; nil if there is none.
  private func waitingIndex(of code: ControlMessage.Code) -> Int? {
    reliable.indices.dropFirst().first { reliable[$0].message.code == code.rawValue }
  }

  /// Sends `bytes` once, unreliably.
  mutating func post(_ bytes: [UInt8], on channel: UInt8) {
    unreliable.append((channel, bytes))
    isUrgent = true
  }

  /// Adds the next unreliable message to an outgoing packet, if the packet then has at most `limit` bytes.
  ///
  /// The packet also carries the receipt, which is then forgotten.
  mutating func complete(_ datagram: inout Datagram<512>, limit: Int) {
    receipt = nil
    isUrgent = false
    guard let next = unreliable.first, datagram.count + 3 + next.bytes.count <= limit else { return }
    var frames = ControllerFrames()
    frames.message = Message(channel: next.channel)
    frames.write(to: &datagram, payload: next.bytes.span)
    unreliable.removeFirst()
    isUrgent = !unreliable.isEmpty
  }

  /// Applies a receipt, so that the next message can be sent.
  mutating func apply(receipt: UInt16) {
    guard receipt == reliable.first?.message.id else { return }
    reliable.removeFirst()
    isUrgent = isUrgent || !reliable.isEmpty || !unreliable.isEmpty
  }

  /// Applies a reliable message, whose text is in `bytes`.
  ///
  /// A message that has arrived before is only acknowledged, and not immediately: two sides that both answered
  /// immediately would never stop.
  mutating func apply(_ control: ControlMessage, in bytes: Span<UInt8>) {
    if isNew(control.id) {
      guard arrivals.count < Mailbox.limit else { return }
      newest = control.id
      arrivals.append(
        .control(
          code: control.code, argument: control.argument, text: control.text.map { bytes[$0] }))
      isUrgent = true
    }
    receipt = control.id
  }

  /// Applies an unreliable message, whose payload is in `bytes`.
  mutating func apply(_ message: Message, in bytes: Span<UInt8>) {
    guard arrivals.count < Mailbox.limit else { return }
    arrivals.append(.message(channel: message.channel, bytes: message.payload.map { bytes[$0] }))
  }

  /// Removes and returns the oldest arrival, or nil if there is none.
  mutating func nextArrival() -> Arrival? {
    arrivals.isEmpty ? nil : arrivals.removeFirst()
  }

  /// Forgets the numbers of the host's messages, because the host restarts them.
  mutating func forgetNumbers() {
    newest = nil
    receipt = nil
  }

  /// Returns whether the message is new.
  ///
  /// The host continues only after a receipt, so any number not ahead of the newest is a repetition (RFC 1982).
  private func isNew(_ id: UInt16) -> Bool {
    newest.map { Int16(bitPattern: id &- $0) > 0 } ?? true
  }
}
