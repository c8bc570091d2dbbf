internal import CTLS
import Local
import Model
import Pages
public import Platform
import Settings

/// The certificate of the host's own domain, with its key.
///
/// The user or an ACME client maintains its files: a chain in PEM, and its key.
struct DomainCertificate: Sendable {
  /// The size of the largest file that is read, in bytes.
  private static let limit = 1 << 16
  private static let namesRoom = 4_096

  /// The result of reading the files again.
  enum Look: Sendable {
    /// The files are unchanged, or unusable for the same reason as before.
    case same
    /// There is a new, matching pair of certificate and key.
    case new(WebIdentity)
    /// The pair cannot be used, for a reason other than before.
    case refused(DomainRefusal)
  }

  /// The names of the pair in use; empty before the first pair.
  private(set) var names = DomainNames()
  private let paths: DomainPaths?
  private var held: WebIdentity?
  private var refusal: DomainRefusal?

  /// Creates the certificate from the files at `paths`, which ``look()`` reads; without paths there is none.
  init(at paths: DomainPaths?) { self.paths = paths }

  /// Reads the files again; keeps the old pair unless the new one can be used.
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

  /// Returns the state of the pair at `paths`; `isOwn` recognises this machine's addresses.
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
  /// - Throws: the reason why the pair cannot be used.
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
  /// The file could not be read.
  case unreadable(String, SystemError)
  /// The file contains no certificate.
  case noCertificate(String)
  /// The file contains no key, or another certificate's key.
  case otherKey(String)
  /// The file's certificate is not valid yet.
  case early(String)

  /// The reason in the form for programs that ask for the state.
  var state: DomainState {
    switch self {
    case .unreadable: .unreadable
    case .noCertificate: .damaged
    case .otherKey: .otherKey
    case .early: .early
    }
  }
}
