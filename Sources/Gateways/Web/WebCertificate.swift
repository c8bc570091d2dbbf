internal import CTLS
public import Local
public import Model
import Pages
import Platform
public import Settings

/// Checks of certificates, for programs that do not use them.
public enum WebCertificate {
  /// Checks the certificate at `path` for a machine named `machine` with these addresses.
  public static func judge(_ path: String, machine: String, addresses: [Address]) -> CertificateState {
    guard let bytes = try? FileContents.read(path, limit: WebIdentity.room) else { return .unreadable }
    let text = String(decoding: bytes, as: UTF8.self)
    let lasting = addresses.filter(\.isLasting)
    let names = HostRules(machine: machine, addresses: lasting, port: 0).certificateNames
    if unsafe tls_certificate_fits(text, nil, names, WebIdentity.margin) == 1 { return .good }
    guard unsafe tls_certificate_fits(text, nil, "", 0) >= 0 else { return .damaged }
    guard unsafe tls_certificate_has_begun(text) == 1 else { return .early }
    return unsafe tls_certificate_fits(text, nil, "", WebIdentity.margin) == 1 ? .foreign : .ending
  }

  /// Checks the certificate of the host's own domain; blocks while it waits for the name server.
  public static func judge(_ paths: DomainPaths) -> DomainState {
    let rules = HostRules(machine: "", addresses: NetworkInterface.all().map(\.address), port: 0)
    return DomainCertificate.judge(paths) { place in
      place.resolve().contains { rules.isOwn($0.address) }
    }
  }
}
