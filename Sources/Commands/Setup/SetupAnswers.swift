/// The answers to the questions of `tiltpad setup`.
struct SetupAnswers: Hashable, Sendable {
  /// The value of each option that was answered.
  var values: [String: String] = [:]

  /// The name of the identity that suits the answers, as in the key `identity`.
  ///
  /// Browsers tell pads of uhid apart, and those of uinput not (docs/compatibility.md); a DualSense has motion sensors as well.
  var identity: String {
    if values["gyro"] == "yes" { return "dualsense" }
    return values["browser"] == "yes" ? "xboxone-bt" : "xbox360"
  }

  /// The text of the drop-in.
  var configuration: String {
    """
    # Written by tiltpad setup, which replaces this file each time it is run. Keep your own settings in another file.
    [host]
    admission = \(values["join"] ?? "open")
    identity = \(identity)
    [web]
    page = \(values["page"] ?? "own")

    """
  }
}
