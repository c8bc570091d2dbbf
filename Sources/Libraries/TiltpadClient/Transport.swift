public import Model

/// The transport of a ``Client``, which carries its datagrams and tells it the time.
///
/// It is a UDP socket and a timer of the app, or a substitute for both in a test. Pass arriving datagrams to
/// ``Client/deliver(_:)``. All calls happen on one thread or queue of the app's choice.
public protocol Transport: AnyObject {
  /// The present time of a clock that never runs backwards and does not stop during a session.
  var now: Instant { get }

  /// Sends `datagram`, at most 512 bytes, to the host; a loss does no harm, because the client repeats what matters.
  func send(_ datagram: Span<UInt8>)

  /// Requests a call of ``Client/advance()`` at `instant` or soon after, replacing any earlier request.
  ///
  /// `Instant.distantFuture` requests no call.
  func schedule(at instant: Instant)
}
