/// The state of the user's own domain's certificate, which `tiltpad-web --judge-domain` reports as its exit status.
public enum DomainState: Int32, Sendable {
  /// The certificate matches its key, is valid for at least 30 more days, and its name resolves to this machine.
  case good = 0
  /// A file cannot be read.
  case unreadable = 10
  /// The file has no certificate.
  case damaged = 11
  /// The certificate expires within 30 days or has expired.
  case ending = 12
  /// The key belongs to another certificate, or is missing.
  case otherKey = 14
  /// The certificate has no name that a link can contain, or not the chosen name.
  case nameless = 15
  /// The name does not resolve to an address of this machine.
  case elsewhere = 16
  /// The certificate is not valid yet.
  case early = 17
}
