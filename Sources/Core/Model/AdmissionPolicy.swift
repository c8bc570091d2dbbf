/// The policy of admission to a slot.
///
/// A controller for which a slot is reserved gets it under every policy.
public enum AdmissionPolicy: UInt8, CaseIterable, Sendable {
  /// Every paired device gets a slot.
  case open
  /// A paired device gets a slot only after someone at the host has admitted it, every time that it joins.
  case ask
  /// A controller gets a slot only if one is reserved for it.
  case locked

  /// The policy's name in commands, configuration and pages.
  public var label: String { "\(self)" }

  /// Creates the policy whose ``label`` is `text`; fails for any other text.
  public init?(text: String) {
    guard let policy = AdmissionPolicy.allCases.first(where: { $0.label == text }) else { return nil }
    self = policy
  }
}

/// The connection state of a controller, numbered as in GameKit's GKPeerConnectionState.
public enum PeerState: UInt8, CaseIterable, Sendable {
  /// The controller could be admitted.
  case available
  /// The controller cannot be admitted.
  case unavailable
  /// The controller plays.
  case connected
  /// The controller is gone, was turned away, or is away while its slot is reserved.
  case disconnected
  /// The controller waits to be admitted at the host.
  case connecting

  /// The state's name in commands and pages.
  public var label: String { "\(self)" }
}
