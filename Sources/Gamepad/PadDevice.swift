public import Model
public import Platform

/// A pad, real or recording, at its place among the pads of all players (docs/decisions/0009).
///
/// When it is let go of, what it shows comes to rest and its descriptor is closed.
public protocol PadDevice: AnyObject {
  /// What the kernel calls the pad, as `input7`, or the address that its devices share; nil without a device.
  var sysname: String? { get }

  /// Brings the pad to `report`, with `batch` as the place to put the events together.
  func emit(_ report: PadReport, in batch: inout Batch) -> Emission

  /// Reports to `poller` as `token` that games ask for something.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError)

  /// No longer reports to `poller`, which would otherwise look at a device that others hold as well.
  func leave(_ poller: borrowing Poller)

  /// Takes what games have asked for; what that leads to is in ``feedback(at:)``.
  func takeRequests(at now: Instant)

  /// What games want of the controller at `now`.
  func feedback(at now: Instant) -> PadFeedback

  /// When ``feedback(at:)`` may differ without a request, after `now`, or ``refresh(at:)`` has something to do.
  func nextFeedback(after now: Instant) -> Instant

  /// Gives the pad its last report again if that is due at `now`.
  func refresh(at now: Instant)

  /// Shows each descriptor that keeps the pad of `slot` plugged in, and its name: `pad` or, for its sensors, `motion`,
  /// and the player's number.
  func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void)

  /// Shows the descriptor of the sensors beside the pad of `slot`, if they are there, and its name.
  func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void)

  /// Unplugs the device, at rest, whoever else holds it; nothing more can be done with it.
  func destroy()
}

/// What most pads have no need of.
extension PadDevice {
  /// Nothing is ever given again.
  public func refresh(at now: Instant) {}

  /// There are no sensors beside the pad.
  public func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {}
}
