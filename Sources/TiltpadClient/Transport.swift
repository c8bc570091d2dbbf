public import Model

/// What carries a ``Client``'s datagrams and tells it the time: a UDP socket and a timer of the app, or a test.
///
/// Hand what arrives to ``Client/deliver(_:)``. Everything happens on one thread, or on one queue, of the app's choice.
public protocol Transport: AnyObject {
  /// The present on a clock that never goes back and does not stop while a session lasts.
  var now: Instant { get }

  /// Sends `datagram`, at most 512 bytes, to the host; what is lost is sent again if it matters.
  func send(_ datagram: Span<UInt8>)

  /// Asks for ``Client/advance()`` at `instant` or soon after, instead of what was asked for before;
  /// `Instant.distantFuture` for never.
  func schedule(at instant: Instant)
}
