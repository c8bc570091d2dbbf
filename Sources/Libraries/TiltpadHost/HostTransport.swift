public import Model

/// The transport of a ``Host``, which carries its datagrams and tells it the time.
///
/// It is a UDP socket and a timer of the app, or a substitute for both in a test. Pass arriving datagrams to
/// ``Host/deliver(_:from:)``. All calls happen on one thread or queue of the app's choice.
public protocol HostTransport: AnyObject {
  /// The present time of a clock that never runs backwards and does not stop during a session.
  var now: Instant { get }

  /// Sends `datagram`, at most 512 bytes, to `endpoint`; a loss does no harm, because the host repeats what matters.
  func send(_ datagram: Span<UInt8>, to endpoint: Endpoint)

  /// Requests a call of ``Host/advance()`` at `instant` or soon after, replacing any earlier request.
  ///
  /// `Instant.distantFuture` requests no call.
  func schedule(at instant: Instant)
}
