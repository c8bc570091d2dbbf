import Console
import Local
import Model
import Platform
import Web

extension Command {
  /// The program of the web gateway, which `tiltpad web` runs with all settings.
  static let gateway = Command(
    "web", "serve the page for phones over HTTPS; `tiltpad web` starts it", title: "tiltpad-web",
    operands: "[ADDRESS]...",
    options: [
      Option("port", "p", value: "PORT", "listen on TCP port PORT, and on UDP port PORT for WebRTC"),
      Option("plain-port", nil, value: "PORT", "also serve the page without TLS, on TCP port PORT"),
      Option("listen", nil, value: "ADDRESS", "listen at this address of the machine only"),
      Option("folder", nil, value: "PATH", "serve the page from the folder PATH"),
      Option("state", nil, value: "PATH", "keep the key and the certificate in the directory PATH"),
      Option("socket", "s", value: "PATH", "connect to the daemon's socket for gateways at PATH"),
      Option("tickets", "t", value: "PATH", "listen at PATH for `tiltpad pair --phone`"),
      Option("name", "n", value: "NAME", "the name of the host, for phones and for the certificate"),
      Option(
        "certificate", nil, value: "PATH", "use the certificate of an own domain, with its chain, at PATH"),
      Option("key", nil, value: "PATH", "the key of that certificate, if it is in another file"),
      Option("domain", nil, value: "NAME", "the certificate's name that links carry"),
      Option("page", nil, value: "URL", "send phones to the copy of the page at URL"),
      Option("guests", nil, value: "N", "let in at most N guests at once"),
      Option("droidpad", nil, value: "PORT", "show a code for the app DroidPad, which connects at PORT"),
      Option(
        "droidpad-code", nil, "only tell the text of that code, for a pad NAME with this host at ADDRESS"),
      Option("judge", nil, value: "FILE", "only check the certificate FILE for NAME and each ADDRESS"),
      Option("judge-domain", nil, "only check the certificate and the key of the own domain"),
    ],
    details: """
      Runs until SIGTERM or SIGINT; SIGHUP reads the page and the certificate again. With --judge
      the exit status is 0 for a good certificate, 10 for one that cannot be read, 11 for any
      other file, 12 for one that expires within 30 days, 13 for one that lacks NAME or an ADDRESS,
      and 17 for one that is not valid yet. With --judge-domain it is also 14 for another
      certificate's key, 15 without a name for links, and 16 if that name does not resolve to this
      machine.
      """,
    run: gatewayCommand)
}

private func gatewayCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  if let certificate = invocation.value("judge") {
    let addresses = try invocation.addresses()
    let name = try invocation.required("name")
    return WebCertificate.judge(certificate, machine: name, addresses: addresses).rawValue
  }
  if invocation.has("judge-domain") {
    _ = try invocation.required("certificate")
    return invocation.domain.map { WebCertificate.judge($0) }?.rawValue ?? DomainState.unreadable.rawValue
  }
  if invocation.has("droidpad-code") {
    let port = try invocation.number("droidpad", in: 1...UInt16.max, or: 0)
    let name = try invocation.required("name")
    let text = try invocation.addresses().first.flatMap { DroidPadCode.text(name: name, at: $0, port: port) }
    guard let text else { return 1 }
    print(text)
    return 0
  }
  if let extra = invocation.operands.first {
    throw .usage("unexpected argument \(extra)", of: invocation.command)
  }
  let settings = try webSettings(invocation)
  let journal = Journal()
  do throws(WebError) {
    let gateway = try Gateway(settings: settings) {
      journal.write($0.line, isTrouble: $0.isTrouble, $0.fields)
    }
    gateway.run()
    return 0
  } catch {
    throw Failure(error, settings)
  }
}

/// Returns the settings that the options give.
///
/// - Throws: a usage failure that names the option.
private func webSettings(_ invocation: Invocation) throws(Failure) -> WebSettings {
  _ = try invocation.required("port")
  var settings = WebSettings(
    port: try invocation.number("port", in: 1...UInt16.max, or: 0), folder: try invocation.required("folder"),
    stateDirectory: try invocation.required("state"), bridgePath: try invocation.required("socket"),
    socketPath: try invocation.required("tickets"))
  if invocation.has("plain-port") {
    settings.plainPort = try invocation.number("plain-port", in: 1...UInt16.max, or: 0)
  }
  settings.address = invocation.value("listen")
  settings.name = invocation.value("name") ?? ""
  settings.domain = invocation.domain
  settings.page = invocation.value("page")
  settings.guestLimit = Int(try invocation.number("guests", in: 16...2_000, or: UInt16(settings.guestLimit)))
  if invocation.has("droidpad") {
    settings.droidPadPort = try invocation.number("droidpad", in: 1...UInt16.max, or: 0)
  }
  return settings
}

extension Invocation {
  /// The files of the certificate of an own domain; nil without one.
  fileprivate var domain: DomainPaths? {
    value("certificate").map { DomainPaths(certificate: $0, key: value("key"), name: value("domain")) }
  }

  /// Returns the option's value.
  ///
  /// - Throws: a usage failure if the option was not given.
  fileprivate func required(_ name: String) throws(Failure) -> String {
    guard let value = value(name) else { throw .usage("option --\(name) is missing", of: command) }
    return value
  }

  /// Returns the operands as addresses.
  ///
  /// - Throws: a usage failure that names the operand that is no address.
  fileprivate func addresses() throws(Failure) -> [Address] {
    var found: [Address] = []
    for operand in operands {
      guard let address = Address(operand) else { throw .usage("\(operand) is no address", of: command) }
      found.append(address)
    }
    return found
  }
}
