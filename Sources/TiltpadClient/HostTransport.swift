public import Model

/// What carries a ``Host``'s datagrams and tells it the time: a UDP socket and a timer of the app, or a test.
///
/// Hand what arrives to ``Host/deliver(_:from:)``. Everything happens on one thread, or on one queue, of the app's choice.
public protocol HostTransport: AnyObject {
  /// The present on a clock that never goes back and does not stop while a session lasts.
  var now: Instant { get }

  /// Sends `datagram`, at most 512 bytes, to `endpoint`; what is lost is sent again if it matters.
  func send(_ datagram: Span<UInt8>, to endpoint: Endpoint)

  /// Asks for ``Host/advance()`` at `instant` or soon after, instead of what was asked for before;
  /// `Instant.distantFuture` for never.
  func schedule(at instant: Instant)
}
