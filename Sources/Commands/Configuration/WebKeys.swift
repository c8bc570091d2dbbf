import Model
import Platform

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
  ]
}

extension WebKeys {
  /// Returns the command line of the gateway that `tiltpad serve` starts; empty when it starts none.
  ///
  /// The gateway serves the daemon that listens at `socket`, and reads the same file, `configuration`.
  func command(socket: String, configuration: String?) -> [String] {
    let page = folder ?? WebPaths.folder
    let isWanted = start == .yes || start == .auto && !hasUnit && WebPaths.hasPage(page)
    guard isWanted, let program = Surroundings.program else { return [] }
    let tickets = WebPaths.socket(beside: socket)
    return [
      program, "web", "--socket", SocketPath.forGateways(of: socket), "--tickets", tickets, "--folder", page,
    ]
      + (configuration.map { ["--config", $0] } ?? [])
  }

  /// True if a service manager has started the daemon, and therefore starts the gateway as well.
  private var hasUnit: Bool { Surroundings.variable("NOTIFY_SOCKET") != nil }
}
