internal import CWeb
public import Model
import Pages
public import Platform

/// The check of a certificate by a program that does not have the key.
public enum WebCertificate {
  /// The results of the check.
  public enum Judgement: Hashable, Sendable {
    /// The certificate covers every name and address of the machine, and is valid for at least 30 more days.
    case good
    /// The file cannot be read.
    case unreadable(SystemError)
    /// The file is not a certificate.
    case damaged
    /// The certificate expires within 30 days or has expired.
    case ending
    /// The certificate lacks a present name or address of the machine.
    case foreign
  }

  /// Returns the addresses that the certificate has to cover: those by which phones find a machine with these interfaces.
  ///
  /// The result is the address that the machine listens at, if there is only one. Otherwise it has the addresses of interfaces with a
  /// device behind them, only those of private networks if there are any, and all addresses if no interface has a device.
  public static func addresses(of interfaces: [NetworkInterface], listeningAt address: String?) -> [Address] {
    let interfaces = interfaces.filter { !$0.address.isLinkLocal && !$0.address.isLoopback }
    if let only = address.flatMap({ Address($0) }) { return [only] }
    let lan = interfaces.filter(\.isLAN).map(\.address)
    let home = lan.filter(\.isPrivate)
    return home.isEmpty ? lan.isEmpty ? interfaces.map(\.address) : lan : home
  }

  /// Checks the certificate at `path` for a machine with the name `machine` and these addresses.
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
