import Channel
import Cryptography
import TiltpadClient
import Wire

/// How controller and host come to know each other, as far as a person has said.
enum PairingWay: Hashable, Sendable {
  /// They were paired before.
  case known
  /// Through the six digits that the host shows.
  case pin(UInt32)
  /// Through the link of a QR code, which counts even if they know each other when it `isNew`.
  case code(PairingLink, isNew: Bool)
  /// Through a person who compares six digits.
  case confirm

  /// The options that say so.
  static let options: [Option] = [
    Option(
      "pair", nil, value: "LINK", "pair with the host whose QR code has LINK, tpp://..., and play on it"),
    Option("pin", nil, value: "PIN", "pair with HOST first, by the six digits that it shows"),
    Option("confirm", nil, "pair with HOST first, by a code that a person compares on both screens"),
    Option("key", nil, value: "FILE", "keep the controller's key and its hosts in FILE"),
  ]

  /// What `invocation` says; ``known`` if that is nothing.
  ///
  /// - Throws: a usage failure that names the option.
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

  /// The number that six digits write; nil if `text` is anything else.
  static func pin(_ text: String) -> UInt32? {
    text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(text) : nil
  }

  /// What a session with `host` begins with; nil when nothing is shared with it, as far as `book` knows.
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
  /// The link that `text` writes.
  ///
  /// - Throws: a usage failure that says what is wrong with it.
  init(_ text: String, of invocation: Invocation) throws(Failure) {
    do throws(PairingLinkMalformed) {
      try self.init(parsing: text)
    } catch {
      throw .usage("\(text) is no link to pair with: \(error)", of: invocation.command)
    }
  }
}
