public import Model
import Wire

/// The settings of the web gateway: those of `[web]`, the host's name, and those that `tiltpad web` adds.
public struct WebSettings: KeyedSettings {
  /// The conditions under which `tiltpad serve` starts the gateway.
  public enum Start: String, CaseIterable, Sendable {
    /// `tiltpad serve` always starts the gateway.
    case yes
    /// `tiltpad serve` never starts the gateway.
    case no
    /// `tiltpad serve` starts the gateway if the page is installed and no service manager starts it.
    case auto
  }

  /// Those who may keep layouts of their own on the host.
  public enum Layouts: String, CaseIterable, Sendable {
    /// Players and the host.
    case players
    /// The host.
    case host
    /// Nobody.
    case no
  }

  /// The condition under which `tiltpad serve` starts the gateway.
  public var start = Start.auto
  /// The TCP port of the page with TLS, and the UDP port for data channels.
  public var port: UInt16 = 28_443
  /// The TCP port of the same page without TLS, for phones that should see no warning; nil for none.
  public var plainPort: UInt16?
  /// The TCP port of the overlay, without TLS and on this machine only; nil for none.
  public var overlayPort: UInt16?
  /// The only address of this machine to listen on; nil for all.
  public var address: Address?
  /// The folder with the files of the page; empty for the installed page.
  public var folder = ""
  /// The path of the certificate of the host's own domain, with its chain, in PEM; nil for none.
  public var certificate: String?
  /// The path of the key of the own domain's certificate; nil if it is in the certificate's file.
  public var key: String?
  /// The domain name used in links; nil for the certificate's first name without a wildcard.
  public var domain: String?
  /// The address of a page on another host, to which phones are sent; nil for this machine's own.
  public var page: String?
  /// The maximum number of guests; nil for the default.
  ///
  /// Guests are phones (even those that are away), televisions, and dashboards with a ticket.
  public var guests: UInt16?
  /// Those who may keep layouts of their own on the host.
  public var layouts = Layouts.players
  /// The host's name; empty for the machine's name.
  public var name = ""
  /// The directory for the key, the certificate, the kept layouts and the rows of checked phones.
  public var stateDirectory = ""
  /// The path of the bridge's socket.
  public var bridgePath = ""
  /// The path of the socket at which local programs ask for tickets, with the ticket file next to it.
  public var socketPath = ""
  /// The port at which the app DroidPad connects to the inputs gateway; nil if DroidPad is off.
  public var droidPadPort: UInt16?

  /// Creates the default settings.
  public init() {}
}

extension WebSettings {
  /// The keys of the section `[web]`.
  public static let keys: [SettingKey<WebSettings>] = [
    SettingKey("enabled", .choice, \.start),
    SettingKey("port", .port, \.port),
    SettingKey("plain_port", .port, or: "no", \.plainPort),
    SettingKey("overlay_port", .port, or: "no", \.overlayPort),
    SettingKey("listen", .address, or: "any", \.address),
    SettingKey("folder", .path, isPrivate: true, \.folder),
    SettingKey("certificate", .path, or: "none", isPrivate: true, \.certificate),
    SettingKey("key", .path, or: "none", isPrivate: true, \.key),
    SettingKey("domain", .hostName, or: "first", isPrivate: true, \.domain),
    SettingKey("page", .page, or: "own", isPrivate: true, \.page),
    SettingKey("guests", optional: .number(16...2_000), \.guests),
    SettingKey("layouts", .choice, \.layouts),
  ]

  /// The keys that `tiltpad web` adds.
  private static let additions: [SettingKey<WebSettings>] = [
    SettingKey("state", .text, \.stateDirectory), SettingKey("socket", .text, \.bridgePath),
    SettingKey("tickets", .text, \.socketPath), SettingKey("droidpad", optional: .port, \.droidPadPort),
  ]

  /// The keys of each section that the gateway uses.
  private static let sections: [String: [SettingKey<WebSettings>]] = [
    "web": keys, "gateway": additions, "host": [SettingKey("name", .deviceName, \.name)],
  ]

  /// Returns the key `name` of `section`; nil if the gateway has none.
  public static func key(_ name: String, of section: String) -> SettingKey<WebSettings>? {
    sections[section]?.first { $0.name == name }
  }
}

extension SettingForm where Value == Address {
  /// A numeric address.
  fileprivate static var address: SettingForm {
    SettingForm("an address of this machine") { Address($0) }
  }
}

extension SettingForm where Value == String {
  /// The name of a host (RFC 1123 §2.1).
  fileprivate static var hostName: SettingForm {
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-".utf8)
    return SettingForm("a host name") {
      (1...253).contains($0.utf8.count) && $0.utf8.allSatisfy(letters.contains) ? $0 : nil
    }
  }

  /// The URL of a page to which links can lead.
  fileprivate static var page: SettingForm {
    SettingForm("an address that begins with https://") { PageElsewhere.isAddress($0) ? $0 : nil }
  }
}

/// The files of the certificate of the host's own domain, and the name used in links.
public struct DomainPaths: Hashable, Sendable {
  /// The path of the certificate and its chain, in PEM.
  public var certificate: String
  /// The path of the key, in PEM.
  public var key: String
  /// The name used in links; nil for the certificate's first name without a wildcard.
  public var name: String?

  /// Creates the paths of a certificate and its key; without `key`, the certificate's file contains the key.
  public init(certificate: String, key: String? = nil, name: String? = nil) {
    (self.certificate, self.key, self.name) = (certificate, key ?? certificate, name)
  }
}

extension WebSettings {
  /// The files of the certificate of the host's own domain; nil without one.
  public var domainPaths: DomainPaths? {
    certificate.map { DomainPaths(certificate: $0, key: key, name: domain) }
  }
}
