package import Cryptography
import Notation
package import Platform

/// The file of a controller, with the controller's key pair and the secret shared with each paired host.
///
/// One file has both, since the shared secrets are worthless without the key. A line has a word and hexadecimal
/// numbers:
///
///     key SECRET
///     host KEY SHARED
package struct ControllerFile: Sendable {
  /// A fault that makes a file unusable.
  package struct Fault: Error {
    /// A kind of fault.
    package enum Reason: Sendable {
      /// Other users have permissions on the file.
      case open
      /// The kernel refuses to read the file.
      case unreadable(SystemError)
      /// The kernel refuses to write the file.
      case unwritable(SystemError)
      /// The file is not a controller file.
      case malformed
    }

    /// The path of the file.
    package let path: String
    /// The kind of the fault.
    package let reason: Reason
  }

  /// The path of the file.
  package let path: String
  /// The key pair of the controller.
  package let keys: KeyPair
  private var hosts: [(key: PublicKey, secret: Secret)] = []

  /// The default path of the file, in the user's state directory.
  package static var usualPath: String {
    let state = Surroundings.ownDirectory("XDG_STATE_HOME", orInHome: ".local/state")
    return "\(state ?? "/.local/state")/tiltpad/controller"
  }

  /// Returns the path of the file for the controller with the index `index` on this machine.
  ///
  /// Controller 0 has the file at `path`; each controller has its own key.
  package static func path(_ path: String, of index: Int) -> String {
    index == 0 ? path : "\(path).\(index + 1)"
  }

  /// Reads the file at `path`, or creates it with a new key if it is missing.
  ///
  /// - Throws: `Fault` if the file cannot be read or written, is open to other users, or is malformed.
  package init(at path: String) throws(Fault) {
    self.path = path
    guard FileContents.exists(path) else {
      var random = SystemRandomNumberGenerator()
      keys = KeyPair(from: &random)
      // An error shows when the file is written.
      try? FileContents.makeDirectory(above: path, mode: 0o700)
      try write()
      return
    }
    if let status = FileStatus(path), status.mode & 0o077 != 0 {
      throw Fault(path: path, reason: .open)
    }
    let lines = try ControllerFile.lines(of: path)
    guard let first = lines.first, first.word == "key", first.numbers.count == 1 else {
      throw ControllerFile.broken(path)
    }
    keys = KeyPair(secret: first.numbers[0])
    for line in lines.dropFirst() {
      guard line.word == "host", line.numbers.count == 2 else { throw ControllerFile.broken(path) }
      hosts.append((line.numbers[0].withBytes { PublicKey(copying: $0) }, line.numbers[1]))
    }
  }

  /// Returns the controller's shared secret with `host`; nil if the two are not paired.
  package func secret(for host: PublicKey) -> Secret? {
    hosts.first { $0.key == host }?.secret
  }

  /// Returns whether the controller has paired with `host` or, with nil, with any host, since the file was `former`.
  ///
  /// `former` is nil if there was no file.
  package func hasPaired(with host: PublicKey? = nil, since former: ControllerFile?) -> Bool {
    hosts.contains { key, secret in
      key == host ?? key && secret.hexadecimal != former?.secret(for: key)?.hexadecimal
    }
  }

  /// Saves the controller's new shared secret with `host`.
  ///
  /// Entries that other players of this machine have written in the meantime are preserved.
  ///
  /// - Throws: the errors of ``init(at:)``.
  package mutating func remember(_ host: PublicKey, _ secret: Secret) throws(Fault) {
    if FileContents.exists(path) { hosts = try ControllerFile(at: path).hosts }
    hosts.removeAll { $0.key == host }
    hosts.append((host, secret))
    try write()
  }

  private typealias Line = (word: Substring, numbers: [Secret])

  private static func lines(of path: String) throws(Fault) -> [Line] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileContents.read(path)
    } catch {
      throw Fault(path: path, reason: .unreadable(error))
    }
    var lines: [Line] = []
    for text in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = text.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Secret(hexadecimal: $0) }
      guard let word = words.first, numbers.count == words.count - 1 else { throw broken(path) }
      lines.append((word, numbers))
    }
    return lines
  }

  private func write() throws(Fault) {
    let entries = hosts.map { "host \($0.key.bytes.span.hexadecimal) \($0.secret.hexadecimal)\n" }
    let text = "key \(keys.secret.hexadecimal)\n" + entries.joined()
    do throws(SystemError) {
      try FileContents.write(Array(text.utf8), to: path, mode: 0o600)
    } catch {
      throw Fault(path: path, reason: .unwritable(error))
    }
  }

  private static func broken(_ path: String) -> Fault { Fault(path: path, reason: .malformed) }
}

extension Secret {
  /// Creates the secret from 64 hexadecimal digits; nil if `text` is anything else.
  fileprivate convenience init?(hexadecimal text: Substring) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * Secret.size, text.utf8.count == digits.count else { return nil }
    self.init { bytes in
      for index in 0..<Secret.size { bytes[index] = UInt8(digits[2 * index] << 4 | digits[2 * index + 1]) }
    }
  }

  fileprivate var hexadecimal: String { withBytes { $0.hexadecimal } }
}
