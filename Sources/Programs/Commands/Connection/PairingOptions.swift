import Console
import Handset
import Wire

extension PairingWay {
  /// The command-line options for the way of pairing.
  static let options: [Option] = [
    Option(
      "pair", nil, value: "LINK", "pair with the host whose QR code contains LINK, tpp://..., and play on it"),
    Option("pin", nil, value: "PIN", "pair with HOST first, with the six digits that it shows"),
    Option("confirm", nil, "pair with HOST first, by comparing six digits on both screens"),
    Option("key", nil, value: "FILE", "keep the controller's key and its hosts in FILE"),
  ]

  /// Creates the way of pairing chosen by `invocation`; ``known`` without such an option.
  ///
  /// - Throws: a usage failure that names the option, or two conflicting options.
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
}

extension PairingLink {
  /// Creates the link from `text`.
  ///
  /// - Throws: a usage failure that explains why the link is invalid.
  init(_ text: String, of invocation: Invocation) throws(Failure) {
    do throws(PairingLinkMalformed) {
      try self.init(parsing: text)
    } catch {
      throw .usage("\(text) is not a pairing link: \(error)", of: invocation.command)
    }
  }
}
