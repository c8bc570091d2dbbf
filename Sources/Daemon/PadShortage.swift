public import Gamepad

/// Why a player has not the pad that was asked for.
public struct PadShortage: Error, Hashable, Sendable {
  /// A device that makes pads, and why it made none.
  public struct Refusal: Hashable, Sendable {
    /// The path of the device.
    public let device: String
    /// Why it made none.
    public let error: PadError
  }

  /// What was asked for.
  public let wanted: Identity
  /// What was made in its place; nil: nothing.
  public var given: Identity?
  /// The refusals, of `wanted` first.
  public var refusals: [Refusal] = []

  /// Why there is no pad that looks like `wanted`.
  public init(of wanted: Identity) {
    self.wanted = wanted
  }

  /// Why there is no pad that looks as usual.
  init(_ refusals: [(device: String, error: PadError)]) {
    self.init(of: IdentityChoice().common)
    for refusal in refusals { add(refusal.error, of: refusal.device) }
  }

  /// Notes that `device` made no pad because of `error`.
  public mutating func add(_ error: PadError, of device: String) {
    let refusal = Refusal(device: device, error: error)
    if !refusals.contains(refusal) { refusals.append(refusal) }
  }
}
