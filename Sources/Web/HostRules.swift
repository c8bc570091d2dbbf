import Model
import Platform

/// By which names this machine may be asked, so that no page of somebody else's reaches it by a name of its own.
struct HostRules: Sendable {
  /// What the certificate is for, as OpenSSL writes it.
  let certificateNames: String
  private let names: Set<String>
  private let port: UInt16
  private let plainPort: UInt16?

  /// The rules of the machine that is called `machine`, has these addresses, and is asked at `port`, without TLS at
  /// `plainPort`; the certificate tells everybody of those that are `shown`, nil: of all.
  init(
    machine: String, addresses: [Address], showing shown: [Address]? = nil, port: UInt16,
    plainPort: UInt16? = nil
  ) {
    (self.port, self.plainPort) = (port, plainPort)
    let own = machine.isEmpty ? [] : [machine.lowercased(), "\(machine.lowercased()).local"]
    let loopback = ["127.0.0.1", "::1"]
    names = Set(["localhost"] + own + loopback + addresses.map(\.description))
    // IPv6 addresses change by the day, and with each new certificate people have to say again that they trust it.
    let told = shown ?? addresses
    let lasting = told.filter { $0.v4 != nil }.map(\.description)
    let certified = Set((lasting.isEmpty ? told.map(\.description) : lasting) + loopback).sorted()
    certificateNames =
      (["DNS:localhost"] + own.map { "DNS:\($0)" } + certified.map { "IP:\($0)" }).joined(separator: ",")
  }

  /// The addresses by which phones find a machine that has these interfaces: the one that it listens at, if it is only one; else those at
  /// interfaces with a device behind them, of private networks if there are some; all, where there is no such interface.
  static func shown(_ interfaces: [NetworkInterface], listeningAt address: String?) -> [Address] {
    if let only = address.flatMap({ Address($0) }) { return [only] }
    let lan = interfaces.filter(\.isLAN).map(\.address)
    let home = lan.filter(\.isPrivate)
    return home.isEmpty ? lan.isEmpty ? interfaces.map(\.address) : lan : home
  }

  /// Whether a request, with TLS unless it is plain, may name `host`, as browsers write it.
  func allows(host: String, isPlain: Bool = false) -> Bool {
    guard let host = HostRules.small(host),
      let parts = HostAndPort(host, defaultPort: isPlain ? 80 : 443),
      parts.port == (isPlain ? plainPort : port)
    else { return false }
    return names.contains(Address(parts.host)?.description ?? parts.host)
  }

  /// Whether a page of `origin` may speak to the host that it has named: only one that it has served itself.
  func allows(origin: String, host: String, isPlain: Bool = false) -> Bool {
    guard allows(host: host, isPlain: isPlain), let host = HostRules.small(host) else { return false }
    return HostRules.small(origin) == "\(isPlain ? "http" : "https")://\(host)"
  }

  /// Whether whoever asks from `address` is on this machine itself.
  func isOwn(_ address: Address) -> Bool { address.isLoopback || names.contains(address.description) }

  /// `text` in small letters; nil for what no browser writes: some letters beyond ASCII become ASCII when they are small.
  private static func small(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : nil
  }
}

extension Address {
  /// Whether only this machine itself is there.
  var isLoopback: Bool {
    v4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1)
  }

  /// Whether it is of a private network (RFC 1918).
  var isPrivate: Bool {
    guard let number = v4 else { return false }
    return number >> 24 == 10 || number >> 20 == 0xac1 || number >> 16 == 0xc0a8
  }

  /// Whether it is good on one network only, and named with that network (RFC 4291 §2.5.6).
  var isLinkLocal: Bool { v4 == nil && high >> 54 == 0xfe80 >> 6 }
}
