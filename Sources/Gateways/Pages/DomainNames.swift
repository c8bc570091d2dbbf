/// The names in the certificate of the host's own domain, in lower case, including the name for links.
public struct DomainNames: Hashable, Sendable {
  /// The maximum length of a name, in bytes (RFC 1035 §2.3.4).
  private static let longest = 253

  /// The DNS names; a name that begins with `*.` stands for every name with one label in place of the `*`.
  public let names: [String]
  /// The name in links to this machine; nil if none can be used in a link.
  public let link: String?

  /// Creates the names from the comma-separated `list`.
  ///
  /// Links use `chosen` if the names cover it, otherwise the first name without a wildcard.
  public init(_ list: String = "", choosing chosen: String? = nil) {
    let names = list.lowercased().split(separator: ",").map(String.init).filter(DomainNames.isName)
    self.names = names
    let wished = chosen?.lowercased()
    link =
      wished.flatMap { DomainNames.covers($0, names) ? $0 : nil }
      ?? names.first(where: DomainNames.isHost)
  }

  /// Returns whether one of the names equals `host` or stands for it (RFC 9525 §6.3); `host` is in lower case.
  public func covers(_ host: String) -> Bool { DomainNames.covers(host, names) }

  private static func covers(_ host: String, _ names: [String]) -> Bool {
    guard isHost(host) else { return false }
    return names.contains(host) || host.firstIndex(of: ".").map { names.contains("*\(host[$0...])") } == true
  }

  /// Returns whether `name` is a host name, or a wildcard for one with at least three labels.
  private static func isName(_ name: String) -> Bool {
    guard name.hasPrefix("*.") else { return isHost(name) }
    let parent = name.dropFirst(2)
    return isHost(String(parent)) && parent.contains(".")
  }

  /// Returns whether `name` consists of host name labels: letters, digits and hyphens (RFC 1123 §2.1).
  private static func isHost(_ name: String) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= longest
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isLetter)
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d
  }
}
