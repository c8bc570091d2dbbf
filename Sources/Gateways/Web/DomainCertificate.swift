internal import CTLS
import Local
import Model
import Pages
public import Platform
import Settings

/// The certificate of the host's own domain, from the files that the user or an ACME client maintains: a chain in
/// PEM, and its key.
struct DomainCertificate: Sendable {
  /// The size of the longest file that is read, in bytes.
  private static let limit = 1 << 16
  private static let namesRoom = 4_096

  /// The result of reading the files again.
  enum Look: Sendable {
    /// The files are as they were, or are missing for the same reason as before.
    case same
    /// There is a new pair that matches.
    case new(WebIdentity)
    /// The pair cannot be used, for a reason that is new.
    case refused(DomainRefusal)
  }

  /// The names of the pair in use; none before the first.
  private(set) var names = DomainNames()
  private let paths: DomainPaths?
  private var held: WebIdentity?
  private var refusal: DomainRefusal?

  /// Creates the certificate from the files at `paths`, which ``look()`` reads; without paths there is never a
  /// certificate.
  init(at paths: DomainPaths?) { self.paths = paths }

  /// Reads the files, and keeps the old pair unless the new one matches.
  mutating func look() -> Look {
    guard let paths else { return .same }
    do throws(DomainRefusal) {
      let found = try DomainCertificate.read(paths)
      refusal = nil
      guard found != held else { return .same }
      names = DomainNames(DomainCertificate.names(of: found.certificate), choosing: paths.name)
      held = found
      return .new(found)
    } catch {
      guard error != refusal else { return .same }
      refusal = error
      return .refused(error)
    }
  }

  /// Returns the state of the pair at `paths`, for a machine whose addresses `isOwn` recognises.
  static func judge(_ paths: DomainPaths, isOwn: (HostAndPort) -> Bool) -> DomainState {
    let pair: WebIdentity
    do throws(DomainRefusal) { pair = try read(paths) } catch { return error.state }
    guard unsafe tls_certificate_fits(pair.certificate, nil, "", WebIdentity.margin) == 1 else {
      return .ending
    }
    let names = DomainNames(names(of: pair.certificate), choosing: paths.name)
    guard let link = names.link, paths.name == nil || link == paths.name?.lowercased(),
      let target = HostAndPort(link, defaultPort: 443)
    else { return .nameless }
    return isOwn(target) ? .good : .elsewhere
  }

  /// Reads a matching pair.
  ///
  /// - Throws: the reason why it cannot be used.
  private static func read(_ paths: DomainPaths) throws(DomainRefusal) -> WebIdentity {
    let pair = WebIdentity(key: try text(at: paths.key), certificate: try text(at: paths.certificate))
    guard unsafe tls_certificate_fits(pair.certificate, nil, "", 0) >= 0 else {
      throw .noCertificate(paths.certificate)
    }
    guard unsafe tls_key_fits(pair.certificate, pair.key) == 1 else { throw .otherKey(paths.key) }
    guard unsafe tls_certificate_has_begun(pair.certificate) == 1 else { throw .early(paths.certificate) }
    return pair
  }

  private static func text(at path: String) throws(DomainRefusal) -> String {
    do throws(SystemError) {
      return String(decoding: try FileContents.read(path, limit: limit), as: UTF8.self)
    } catch {
      throw .unreadable(path, error)
    }
  }

  private static func names(of certificate: String) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: namesRoom) { room in
      unsafe tls_certificate_names(certificate, room.baseAddress, room.count) > 0
        ? room.baseAddress.map { unsafe String(cString: $0) } ?? "" : ""
    }
  }
}

/// The reasons why the certificate of the host's own domain cannot be used.
public enum DomainRefusal: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(String, SystemError)
  /// The file has no certificate.
  case noCertificate(String)
  /// The file has no key, or the key of another certificate.
  case otherKey(String)
  /// The certificate in the file is not valid yet.
  case early(String)

  /// The same reason, for a program that asks for it.
  var state: DomainState {
    switch self {
    case .unreadable: .unreadable
    case .noCertificate: .damaged
    case .otherKey: .otherKey
    case .early: .early
    }
  }
}
