internal import CWeb
public import Model
public import Platform

/// The certificate as somebody sees it who does not have the key.
public enum WebCertificate {
  /// What is to be said of it.
  public enum Judgement: Hashable, Sendable {
    /// It is for every name and address of the machine, and good for some time.
    case good
    /// It cannot be read.
    case unreadable(SystemError)
    /// It is no certificate.
    case damaged
    /// It ends soon, or has ended.
    case ending
    /// It lacks a name or an address that the machine has now.
    case foreign
  }

  /// The addresses that it has to be for on a machine with these interfaces, whose gateway listens at `address` only, nil: at all.
  public static func addresses(of interfaces: [NetworkInterface], listeningAt address: String?) -> [Address] {
    HostRules.shown(
      interfaces.filter { !$0.address.isLinkLocal && !$0.address.isLoopback }, listeningAt: address)
  }

  /// Looks at the certificate at `path`, for a machine that is called `machine` and has these addresses.
  public static func judge(_ path: String, machine: String, addresses: [Address]) -> Judgement {
    let text: String
    do throws(SystemError) {
      text = String(decoding: try FileContents.read(path, limit: WebIdentity.room), as: UTF8.self)
    } catch {
      return .unreadable(error)
    }
    let lasting = addresses.filter { !$0.isLinkLocal && !$0.isLoopback }
    let names = HostRules(machine: machine, addresses: lasting, port: 0).certificateNames
    if unsafe web_certificate_fits(text, nil, names, WebIdentity.margin) == 1 { return .good }
    guard unsafe web_certificate_fits(text, nil, "", 0) >= 0 else { return .damaged }
    return unsafe web_certificate_fits(text, nil, "", WebIdentity.margin) == 1 ? .foreign : .ending
  }
}
