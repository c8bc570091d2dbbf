import Platform

/// The systemd unit that opens the UDP port for the service, which may not open one itself.
enum SocketUnit {
  /// The file name of the unit; an administrator's changes to it are below `/etc/systemd/system`.
  static let name = "tiltpad.socket"

  /// Returns the command that makes systemd open `port` for the service.
  static func remedy(for port: UInt16) -> String {
    let folder = "/etc/systemd/system/\(name).d"
    return "sudo mkdir -p \(folder) && printf '[Socket]\\nListenDatagram=\\nListenDatagram=\(port)\\n'"
      + " | sudo tee \(folder)/port.conf && sudo systemctl daemon-reload && sudo systemctl restart tiltpad"
  }

  /// Returns the UDP ports in `lines`, which are the lines of the unit and of its drop-ins.
  ///
  /// An empty value discards the previous ones (systemd.socket(5)).
  static func ports(in lines: [String]) -> [UInt16] {
    let key = "ListenDatagram="
    return lines.filter { $0.hasPrefix(key) }.reduce(into: []) { ports, line in
      let value = line.dropFirst(key.count)
      if value.isEmpty { ports = [] }
      if let port = value.split(separator: ":").last.flatMap({ UInt16($0) }) { ports.append(port) }
    }
  }
}

extension Machine {
  /// The UDP ports that systemd opens for the service; nil if the unit is not installed.
  var socketPorts: [UInt16]? {
    guard let unit = find(SocketUnit.name, in: Directories.units) else { return nil }
    let dropIns = Directories.units.reversed().flatMap { directory in
      let folder = "\(directory)/\(SocketUnit.name).d"
      return FileContents.names(in: root + folder).filter(ConfigurationFiles.isDropIn).map {
        "\(folder)/\($0)"
      }
    }
    return SocketUnit.ports(in: ([unit] + dropIns).flatMap { lines(of: $0) })
  }
}
