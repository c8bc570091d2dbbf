import Model
import Wire

/// A queue of messages to one controller's program, each sent once and possibly lost.
struct UnreliableQueue: Sendable {
  /// The maximum number of waiting messages.
  static let limit = 16

  private var waiting: [(channel: UInt8, bytes: [UInt8])] = []

  /// The deadline of the next message: immediately if there is one, otherwise the distant future.
  var due: Instant { waiting.isEmpty ? .distantFuture : Instant(nanoseconds: .min) }

  /// Adds a message; returns false when the queue is full.
  mutating func post(_ bytes: [UInt8], on channel: UInt8) -> Bool {
    guard waiting.count < UnreliableQueue.limit else { return false }
    waiting.append((channel, bytes))
    return true
  }

  /// Discards all waiting messages.
  mutating func withdraw() {
    waiting = []
  }

  /// Adds the next message to an outgoing packet, if the packet then has at most `limit` bytes.
  mutating func complete(_ datagram: inout Datagram<512>, limit: Int) {
    guard let next = waiting.first, datagram.count + 3 + next.bytes.count <= limit else { return }
    var frames = HostFrames()
    frames.message = Message(channel: next.channel)
    frames.write(to: &datagram, payload: next.bytes.span)
    waiting.removeFirst()
  }
}
