import HTTP
import Model

/// A request for the metrics over HTTP/1.1 (RFC 9112) that arrives in parts.
struct ScrapeRequest: Sendable {
  /// The verdicts on a request.
  enum Verdict: String, Sendable {
    /// The response contains the metrics.
    case found = "200 OK"
    /// The bytes are not a request.
    case malformed = "400 Bad Request"
    /// There is nothing at the path.
    case missing = "404 Not Found"
    /// The method is not GET.
    case otherMethod = "405 Method Not Allowed"
    /// The request names a host other than this machine, for example after DNS rebinding.
    case otherHost = "421 Misdirected Request"
    /// The request has more bytes than allowed.
    case tooLarge = "431 Request Header Fields Too Large"
    /// The request's version is not HTTP/1.
    case otherVersion = "505 HTTP Version Not Supported"
  }

  /// The maximum size of a request, in bytes.
  static let limit = 4_096

  /// The name by which this machine may be addressed, in addition to loopback names; nil to accept any name.
  private let machine: String?
  private var bytes: [UInt8] = []
  /// The number of bytes that were already searched.
  private var seen = 0

  /// Creates an empty request to the machine with this name; with nil, it may name any host.
  init(to machine: String?) { self.machine = machine?.lowercased() }

  /// Adds `part`; returns the verdict once the request is complete, malformed or too large, otherwise nil.
  mutating func add(_ part: Span<UInt8>) -> Verdict? {
    for index in part.indices where bytes.count <= ScrapeRequest.limit { bytes.append(part[index]) }
    do throws(HTTPFault) {
      guard let length = try HTTPHead.length(in: bytes.span, after: seen, limit: ScrapeRequest.limit) else {
        seen = bytes.count
        return nil
      }
      return verdict(try HTTPHead(bytes.span.extracting(first: length)))
    } catch {
      return .of(error)
    }
  }

  private func verdict(_ head: HTTPHead) -> Verdict {
    do throws(HTTPFault) {
      let line = try RequestLine(head.line)
      let target = try RequestTarget(line.target, limit: ScrapeRequest.limit)
      // A program that is not a browser may leave out the host.
      let hosts = target.host.map { [$0] } ?? head.values("host")
      guard hosts.count < 2 else { return .malformed }
      guard hosts.allSatisfy(isOwn) else { return .otherHost }
      guard line.method == "GET" else { return .otherMethod }
      return target.path == "/metrics" ? .found : .missing
    } catch {
      return .of(error)
    }
  }

  /// Returns whether `host` is a loopback name or this machine's, with any port, such as that of a tunnel.
  private func isOwn(_ host: String) -> Bool {
    guard let machine else { return true }
    guard let name = HostAndPort(host.lowercased(), defaultPort: 80)?.host else { return false }
    return Address(name)?.isLoopback ?? (name == "localhost" || name == machine && !machine.isEmpty)
  }
}

extension ScrapeRequest.Verdict {
  /// Returns the verdict on a head with `fault`.
  fileprivate static func of(_ fault: HTTPFault) -> ScrapeRequest.Verdict {
    switch fault {
    case .malformed: .malformed
    case .size, .line: .tooLarge
    case .version: .otherVersion
    }
  }

  /// Returns the complete response, whose body is `text` if the verdict is `found`.
  func response(_ text: @autoclosure () -> String) -> String {
    let body = self == .found ? text() : "\(rawValue)\n"
    let fields = [
      "HTTP/1.1 \(rawValue)", "Content-Type: text/plain; version=0.0.4; charset=utf-8",
      "Content-Length: \(body.utf8.count)", "Connection: close", "Cache-Control: no-store",
    ]
    return fields.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
