import Model
import Platform
import Wire

/// The settings of the section `[web]`, for the web gateway.
struct WebKeys: Sendable {
  /// The condition on which `tiltpad serve` starts the gateway.
  enum Start: String, CaseIterable, Sendable {
    /// The gateway is started.
    case yes
    /// The gateway is not started.
    case no
    /// The gateway is started if the page is installed and no service manager starts the gateway.
    case auto
  }

  var start = Start.auto
  /// The TCP port of the page with TLS.
  var port: UInt16 = 28_443
  var plainPort: UInt16?
  var address: String?
  var folder: String?
  /// The path of the certificate of an own domain, and that of its key if it is in another file.
  var certificate: String?
  var key: String?
  /// The name in links; nil for the certificate's first without a wildcard.
  var domain: String?
  /// The address of the page elsewhere that phones are sent to; nil for this machine's own.
  var page: String?
  /// The most guests at once; nil for the usual number.
  var guests: UInt16?
}

/// The keys of the section `[web]`.
extension ConfigurationKey {
  static let web = [
    ConfigurationKey("web", "enabled", "yes, no or auto") { configuration, _, text in
      assign(WebKeys.Start(rawValue: text), to: &configuration.web.start)
    },
    ConfigurationKey("web", "port", "a number from 1 to 65535") { configuration, _, text in
      assign(UInt16(text).flatMap { $0 > 0 ? $0 : nil }, to: &configuration.web.port)
    },
    ConfigurationKey("web", "plain_port", "no, or a number from 1 to 65535") { configuration, _, text in
      guard text != "no" else {
        configuration.web.plainPort = nil
        return true
      }
      return assign(UInt16(text).flatMap { $0 > 0 ? $0 : nil }, to: &configuration.web.plainPort)
    },
    ConfigurationKey("web", "listen", "an address of this machine, or any") { configuration, _, text in
      guard text != "any" else {
        configuration.web.address = nil
        return true
      }
      return assign(Address(text)?.description, to: &configuration.web.address)
    },
    ConfigurationKey("web", "folder", "an absolute path") { configuration, _, text in
      assign(text.hasPrefix("/") ? text : nil, to: &configuration.web.folder)
    },
    path("certificate") { $0.web.certificate = $1 }, path("key") { $0.web.key = $1 },
    ConfigurationKey("web", "domain", "a host name, or first") { configuration, _, text in
      configuration.web.domain = text == "first" ? nil : text
      return text.isHostName
    },
    ConfigurationKey("web", "page", "an address that begins with https://, or own") {
      configuration, _, text in
      configuration.web.page = text == "own" ? nil : text
      return text == "own" || PageElsewhere.isAddress(text)
    },
    ConfigurationKey("web", "guests", "a number from 16 to 2000") { configuration, _, text in
      assign(number(text, in: 16...2_000), to: &configuration.web.guests)
    },
  ]
}

extension ConfigurationKey {
  /// Returns the key `name`, whose value is an absolute path or none.
  private static func path(
    _ name: String, _ assign: @escaping @Sendable (inout Configuration, String?) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey("web", name, "an absolute path, or none") { configuration, _, text in
      assign(&configuration, text == "none" ? nil : text)
      return text == "none" || text.hasPrefix("/")
    }
  }
}

extension String {
  /// True if a name of a host can be written like this (RFC 1123 §2.1).
  fileprivate var isHostName: Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-".utf8)
    return (1...253).contains(utf8.count) && utf8.allSatisfy(letters.contains)
  }
}

extension WebKeys {
  /// Returns the command line of the gateway that `tiltpad serve` starts; empty when it starts none.
  ///
  /// The gateway serves the daemon that listens at `socket`, and reads the same file, `configuration`.
  func command(socket: String, configuration: String?) -> [String] {
    let page = folder ?? WebPaths.folder
    let isWanted = start == .yes || start == .auto && !SystemService.isManager && WebPaths.hasPage(page)
    guard isWanted, let program = Surroundings.program else { return [] }
    let tickets = WebPaths.socket(beside: socket)
    return [
      program, "web", "--socket", SocketPath.forGateways(of: socket), "--tickets", tickets, "--folder", page,
    ]
      + (configuration.map { ["--config", $0] } ?? [])
  }
}
