import Model

/// A request for the metrics over HTTP/1.1 (RFC 9112), which arrives in parts.
struct ScrapeRequest: Sendable {
  /// The answers to a request.
  enum Verdict: String, Sendable {
    /// The metrics follow.
    case found = "200 OK"
    /// The bytes are not a request.
    case malformed = "400 Bad Request"
    /// There is nothing at the path.
    case missing = "404 Not Found"
    /// The method is not GET.
    case otherMethod = "405 Method Not Allowed"
    /// The request is for a name that is not this machine's, as after DNS rebinding.
    case otherHost = "421 Misdirected Request"
    /// The request has more bytes than allowed.
    case tooLarge = "431 Request Header Fields Too Large"
  }

  /// The most bytes of a request.
  static let limit = 4_096
  private static let end: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]

  /// The name of this machine, by which it may be asked apart from loopback's; nil if it may be asked by any name.
  private let machine: String?
  private var bytes: [UInt8] = []

  /// Creates an empty request to the machine with this name; with nil, the request may name any host.
  init(to machine: String?) { self.machine = machine?.lowercased() }

  /// Adds `part`; returns the verdict once the request is complete or too large, otherwise nil.
  mutating func add(_ part: Span<UInt8>) -> Verdict? {
    for index in part.indices {
      guard bytes.count < ScrapeRequest.limit else { return .tooLarge }
      bytes.append(part[index])
      if bytes.suffix(4) == ScrapeRequest.end[...] { return verdict }
    }
    return nil
  }

  private var verdict: Verdict {
    let line = String(decoding: bytes.prefix { $0 != 0x0d }, as: UTF8.self)
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return .malformed }
    guard hosts.count < 2 else { return .malformed }
    guard hosts.allSatisfy(isOwn) else { return .otherHost }
    guard words[0] == "GET" else { return .otherMethod }
    return words[1].prefix { $0 != "?" } == "/metrics" ? .found : .missing
  }
}

extension ScrapeRequest {
  /// The values of the fields `Host`; a program that is no browser may leave it out.
  private var hosts: [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").dropFirst().compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
      return String(parts[1].drop { " \t".contains($0) }.prefix { !" \t".contains($0) })
    }
  }

  /// Returns whether `host` is loopback's or this machine's, with any port, such as that of a tunnel.
  private func isOwn(_ host: String) -> Bool {
    guard let machine else { return true }
    guard let name = HostAndPort(host.lowercased(), defaultPort: 80)?.host else { return false }
    return Address(name)?.isLoopback ?? (name == "localhost" || name == machine && !machine.isEmpty)
  }
}

extension ScrapeRequest.Verdict {
  /// Returns the whole response with `text` as its body, which a verdict other than `found` leaves out.
  func response(_ text: @autoclosure () -> String) -> String {
    let body = self == .found ? text() : "\(rawValue)\n"
    let fields = [
      "HTTP/1.1 \(rawValue)", "Content-Type: text/plain; version=0.0.4; charset=utf-8",
      "Content-Length: \(body.utf8.count)", "Connection: close", "Cache-Control: no-store",
    ]
    return fields.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
