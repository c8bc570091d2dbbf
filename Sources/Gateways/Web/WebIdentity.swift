internal import CTLS
internal import Platform
internal import Wire

/// A key and its certificate, both in PEM.
///
/// They are the server's own, with a self-signed certificate, or those of the host's own domain.
struct WebIdentity: Hashable, Sendable {
  /// The lifetime of a new certificate, in days; Apple's limit for manually trusted certificates is 825.
  private static let lifetime: Int32 = 820
  /// The remaining lifetime below which a certificate is renewed, in days.
  static let margin: Int32 = 30
  /// The size of the largest file that is read, in bytes.
  static let room = 8_192

  var key: String
  var certificate: String

  /// The reasons for a missing key or certificate.
  enum Failure: Error {
    /// A file could not be read or written.
    case file(SystemError)
    /// OpenSSL has failed to make a key or certificate.
    case refused
  }

  /// Returns the key and the certificate in `folder` for `names`.
  ///
  /// A missing key is created and stored, and so is a certificate that is missing, does not fit or soon ends.
  /// `isNew` is true if the certificate is new, so that browsers warn again.
  ///
  /// - Throws: `file` or `refused`.
  static func kept(
    in folder: String, for names: String, machine: String
  ) throws(Failure) -> (identity: WebIdentity, isNew: Bool) {
    let paths = ("\(folder)/web.key", "\(folder)/web.crt")
    let key = try unsafe kept(at: paths.0) { unsafe tls_make_key($0, $1) }
    if let certificate = try? text(at: paths.1),
      unsafe tls_certificate_fits(certificate, key, names, margin) == 1
    {
      return (WebIdentity(key: key, certificate: certificate), false)
    }
    let certificate = try unsafe made {
      unsafe tls_make_certificate(key, names, machine.isEmpty ? "tiltpad" : machine, lifetime, $0, $1)
    }
    try write(certificate, to: paths.1, mode: 0o644)
    return (WebIdentity(key: key, certificate: certificate), true)
  }

  /// The SHA-256 fingerprint of the certificate as browsers show it, `AB:CD:…`; empty if the certificate is invalid.
  var fingerprint: String {
    guard let digest else { return "" }
    let pairs = digest.indices.map { index in
      let text = String(digest[index], radix: 16, uppercase: true)
      return text.count == 1 ? "0\(text)" : text
    }
    return pairs.joined(separator: ":")
  }

  /// The SHA-256 fingerprint of the certificate in base64url, as sent to pages; empty if the certificate is invalid.
  var shortFingerprint: String { digest.map { Base64URL.text(of: $0.span) } ?? "" }

  private var digest: InlineArray<32, UInt8>? {
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var span = digest.mutableSpan
    let result = unsafe span.withUnsafeMutableBufferPointer { bytes in
      unsafe tls_certificate_digest(certificate, bytes.baseAddress)
    }
    return result == 0 ? digest : nil
  }

  private typealias Make = (UnsafeMutablePointer<CChar>?, Int) -> Int32

  private static func kept(at path: String, _ make: Make) throws(Failure) -> String {
    if FileContents.exists(path) { return try text(at: path) }
    let text = try unsafe made(make)
    try write(text, to: path, mode: 0o600)
    return text
  }

  private static func made(_ make: Make) throws(Failure) -> String {
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { room in
      unsafe make(room.baseAddress, room.count) > 0
        ? room.baseAddress.map { unsafe String(cString: $0) } : nil
    }
    guard let text else { throw .refused }
    return text
  }

  private static func text(at path: String) throws(Failure) -> String {
    do throws(SystemError) {
      return String(decoding: try FileContents.read(path, limit: room), as: UTF8.self)
    } catch {
      throw .file(error)
    }
  }

  private static func write(_ text: String, to path: String, mode: UInt32) throws(Failure) {
    do throws(SystemError) {
      try FileContents.write(Array(text.utf8), to: path, mode: mode)
    } catch {
      throw .file(error)
    }
  }
}
