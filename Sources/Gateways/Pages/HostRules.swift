public import Model
import Wire

/// The names by which this machine may be addressed.
///
/// Requests under any other name are refused, so that a foreign site cannot reach this machine by DNS rebinding.
public struct HostRules: Sendable {
  /// The names in the certificate, as OpenSSL's subjectAltName writes them.
  public let certificateNames: String
  /// The names in the certificate of the host's own domain; empty if there is no such certificate.
  public let domain: DomainNames
  private let names: Set<String>
  /// The machine's name without a domain; empty if it contains characters that are not allowed.
  private let label: String
  private let addresses: Set<Address>
  private let port: UInt16
  private let plainPort: UInt16?
  private let overlayPort: UInt16?

  /// Creates the rules of the machine called `machine`, with or without a domain, and with these `addresses`.
  ///
  /// The page is at `port`, and without TLS at `plainPort`; the overlay is at `overlayPort`. Besides the
  /// loopback addresses, the certificate names only addresses in `shown`, or in `addresses` if that is nil.
  ///
  /// The names of `domain` are valid as well. A `machine` with characters other than those of host names
  /// (RFC 1123 §2.1) and `_` is ignored, because the kernel accepts any text, even with the comma that
  /// separates the names in a certificate.
  public init(
    machine: String, addresses: [Address], showing shown: [Address]? = nil, port: UInt16,
    plainPort: UInt16? = nil, overlayPort: UInt16? = nil, domain: DomainNames = DomainNames()
  ) {
    (self.port, self.plainPort, self.overlayPort, self.domain) = (port, plainPort, overlayPort, domain)
    let full = machine.utf8.allSatisfy(HostRules.isOfHosts) ? machine.lowercased() : ""
    let short = String(full.prefix { $0 != "." })
    let own = short.isEmpty ? [] : [short, "\(short).local"]
    let loopback = [Address.loopback, Address(high: 0, low: 1)]
    names = Set(["localhost"] + own + (full.isEmpty ? [] : [full]))
    label = short
    self.addresses = Set(loopback + addresses)
    // If there is an IPv4 address, a certificate names no IPv6 address except that of loopback. IPv6
    // addresses change daily, and users have to confirm again that they trust each new certificate.
    let told = shown ?? addresses
    let lasting = told.filter { $0.v4 != nil }
    let certified = Set(((lasting.isEmpty ? told : lasting) + loopback).map(\.description)).sorted()
    certificateNames =
      (["DNS:localhost"] + own.map { "DNS:\($0)" } + certified.map { "IP:\($0)" }).joined(separator: ",")
  }

  /// Returns whether a request that came through `door` may name `host`, written as browsers do.
  ///
  /// At the overlay's port, a request may name only this machine itself: `localhost` or a loopback address.
  public func allows(host: String, through door: Door = .secure) -> Bool {
    guard let host = HostRules.small(host),
      let parts = HostAndPort(host, defaultPort: door.isPlain ? 80 : 443), parts.port == number(of: door)
    else { return false }
    let address = Address(parts.host)
    if door == .overlay { return address?.isLoopback ?? (parts.host == "localhost") }
    return address.map(addresses.contains)
      ?? (names.contains(parts.host) || isAfterConflict(parts.host) || domain.covers(parts.host))
  }

  /// Returns the port's number; nil if the gateway has no such port.
  private func number(of door: Door) -> UInt16? {
    switch door {
    case .secure: port
    case .plain: plainPort
    case .overlay: overlayPort
    }
  }

  /// Returns whether Avahi may have given this machine the name `host` because another machine already uses
  /// this machine's name.
  ///
  /// For `pc`, that is a name such as `pc-2.local`.
  private func isAfterConflict(_ host: String) -> Bool {
    guard !label.isEmpty, host.hasPrefix("\(label)-"), host.hasSuffix(".local") else { return false }
    let number = host.dropFirst(label.count + 1).dropLast(6)
    // A number can be parsed with a sign, but a name must not have one.
    return number.count <= 3 && number.first != "0" && number.first != "+" && (UInt16(number) ?? 0) > 1
  }

  private static func isOfHosts(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns whether a page from `origin` may send a request to `host`; only a page that `host` has served
  /// may.
  public func allows(origin: String, host: String, through door: Door = .secure) -> Bool {
    guard allows(host: host, through: door), let host = HostRules.small(host) else { return false }
    return HostRules.small(origin) == "\(door.isPlain ? "http" : "https")://\(host)"
  }

  /// Returns whether `address` belongs to this machine.
  public func isOwn(_ address: Address) -> Bool { address.isLoopback || addresses.contains(address) }

  /// Returns `text` in lower case; nil if it has non-ASCII characters, since some of them would become ASCII letters.
  private static func small(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : nil
  }
}
