public import Gamepad

/// The reason why a requested pad could not be made.
public struct PadShortage: Error, Hashable, Sendable {
  /// A device's refusal to create a pad.
  public struct Refusal: Hashable, Sendable {
    /// The path of the device.
    public let device: String
    /// The reason for the refusal.
    public let error: PadError
  }

  /// The requested identity.
  public let wanted: Identity
  /// The identity of the pad made in its place; nil if none was made.
  public var given: Identity?
  /// The refusals in the order of the attempts, the one for `wanted` first.
  public var refusals: [Refusal] = []

  /// Creates the shortage of a pad with identity `wanted`.
  public init(of wanted: Identity) {
    self.wanted = wanted
  }

  /// Creates the shortage of a pad with the default identity.
  init(_ refusals: [(device: String, error: PadError)]) {
    self.init(of: IdentityChoice().common)
    for refusal in refusals { add(refusal.error, of: refusal.device) }
  }

  /// Records that `device` made no pad because of `error`.
  public mutating func add(_ error: PadError, of device: String) {
    let refusal = Refusal(device: device, error: error)
    if !refusals.contains(refusal) { refusals.append(refusal) }
  }
}
