public import Model
public import Platform

/// The pad of a player, with a device or in memory only (docs/decisions/0009).
///
/// When the object is released, the pad comes to rest and its descriptor is closed.
public protocol PadDevice: AnyObject {
  /// The kernel's name for the pad, such as `input7`, or the address that its devices share; nil if it has no device.
  var sysname: String? { get }

  /// The pad as a device that games can push with force feedback; nil if games cannot push it.
  var pushed: (any PushedPad)? { get }

  /// Makes the pad show `report`; `batch` is the space in which the events are assembled.
  func emit(_ report: PadReport, in batch: inout Batch) -> Emission

  /// Makes `poller` wake with `token` when games have requests.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError)

  /// Removes the pad from `poller`.
  ///
  /// Without this call, the poller would continue to watch a device that other processes have open as well.
  func leave(_ poller: borrowing Poller)

  /// Receives the requests from games; their result is in ``feedback(at:)``.
  func receiveRequests(at now: Instant)

  /// Returns the force feedback and the light that games request from the controller at `now`.
  func feedback(at now: Instant) -> PadFeedback

  /// Returns the next time after `now` at which ``feedback(at:)`` may change by itself or ``refresh(at:)`` is due.
  func nextFeedback(after now: Instant) -> Instant

  /// Does the pad's own work that is due at `now`: repeats its last report, or advances its forces.
  func refresh(at now: Instant)

  /// Calls `body` with each descriptor that keeps the pad of `slot` plugged in, and with its name.
  ///
  /// The name is `pad` and the player's number, or `motion` and the number for the pad's sensors.
  func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void)

  /// Calls `body` with the descriptor, and its name, of the separate sensors of the pad of `slot`, if they exist.
  func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void)

  /// Brings the device to rest and unplugs it, even if other processes have it open.
  ///
  /// The object is of no use afterwards.
  func destroy()
}

/// Defaults for pads without forces, repeated reports and separate sensors.
extension PadDevice {
  /// Always nil, because games cannot push the pad.
  public var pushed: (any PushedPad)? { nil }

  /// Does nothing: the pad repeats no report.
  public func refresh(at now: Instant) {}

  /// Does nothing: the pad has no separate sensors.
  public func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {}
}
