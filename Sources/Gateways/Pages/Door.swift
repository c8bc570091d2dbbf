/// The kinds of the gateway's TCP ports, each of which serves a different set of pages.
public enum Door: Sendable {
  /// Every page, with TLS.
  case secure
  /// The pages of players and of the crowd, without TLS.
  case plain
  /// The overlay alone, without TLS, for programs of this machine.
  case overlay

  /// True if the port is without TLS.
  public var isPlain: Bool { self != .secure }
}
