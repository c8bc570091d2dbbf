import Local
import Model
import Platform

/// The program of the web gateway, `tiltpad-web`: only it uses the libraries that read the bytes of browsers.
enum GatewayProgram {
  private static let name = "tiltpad-web"
  /// The longest time that the program may need to check a certificate and to resolve its name.
  private static let patience = Interval.seconds(10)

  /// The path of the program; nil if it is not installed.
  ///
  /// It is `PREFIX/libexec/tiltpad/tiltpad-web` for `PREFIX/bin/tiltpad`. In a folder of builds it lies beside this program.
  static var path: String? {
    guard let program = Surroundings.program else { return nil }
    let folder = program.split(separator: "/").dropLast()
    let places = [folder.dropLast() + ["libexec", "tiltpad"], folder]
    return places.map { "/\($0.joined(separator: "/"))/\(name)" }.first(where: FileContents.exists)
  }

  /// Returns the state of the certificate at `file` for a machine with the name `machine` and these addresses; nil if the program
  /// does not tell it.
  @Sendable static func judge(_ file: String, machine: String, addresses: [Address]) -> CertificateState? {
    run(["--judge=\(file)", "--name=\(machine)"] + addresses.map(\.description)).flatMap(
      CertificateState.init)
  }

  /// Returns the state of the certificate of an own domain; nil if the program does not tell it.
  @Sendable static func judge(_ files: DomainFiles) -> DomainState? {
    let words = ["--judge-domain", "--certificate=\(files.certificate)", "--key=\(files.key)"]
    return run(words + (files.name.map { ["--domain=\($0)"] } ?? [])).flatMap(DomainState.init)
  }

  /// Returns the exit status of the program with these arguments; nil if it cannot be run or takes too long.
  private static func run(_ words: [String]) -> Int32? {
    guard let path, let child = try? Child(path, words) else { return nil }
    return child.exitStatus(within: patience)
  }
}
