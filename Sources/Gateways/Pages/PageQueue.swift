import Wire

/// The messages for a page that wait for the network.
///
/// The queue holds all texts that have to be delivered, the newest text of each state, and the few newest
/// packets: the host's frames or, for a dashboard, statuses.
struct PageQueue: Sendable {
  /// The states whose newest text is all that a page needs, however often they change.
  enum State: Hashable, Sendable {
    /// The list of players.
    case players
    /// The state of a quiz.
    case quiz
    /// The shared pad of the page's player.
    case share
    /// The layout that the host or a game has set.
    case layout
    /// The pages with a slot, for dashboards.
    case names
    /// The link for the next player.
    case ticket
    /// The PIN for the next device.
    case pin
    /// The code for the app DroidPad.
    case droidPad
    /// The state of the first visit.
    case setup
    /// The kept layouts.
    case shelf
    /// The answer to the given part of an uploaded layout.
    case kept(part: Int)
    /// The refusal of a layout.
    case refused
    /// The answer to the row of a phone's check.
    case checked
    /// The settings of everybody, or of one player.
    case settings(slot: UInt8)
    /// The place in a file that sets a setting.
    case lock(knob: UInt8, slot: UInt8)
  }

  /// A message to be sent.
  enum Message: Hashable, Sendable {
    case text(String)
    case binary([UInt8])
  }

  /// The maximum number of waiting texts.
  private let textLimit: Int
  /// The maximum number of waiting packets; older packets would be useless on arrival.
  private let binaryLimit: Int
  private var texts: [String] = []
  private var states: [(state: State, text: String)] = []
  private var binaries: [[UInt8]] = []
  /// The number of packets that were discarded.
  private(set) var dropped = 0

  /// Creates a queue; the default limits are those of a phone's page.
  init(textLimit: Int = 16, binaryLimit: Int = 4) {
    (self.textLimit, self.binaryLimit) = (textLimit, binaryLimit)
  }

  /// True if no message is waiting.
  var isEmpty: Bool { texts.isEmpty && states.isEmpty && binaries.isEmpty }

  /// Adds a text; returns false if too many texts wait because the page does not read.
  mutating func add(text: String) -> Bool {
    guard texts.count < textLimit else { return false }
    texts.append(text)
    return true
  }

  /// Adds the current text of `state`, replacing an unsent earlier one.
  mutating func add(_ state: State, text: String) {
    states.removeAll { $0.state == state }
    states.append((state, text))
  }

  /// Adds a packet, replacing the oldest one if too many wait.
  mutating func add(binary: [UInt8]) {
    if binaries.count == binaryLimit {
      binaries.removeFirst()
      dropped += 1
    }
    binaries.append(binary)
  }

  /// Removes and returns the next message; nil if none waits.
  mutating func next() -> Message? {
    if !texts.isEmpty { return .text(texts.removeFirst()) }
    if !states.isEmpty { return .text(states.removeFirst().text) }
    return binaries.isEmpty ? nil : .binary(binaries.removeFirst())
  }
}

extension PageQueue.Message {
  /// The payload of a WebSocket message.
  var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .binary(let bytes): bytes
    }
  }

  /// True if the message is a text.
  var isText: Bool { if case .text = self { true } else { false } }

  /// The message as a server-sent event.
  var event: [UInt8] {
    switch self {
    case .text(let text): Array("event: text\ndata: \(text)\n\n".utf8)
    case .binary(let bytes): Array("event: binary\ndata: \(Base64.text(of: bytes))\n\n".utf8)
    }
  }
}
