import Wire

/// What programs at both ends, and the two sides themselves, have to say to each other: reliable messages one after the
/// other until their receipts come, unreliable ones as there is room, and receipts of what has come.
struct Mailbox: Sendable {
  /// The most messages of either kind that wait at once.
  static let limit = 64

  /// What has come.
  enum Arrival: Hashable, Sendable {
    /// A reliable message: each once, and in order.
    case control(code: UInt8, argument: UInt8, text: [UInt8])
    /// An unreliable one.
    case message(channel: UInt8, bytes: [UInt8])
  }

  /// The reliable message that is under way.
  var control: ControlMessage? { reliable.first?.message }
  /// Its text.
  var text: [UInt8] { reliable.first?.text ?? [] }
  /// The receipt that the next packet carries.
  private(set) var receipt: UInt16?
  /// Whether something waits that no packet has carried yet.
  private(set) var isUrgent = false

  private var reliable: [(message: ControlMessage, text: [UInt8])] = []
  private var nextID: UInt16 = 1
  private var unreliable: [(channel: UInt8, bytes: [UInt8])] = []
  private var arrivals: [Arrival] = []
  private var newest: UInt16?

  /// Whether there is room for another message of a kind.
  func hasRoom(reliably: Bool) -> Bool { (reliably ? reliable.count : unreliable.count) < Mailbox.limit }

  /// Sends `code` after all that was sent before it; a goodbye goes before them, and instead.
  mutating func send(_ code: ControlMessage.Code, argument: UInt8, text: [UInt8]) {
    if code == .bye { reliable = [] }
    isUrgent = isUrgent || reliable.isEmpty
    reliable.append((ControlMessage(id: nextID, code: code.rawValue, argument: argument), text))
    nextID &+= 1
  }

  /// Sends `bytes` once.
  mutating func post(_ bytes: [UInt8], on channel: UInt8) {
    unreliable.append((channel, bytes))
    isUrgent = true
  }

  /// Adds the next unreliable message to a packet that is leaving, if it has no more than `limit` bytes with it.
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

  /// Takes a receipt: the next message can go.
  mutating func take(receipt: UInt16) {
    guard receipt == reliable.first?.message.id else { return }
    reliable.removeFirst()
    isUrgent = isUrgent || !reliable.isEmpty || !unreliable.isEmpty
  }

  /// Takes a reliable message, whose text lies in `bytes`; one that came before is only acknowledged, and in no hurry, or
  /// two sides that answer at once would never stop.
  mutating func take(_ control: ControlMessage, in bytes: Span<UInt8>) {
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

  /// Takes an unreliable message, whose payload lies in `bytes`.
  mutating func take(_ message: Message, in bytes: Span<UInt8>) {
    guard arrivals.count < Mailbox.limit else { return }
    arrivals.append(.message(channel: message.channel, bytes: message.payload.map { bytes[$0] }))
  }

  /// The oldest arrival that nobody has taken yet.
  mutating func nextArrival() -> Arrival? {
    arrivals.isEmpty ? nil : arrivals.removeFirst()
  }

  /// The host counts its messages anew.
  mutating func forgetNumbers() {
    newest = nil
    receipt = nil
  }

  /// The host goes on only when it has the receipt, so what is not ahead of the newest came before (RFC 1982).
  private func isNew(_ id: UInt16) -> Bool {
    newest.map { Int16(bitPattern: id &- $0) > 0 } ?? true
  }
}
