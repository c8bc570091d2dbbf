import Channel
import Cryptography
import TiltpadClient
import Wire

/// A way for controller and host to come to trust each other, as the command line or a person chooses it.
enum PairingWay: Hashable, Sendable {
  /// The controller and the host were paired before.
  case known
  /// The person enters the six digits of the PIN that the host shows.
  case pin(UInt32)
  /// The person enters the link of a QR code; a link that `isNew` pairs even a controller and a host that are paired
  /// already.
  case code(PairingLink, isNew: Bool)
  /// A person compares six digits on both screens.
  case confirm

  /// The options of a command line that choose the way.
  static let options: [Option] = [
    Option(
      "pair", nil, value: "LINK", "pair with the host whose QR code contains LINK, tpp://..., and play on it"),
    Option("pin", nil, value: "PIN", "pair with HOST first, with the six digits that it shows"),
    Option("confirm", nil, "pair with HOST first, by comparing six digits on both screens"),
    Option("key", nil, value: "FILE", "keep the controller's key and its hosts in FILE"),
  ]

  /// Creates the way that `invocation` names; ``known`` without such an option.
  ///
  /// - Throws: a usage failure that names the option, or two options that exclude each other.
  init(_ invocation: Invocation) throws(Failure) {
    try invocation.allowOne(of: ["pair", "pin", "confirm"])
    self = invocation.has("confirm") ? .confirm : .known
    if let text = invocation.value("pair") {
      self = .code(try PairingLink(text, of: invocation), isNew: true)
    }
    guard let text = invocation.value("pin") else { return }
    guard let pin = PairingWay.pin(text) else {
      throw .usage("--pin \(text) is not six digits", of: invocation.command)
    }
    self = .pin(pin)
  }

  /// Returns the number that six digits write; nil if `text` is anything else.
  static func pin(_ text: String) -> UInt32? {
    text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(text) : nil
  }

  /// The key of the host that a link names; nil without a link.
  var key: PublicKey? { if case .code(let link, _) = self { PublicKey(link.key) } else { nil } }

  /// Returns the pairing with which a session with `host` begins; nil for ``known`` when `book` has no secret for
  /// `host`.
  func pairing(with host: PublicKey, in book: ControllerFile) -> Pairing? {
    let known = book.secret(for: host).map { Pairing.known($0) }
    switch self {
    case .known: return known
    case .pin(let pin): return .pin(pin)
    case .confirm: return .confirm
    case .code(let link, let isNew): return (isNew ? nil : known) ?? .code(link.preShared)
    }
  }
}

extension PairingLink {
  /// Creates the link that `text` writes.
  ///
  /// - Throws: a usage failure that says what is wrong with the link.
  init(_ text: String, of invocation: Invocation) throws(Failure) {
    do throws(PairingLinkMalformed) {
      try self.init(parsing: text)
    } catch {
      throw .usage("\(text) is not a pairing link: \(error)", of: invocation.command)
    }
  }
}
