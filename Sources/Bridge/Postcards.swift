import Model
import Wire

/// Messages to the program at one controller's end that are sent once, and perhaps do not arrive.
struct Postcards: Sendable {
  /// The most messages that wait.
  static let limit = 16

  private var waiting: [(channel: UInt8, bytes: [UInt8])] = []

  /// When the next one leaves: with the next packet, which is due at once.
  var due: Instant { waiting.isEmpty ? .distantFuture : Instant(nanoseconds: .min) }

  /// Adds a message; false when there are too many.
  mutating func post(_ bytes: [UInt8], on channel: UInt8) -> Bool {
    guard waiting.count < Postcards.limit else { return false }
    waiting.append((channel, bytes))
    return true
  }

  /// Forgets all that wait.
  mutating func withdraw() {
    waiting = []
  }

  /// Adds the next message to a packet that is leaving, if it has no more than `limit` bytes with it.
  mutating func complete(_ datagram: inout Datagram<512>, limit: Int) {
    guard let next = waiting.first, datagram.count + 3 + next.bytes.count <= limit else { return }
    var frames = HostFrames()
    frames.message = Message(channel: next.channel)
    frames.write(to: &datagram, payload: next.bytes.span)
    waiting.removeFirst()
  }
}
