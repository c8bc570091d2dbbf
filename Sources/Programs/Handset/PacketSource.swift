package import Model
package import Platform
package import Wire

/// A source of packets to send.
package protocol PacketSource: ~Copyable {
  /// The time at which ``packet(at:)`` or ``refresh(at:)`` is due.
  var nextDue: Instant { get }
  /// True if the source has no more packets.
  var isFinished: Bool { get }
  /// True if the host has acknowledged everything that must arrive.
  var isSettled: Bool { get }
  /// The reason why the host can no longer be reached; nil while it can.
  var failure: SessionFailure? { get }
  /// Returns the tally up to `now`.
  func tally(at now: Instant) -> Tally
  /// Returns the next packet that is due at `now`; nil when there is none.
  mutating func packet(at now: Instant) -> Datagram<512>?
  /// Receives a datagram from the host.
  mutating func receive(_ bytes: Span<UInt8>, at now: Instant)
  /// Ends the input: all controls are released, now or by the goodbye.
  mutating func rest(at now: Instant)
  /// Returns the packets that say goodbye.
  mutating func farewells(at now: Instant) -> [Datagram<512>]
  /// Adds the source's input to `poller`, with tokens from 1 onwards.
  func join(_ poller: borrowing Poller) throws(SystemError)
  /// Receives the input that has arrived at the descriptor with `token`.
  mutating func receiveInput(_ token: UInt64, at now: Instant)
  /// Does everything that is due by `now`, except for packets.
  mutating func refresh(at now: Instant)
}

extension PacketSource where Self: ~Copyable {
  /// Always nil, for a source that cannot fail.
  package var failure: SessionFailure? { nil }
  /// Adds nothing, for a source without input.
  package func join(_ poller: borrowing Poller) throws(SystemError) {}
  /// Does nothing, for a source without input.
  package mutating func receiveInput(_ token: UInt64, at now: Instant) {}
  /// Does nothing, for a source without other work.
  package mutating func refresh(at now: Instant) {}
}
