import Model
import Platform
import TiltpadClient
import Wire

/// What the command line of `send` says of encryption.
struct Encryption: Sendable {
  /// The host, as it was written, or as its link has it.
  let host: String
  private let way: SealedSpeech.Way
  private let path: String

  /// The options themselves.
  static let list: [Option] = [
    Option("host", nil, value: "HOST", "encrypt, and play on HOST, which this controller is paired with"),
    Option("pair", nil, value: "LINK", "encrypt, and pair with the host whose QR code has LINK: tpp://..."),
    Option("pin", nil, value: "PIN", "pair with HOST first, by the six digits that it shows"),
    Option("confirm", nil, "pair with HOST first, by a code that a person compares on both screens"),
    Option("key", nil, value: "FILE", "keep the controller's key and its hosts in FILE"),
  ]

  /// What `invocation` says; nil when it does not ask for encryption.
  ///
  /// - Throws: a usage failure that names the option.
  init?(_ invocation: Invocation) throws(Failure) {
    guard let text = invocation.value("pair") ?? invocation.value("host") else {
      if let other = ["pin", "confirm", "key"].first(where: { invocation.has($0) }) {
        throw .usage("--\(other) needs a host: --host HOST", of: invocation.command)
      }
      return nil
    }
    if let operand = invocation.operands.first {
      throw .usage("\(text) and \(operand) are two hosts", of: invocation.command)
    }
    path = invocation.value("key") ?? ControllerFile.usualPath
    guard invocation.has("pair") || text.hasPrefix("tpp:") else {
      (host, way) = (text, try Encryption.way(invocation))
      return
    }
    let link = try Encryption.link(text, invocation)
    host = "\(Endpoint(address: link.address, port: link.port))"
    way = .code(link, isNew: invocation.has("pair"))
  }

  /// How a controller with these capabilities speaks.
  ///
  /// - Throws: a failure when its key cannot be read or made.
  func speech(rate: Int, hasMotion: Bool) throws(Failure) -> SealedSpeech {
    var capabilities: Introduction.Capabilities = [.tilt, .sticks, .rumble]
    if hasMotion { capabilities.insert(.motion) }
    let introduction = Introduction(
      epoch: 0, capabilities: capabilities, deviceClass: .computer, sampleRate: UInt16(rate),
      name: DeviceName("tiltpad send"))
    return SealedSpeech(
      to: host, as: introduction, by: way, with: try ControllerFile(at: path), at: Clock.now())
  }

  private static func link(_ text: String, _ invocation: Invocation) throws(Failure) -> PairingLink {
    do throws(PairingLinkMalformed) {
      return try PairingLink(parsing: text)
    } catch {
      throw .usage("\(text) is no link to pair with: \(error)", of: invocation.command)
    }
  }

  private static func way(_ invocation: Invocation) throws(Failure) -> SealedSpeech.Way {
    guard let text = invocation.value("pin") else { return invocation.has("confirm") ? .confirm : .known }
    guard text.utf8.count == 6, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let pin = UInt32(text)
    else { throw .usage("--pin \(text) is not six digits", of: invocation.command) }
    return .pin(pin)
  }
}
