import Console
import Local
import Model
import Platform
import Settings
import Web

extension Command {
  /// The program of the web gateway, with which `tiltpad web` replaces itself.
  ///
  /// Other commands run it to check certificates and to get codes.
  static let gateway = Command(
    "web", "serve the page for phones over HTTPS; `tiltpad web` starts it", title: "tiltpad-web",
    operands: "[ARGUMENT]...",
    options: [
      Option(
        "judge", nil, "only check the certificate in a FILE for the NAME of the machine and each ADDRESS"),
      Option(
        "judge-domain", nil, "only check the certificate in a FILE, its KEY and the NAME that links carry"),
      Option(
        "droidpad-code", nil, "only tell the text of the code for a pad NAME that connects to PORT at ADDRESS"
      ),
    ],
    details: """
      Runs until SIGTERM or SIGINT; SIGHUP reads the page and the certificate again. The settings
      come on standard input. With --judge the exit status is 0 for a good certificate, 10 for one
      that cannot be read, 11 for any other file, 12 for one that expires within 30 days, 13 for
      one that lacks NAME or an ADDRESS, and 17 for one that is not valid yet. With --judge-domain
      it is also 14 for another certificate's key, 15 without a name for links, and 16 if that name
      does not resolve to this machine.
      """,
    run: gatewayCommand)
}

private func gatewayCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let words = invocation.operands
  if invocation.has("judge"), words.count >= 2 {
    let addresses = try read(words.dropFirst(2), invocation)
    return WebCertificate.judge(words[0], machine: words[1], addresses: addresses).rawValue
  }
  if invocation.has("judge-domain"), (2...3).contains(words.count) {
    let name = words.count == 3 ? words[2] : nil
    return WebCertificate.judge(DomainPaths(certificate: words[0], key: words[1], name: name)).rawValue
  }
  if invocation.has("droidpad-code"), words.count == 3, let port = UInt16(words[1]) {
    let text = try read(words.dropFirst(2), invocation).first.flatMap {
      DroidPadCode.text(name: words[0], at: $0, port: port)
    }
    guard let text else { return 1 }
    print(text)
    return 0
  }
  if let extra = words.first { throw .usage("unexpected argument \(extra)", of: invocation.command) }
  return try serve(try invocation.givenSettings())
}

/// Runs the gateway with `settings` until a signal ends it.
private func serve(_ settings: WebSettings) throws(Failure) -> Int32 {
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

/// Returns `words` as addresses.
///
/// - Throws: a usage failure that names a word that is not an address.
private func read(_ words: ArraySlice<String>, _ invocation: Invocation) throws(Failure) -> [Address] {
  var found: [Address] = []
  for word in words {
    guard let address = Address(word) else { throw .usage("\(word) is no address", of: invocation.command) }
    found.append(address)
  }
  return found
}
