import Model
import Platform
import Wire

/// Where the packets of a sender come from.
protocol PacketSource: ~Copyable {
  /// When ``packet(at:)`` or ``refresh(at:)`` has something to do.
  var nextDue: Instant { get }
  /// Whether there will be no more packets.
  var isFinished: Bool { get }
  /// Whether the host has everything that it should have.
  var isSettled: Bool { get }
  /// Why there is nobody to send to any more; nil while there is.
  var failure: Failure? { get }
  /// What came of it at `now`.
  func tally(at now: Instant) -> Tally
  /// The next packet that is due at `now`; nil when no more are.
  mutating func packet(at now: Instant) -> Datagram<512>?
  /// Takes what the host has sent.
  mutating func receive(_ bytes: Span<UInt8>, at now: Instant)
  /// Lets go of everything, for good.
  mutating func rest(at now: Instant)
  /// Packets that say goodbye.
  mutating func farewells(at now: Instant) -> [Datagram<512>]
  /// Tells `poller` what input to wait for, as `token`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError)
  /// Takes the input that has arrived.
  mutating func takeInput(at now: Instant)
  /// Does what time has brought besides packets.
  mutating func refresh(at now: Instant)
}

extension PacketSource where Self: ~Copyable {
  /// None.
  var failure: Failure? { nil }
  /// No input.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {}
  /// No input.
  mutating func takeInput(at now: Instant) {}
  /// Nothing.
  mutating func refresh(at now: Instant) {}
}
