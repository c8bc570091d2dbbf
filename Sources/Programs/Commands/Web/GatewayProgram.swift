import Console
import Local
import Model
import Platform
import Settings

/// The program of a gateway; only gateways read data in other projects' protocols.
enum GatewayProgram: String {
  /// The web gateway, the only program linked with libraries that read browsers' data.
  case web = "tiltpad-web"
  /// The inputs gateway.
  case inputs = "tiltpad-inputs"

  /// The maximum time for the program to check a certificate and its name, or to make the code for DroidPad.
  private static let patience = Interval.seconds(10)

  /// The path of the program; nil if it is not installed.
  ///
  /// For `PREFIX/bin/tiltpad` it is in `PREFIX/libexec/tiltpad`; in a build folder it is next to this program.
  var path: String? {
    guard let program = Surroundings.program else { return nil }
    let folder = program.split(separator: "/").dropLast()
    let places = [folder.dropLast() + ["libexec", "tiltpad"], folder]
    return places.map { "/\($0.joined(separator: "/"))/\(rawValue)" }.first(where: FileContents.exists)
  }

  /// Replaces this program with the gateway, which gets the settings in `document`; returns the failure if that is
  /// impossible.
  func failure(becoming document: SettingsDocument, while context: String) -> Failure {
    var reason = "\(rawValue) is not installed"
    if let path {
      do throws(SystemError) { try Child.become(path, input: document.text) } catch {
        reason = "cannot run \(path): \(error.reason)"
      }
    }
    return Failure(reason, while: context, try: "install Tiltpad again")
  }

  /// Returns the state of the certificate in `file` for a machine with this name and these addresses.
  ///
  /// Returns nil if the program does not report it.
  @Sendable static func judge(_ file: String, machine: String, addresses: [Address]) -> CertificateState? {
    run(["--judge", "--", file, machine] + addresses.map(\.description)).flatMap(CertificateState.init)
  }

  /// Returns the state of the certificate of the host's own domain; nil if the program does not report it.
  @Sendable static func judge(_ files: DomainPaths) -> DomainState? {
    run(["--judge-domain", "--", files.certificate, files.key] + (files.name.map { [$0] } ?? []))
      .flatMap(DomainState.init)
  }

  /// Returns the text of the code that sets up a gamepad in the app DroidPad; nil if the program reports none.
  static func droidPadCode(name: String, at address: Address, port: UInt16) -> String? {
    let words = ["--droidpad-code", "--", name, "\(port)", address.description]
    guard let path = web.path, let output = try? Child.output(of: path, words, within: patience) else {
      return nil
    }
    let text = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return text.count == 1 ? String(text[0]) : nil
  }

  /// Returns the exit status of the web gateway's program with these arguments.
  ///
  /// Returns nil if the program cannot be run or takes longer than ``patience``.
  private static func run(_ words: [String]) -> Int32? {
    guard let path = web.path, let child = try? Child(path, words) else { return nil }
    return child.exitStatus(within: patience)
  }
}
