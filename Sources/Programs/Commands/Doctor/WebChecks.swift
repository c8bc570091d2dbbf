import Daemon
import Local
import Model
import Platform
import Settings

/// Checks that phones can reach the page and play with it.
extension Check {
  static let page = Check("page") { look in
    guard look.configuration.web.start != .no else { return .ok("the configuration turns it off") }
    let folder = look.configuration.web.folder.isEmpty ? look.pageFolder : look.configuration.web.folder
    return look.machine.exists("\(folder)/join.html")
      ? .ok("\(folder)/join.html is there")
      : .warning("there is no page in \(folder), so phones cannot play", try: "sudo make install")
  }

  static let gateway = Check("web gateway") { look in
    if look.configuration.web.start == .no, look.gateway != .running {
      return .ok("the configuration turns it off")
    }
    switch look.gateway {
    case .running: return .ok("it listens at \(look.gatewayPath)")
    case .absent(let error) where !error.isNobody:
      return .ok(
        "\(look.gatewayPath) is there, but \(look.machine.user.name) cannot open it: \(error.reason)")
    case .absent:
      let text = "it does not run, so phones cannot play"
      return look.machine.find("tiltpad-web.service", in: Directories.units) == nil
        ? .warning(text, try: "tiltpad web") : .warning(text, fix: "sudo systemctl enable --now tiltpad-web")
    }
  }

  static let webPort = Check("TCP port") { look in
    let port = look.configuration.web.port
    guard look.machine.isUsed(OpenPort(number: port, kind: "tcp")) else {
      guard look.gateway == .running else { return .ok("\(port) is free") }
      return .warning(
        "the web gateway runs, but not on \(port), which the configuration names",
        fix: "sudo systemctl restart tiltpad-web")
    }
    if case .absent(let error) = look.gateway, error.isNobody {
      return .failure("another program uses \(port)", try: "ss -ltnp sport = \(port)")
    }
    return .ok("\(port) is in use" + (look.gateway == .running ? ", and the web gateway runs" : ""))
  }

  static let certificate = Check("certificate") { look in
    guard let path = look.certificatePaths.first(where: look.machine.exists) else {
      return .ok("there is none yet, or \(look.machine.user.name) may not see it: the web gateway makes it")
    }
    let restart = "sudo systemctl restart tiltpad-web"
    switch look.machine.judge(look.machine.root + path, look.hostName, look.addresses) {
    case nil: return .ok("nothing here can check \(path): tiltpad-web is not installed")
    case .good: return .ok("\(path) covers every address that phones use")
    case .unreadable: return .ok("\(look.machine.user.name) cannot read \(path)")
    case .damaged: return .failure("\(path) is not a certificate", fix: "sudo rm \(path) && \(restart)")
    case .ending: return .warning("\(path) expires within 30 days, or has expired", fix: restart)
    case .early:
      return .warning(
        "\(path) is not valid yet: it was made while the clock was ahead, or the clock is behind now. The web gateway replaces it within 30 s",
        fix: restart)
    case .foreign:
      return .warning(
        "\(path) does not cover every current address of this machine: the web gateway replaces it within 30 s",
        fix: restart)
    }
  }

  static let firewall = Check("firewall") { look in
    let ports = look.ports
    guard let firewall = look.machine.firewall else {
      return .ok("neither ufw nor firewalld is on, as far as \(look.machine.user.name) can see")
    }
    let closed = ports.filter { !look.machine.isOpen($0, in: firewall) }
    guard !closed.isEmpty else { return .ok("\(firewall.rawValue) lets \(ports.text) in") }
    return .warning(
      "\(firewall.rawValue) is on, and no rule was found that lets \(closed.text) in",
      fix: firewall.remedy(for: closed))
  }
}

/// A program that filters incoming packets.
enum Firewall: String {
  case ufw
  case firewalld

  /// Returns the command that opens `ports` in the firewall.
  func remedy(for ports: [OpenPort]) -> String {
    switch self {
    case .ufw: ports.map { "sudo ufw allow \($0.text)" }.joined(separator: " && ")
    case .firewalld:
      "sudo firewall-cmd --permanent " + ports.map { "--add-port=\($0.text)" }.joined(separator: " ")
        + " && sudo firewall-cmd --reload"
    }
  }
}

extension Machine {
  /// The active firewall; nil if this user can see none.
  fileprivate var firewall: Firewall? {
    if lines(of: "/etc/ufw/ufw.conf").contains("ENABLED=yes") { return .ufw }
    return runs("firewalld") ? .firewalld : nil
  }

  /// Returns whether this user can read a rule of `firewall` that opens `port`.
  fileprivate func isOpen(_ port: OpenPort, in firewall: Firewall) -> Bool {
    let zones = "/etc/firewalld/zones"
    let (files, words): ([String], [String]) =
      switch firewall {
      case .ufw:
        (
          ["/etc/ufw/user.rules", "/etc/ufw/user6.rules"],
          ["-p \(port.kind) ", "--dport \(port.number) ", "-j ACCEPT"]
        )
      case .firewalld:
        (
          FileContents.names(in: root + zones).filter { $0.hasSuffix(".xml") && !$0.hasPrefix(".") }.map {
            "\(zones)/\($0)"
          },
          ["<port ", "port=\"\(port.number)\"", "protocol=\"\(port.kind)\""]
        )
      }
    let rules = files.flatMap { file in lines(of: file) }
    return rules.contains { rule in words.allSatisfy { word in rule.contains(word) } }
  }
}

extension Examination {
  /// The possible paths of the certificate: the service's, and that of a gateway run by the user.
  fileprivate var certificatePaths: [String] {
    ["/var/lib/tiltpad-web/web.crt", "\(stateDirectory)/web.crt"]
  }

  /// The ports on which controllers and phones reach this machine.
  fileprivate var ports: [OpenPort] {
    let page = ["tcp", "udp"].map { OpenPort(number: configuration.web.port, kind: $0) }
    return [OpenPort(number: configuration.daemon.port, kind: "udp")]
      + (configuration.web.start == .no ? [] : page)
  }
}
