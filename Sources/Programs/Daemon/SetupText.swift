public import Gamepad
public import Model
public import Wire

/// The settings that correspond to the answers.
extension SetupAnswers {
  /// The admission policy.
  public var policy: AdmissionPolicy { asksFirst ? .ask : .open }

  /// The identity of pads.
  ///
  /// Browsers can distinguish uhid pads, but not uinput pads (docs/compatibility.md). With udev 259, Steam opens only HID
  /// pads, which are those made through uhid (docs/steam.md). A DualSense also has motion sensors.
  public var identity: Identity {
    if hasMotion { return .dualSense }
    return isForBrowsers || isForSteam ? .xboxOneBluetooth : .xbox360
  }

  /// Returns the text of a configuration file, which begins with the comment `origin`.
  public func configuration(from origin: String) -> String {
    """
    \(origin)
    [host]
    admission = \(policy.label)
    identity = \(Identity.named.first { $0.identity == identity }?.name ?? "xbox360")
    [web]
    page = \(page ?? "own")

    """
  }
}
