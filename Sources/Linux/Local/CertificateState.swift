/// The state of the page's certificate, which `tiltpad-web --judge` reports as its exit status.
public enum CertificateState: Int32, Sendable {
  /// The certificate covers every name and address of the machine, and is valid for at least 30 more days.
  case good = 0
  /// The file cannot be read.
  case unreadable = 10
  /// The file is not a certificate.
  case damaged = 11
  /// The certificate expires within 30 days or has expired.
  case ending = 12
  /// The certificate lacks a current name or address of the machine.
  case foreign = 13
  /// The certificate is not valid yet.
  case early = 17
}
