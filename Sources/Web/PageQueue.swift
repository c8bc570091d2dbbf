import Wire

/// What a page is to hear as soon as the network takes it: every text, but of each state only the newest, and of the host's
/// frames only the newest few.
struct PageQueue: Sendable {
  /// Something that changes, also because of others: only the newest of each is of use, however often it has changed.
  enum State: Hashable, Sendable {
    /// Who plays.
    case players
    /// How a quiz stands.
    case quiz
    /// The layout that the host wants.
    case layout
    /// The pages that play, for dashboards.
    case names
    /// The link for the next player.
    case ticket
    /// The PIN for the next device.
    case pin
  }

  /// Something to be sent.
  enum Message: Hashable, Sendable {
    case text(String)
    case binary([UInt8])
  }

  /// The most texts that wait.
  private let textLimit: Int
  /// The most packets of frames that wait: what is older than them is of no use when it arrives.
  private let binaryLimit: Int
  private var texts: [String] = []
  private var states: [(state: State, text: String)] = []
  private var binaries: [[UInt8]] = []
  /// How many packets of frames were given up.
  private(set) var dropped = 0

  /// A queue for a phone's page, unless told otherwise.
  init(textLimit: Int = 16, binaryLimit: Int = 4) {
    (self.textLimit, self.binaryLimit) = (textLimit, binaryLimit)
  }

  /// Whether nothing waits.
  var isEmpty: Bool { texts.isEmpty && states.isEmpty && binaries.isEmpty }

  /// Adds a text; false when the page does not read.
  mutating func add(text: String) -> Bool {
    guard texts.count < textLimit else { return false }
    texts.append(text)
    return true
  }

  /// Adds how `state` is, in the place of what has not been sent of it.
  mutating func add(_ state: State, text: String) {
    states.removeAll { $0.state == state }
    states.append((state, text))
  }

  /// Adds a packet of frames, in the place of the oldest if too many wait.
  mutating func add(binary: [UInt8]) {
    if binaries.count == binaryLimit {
      binaries.removeFirst()
      dropped += 1
    }
    binaries.append(binary)
  }

  /// The next message; nil when nothing waits.
  mutating func next() -> Message? {
    if !texts.isEmpty { return .text(texts.removeFirst()) }
    if !states.isEmpty { return .text(states.removeFirst().text) }
    return binaries.isEmpty ? nil : .binary(binaries.removeFirst())
  }
}

extension PageQueue.Message {
  /// The message as it goes over a WebSocket.
  var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .binary(let bytes): bytes
    }
  }

  /// Whether it is text.
  var isText: Bool { if case .text = self { true } else { false } }

  /// The message as a server-sent event.
  var event: [UInt8] {
    switch self {
    case .text(let text): Array("event: text\ndata: \(text)\n\n".utf8)
    case .binary(let bytes): Array("event: binary\ndata: \(Base64.text(of: bytes))\n\n".utf8)
    }
  }
}

/// Bytes as letters, with padding (RFC 4648 §4).
enum Base64 {
  /// The letters of `bytes`.
  static func text(of bytes: [UInt8]) -> String {
    let others: [Character: Character] = ["-": "+", "_": "/"]
    let letters = Base64URL.text(of: bytes.span).map { others[$0] ?? $0 }
    return String(letters) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }
}
