import Local
import Model
import Platform
import Settings

/// Checks of the ways in which phones get the page, and of the warnings that phones show.
extension Check {
  static let ways = Check("ways to the page") { look in
    let web = look.configuration.web
    guard web.start != .no else { return .ok("the configuration turns the page off") }
    let own = "own certificate at \(web.port) (browsers warn once)"
    let domain = web.certificate.map { _ in "own domain at \(web.port) (no warning)" }
    let plain = web.plainPort.map { "plain http at \($0) (no warning, no tilt)" }
    let elsewhere = web.page.map { "page elsewhere at \($0) (no warning)" }
    return .ok([own, domain, plain, elsewhere].compactMap { $0 }.joined(separator: "; "))
  }

  static let domain = Check("own domain") { look in
    guard let files = look.configuration.web.domainPaths else {
      let web = look.configuration.web
      guard web.key != nil || web.domain != nil else { return .ok("none, so browsers warn once") }
      return .warning(
        "key or domain is set, but no certificate",
        try: "set certificate in [web] of \(look.configurationPath)")
    }
    if let user = look.machine.account(named: Examination.gatewayUser),
      let path = [files.certificate, files.key].first(where: { !look.machine.mayRead($0, user) })
    {
      return .warning(
        "\(user.name) may not read \(path)",
        try: "man tiltpad.conf; certificate in [web] shows where to keep it")
    }
    return look.machine.judgeDomain(files).map { look.finding($0, of: files) }
      ?? .ok(
        "nothing here can check \(files.certificate): tiltpad-web is not installed, or the name server is slow"
      )
  }
}

extension Examination {
  /// The user account of the service's gateway.
  fileprivate static let gatewayUser = "tiltpad-web"

  /// Returns the finding for the certificate `files`, whose state is `state`.
  fileprivate func finding(_ state: DomainState, of files: DomainPaths) -> Finding {
    let names = "openssl x509 -in \(files.certificate) -noout -ext subjectAltName"
    let name = files.name ?? "the first name of \(files.certificate)"
    return switch state {
    case .good: .ok("\(name) leads here, and its certificate is valid: browsers do not warn")
    case .unreadable where machine.user.id != 0:
      .ok("\(machine.user.name) cannot read \(files.certificate) or its key")
    case .unreadable:
      .warning(
        "\(files.certificate) or its key is missing", try: "ls -l \(files.certificate) \(files.key)")
    case .damaged: .warning("there is no certificate in \(files.certificate)", try: names)
    case .ending:
      .warning(
        "\(files.certificate) expires within 30 days, or has expired",
        try: "renew it with the program that made it; the web gateway then reads it by itself")
    case .early:
      .warning(
        "\(files.certificate) is not valid yet, by the clock of this machine",
        try: "timedatectl, and openssl x509 -in \(files.certificate) -noout -dates")
    case .otherKey:
      .warning(
        "the key in \(files.key) does not belong to \(files.certificate)",
        try: "copy both again from the program that made them")
    case .nameless:
      .warning(
        "\(files.certificate) has no name for links: \(files.name.map { "it lacks \($0)" } ?? "it has only wildcards")",
        try: "\(names), and set domain in [web] to such a name")
    case .elsewhere:
      .warning(
        "\(name) does not resolve to an address of this machine",
        try: "point its DNS record at this machine: hostname -I")
    }
  }
}

extension Machine {
  /// Returns the IDs of the user `name` and of all the user's groups, from /etc/passwd and /etc/group.
  ///
  /// Returns nil if there is no such user.
  fileprivate func account(named name: String) -> Account? {
    guard let user = fields(of: "/etc/passwd").first(where: { $0.first == name }), user.count > 3,
      let id = UInt32(user[2]), let own = UInt32(user[3])
    else { return nil }
    let groups = fields(of: "/etc/group").filter {
      $0.last?.split(separator: ",").contains { $0 == name } == true
    }
    return Account(
      id: id, name: name, groups: Set([own] + groups.compactMap { $0.count > 2 ? UInt32($0[2]) : nil }))
  }

  private func fields(of path: String) -> [[String]] {
    lines(of: path).map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Returns whether `user` may read the file at `path`, by the permissions of the file and its folders.
  ///
  /// Returns true if they cannot be determined.
  fileprivate func mayRead(_ path: String, _ user: Account) -> Bool {
    let names = path.split(separator: "/")
    let folders = names.indices.map { "/" + names[..<$0].joined(separator: "/") }
    return permits(path, user, 4) && folders.allSatisfy { permits($0, user, 1) }
  }

  /// Returns whether `user` has the permission `bits`, encoded like the last octal digit of the mode.
  private func permits(_ path: String, _ user: Account, _ bits: UInt32) -> Bool {
    guard user.id != 0, let status = status(path) else { return true }
    let shift: UInt32 = status.user == user.id ? 6 : user.groups.contains(status.group) ? 3 : 0
    return status.mode >> shift & bits != 0
  }
}
