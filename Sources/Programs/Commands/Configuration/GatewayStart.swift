import Dialects
import Model
import Platform
import Settings
import Wire

/// The gateways that `tiltpad serve` starts.
///
/// They serve the daemon that listens at `socket`, and read that daemon's configuration file at `path`.
extension Configuration {
  /// Returns the command line of the web gateway; empty if the gateway is not to be started.
  func webCommand(socket: String, configuration path: String?) -> [String] {
    let page = pageFolder
    let isWanted =
      web.start == .yes || web.start == .auto && !SystemService.isManager && WebPaths.hasPage(page)
    guard isWanted else { return [] }
    return command(
      "web", socket, path, ["--tickets", WebPaths.socket(beside: socket), "--folder", page])
  }

  /// Returns the command line of the inputs gateway; empty if nothing is enabled or the service manager starts it.
  func inputsCommand(socket: String, configuration path: String?) -> [String] {
    inputs.isEmpty || SystemService.isManager ? [] : command("inputs", socket, path)
  }

  private func command(_ name: String, _ socket: String, _ path: String?, _ words: [String] = []) -> [String]
  {
    guard let program = Surroundings.program else { return [] }
    return [program, name, "--socket", SocketPath.forGateways(of: socket)] + words
      + (path.map { ["--config", $0] } ?? [])
  }

  /// The folder with the page's files.
  var pageFolder: String { web.folder.isEmpty ? WebPaths.folder : web.folder }

  /// The port at which the app DroidPad connects; nil if DroidPad is off.
  var droidPadPort: UInt16? {
    inputs.heard.first { $0.transport == .droidPad }?.ports.first?.number
  }
}

extension InputSettings {
  /// The enabled sections, each with the ports that it opens on this machine; a range is given by its first port.
  var sections: [(name: String, ports: [OpenPort])] {
    heard.map { (name: $0.section, ports: $0.ports) }
      + served.map { (name: $0.section, ports: $0.ports) }
  }
}

extension InputSettings.Input {
  /// The UDP port, and the TCP port of the same number for some protocols; empty if the protocol opens no port.
  var ports: [OpenPort] {
    guard let usual = InputSettings.Input.usualPorts[transport] else { return [] }
    return (usual.isStream ? ["udp", "tcp"] : ["udp"]).map {
      OpenPort(number: port ?? usual.number, kind: $0)
    }
  }
}

extension InputSettings.Output {
  /// The ports that the output opens.
  fileprivate var ports: [OpenPort] {
    transport == .dsu ? [OpenPort(number: port ?? DSU.port, kind: "udp")] : []
  }
}
