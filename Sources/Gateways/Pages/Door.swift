/// The kinds of the gateway's TCP ports, each of which serves other pages.
public enum Door: Sendable {
  /// Every page but the overlay, with TLS.
  case secure
  /// The pages of players, without TLS.
  case plain
  /// The overlay alone, without TLS, for programs of this machine.
  case overlay

  /// True without TLS.
  public var isPlain: Bool { self != .secure }
}
