import Console
import Handset
import Model
import Platform
import TiltpadClient
import Wire

/// The encryption options of the command `send`.
struct Encryption: Sendable {
  /// The host as the user wrote it, or the link's address and port.
  let host: String
  private let way: PairingWay
  private let path: String
  /// The controller files as they were when the command started.
  private let former: [ControllerFile?]

  /// The options that select encryption.
  static let list: [Option] =
    [Option("host", nil, value: "HOST", "play with encryption on HOST, which this controller is paired with")]
    + PairingWay.options

  /// Parses the options of `invocation`; nil if they do not ask for encryption.
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
      throw .usage("more than one host: \(text) and \(operand)", of: invocation.command)
    }
    path = invocation.value("key") ?? ControllerFile.usualPath
    var way = try PairingWay(invocation)
    if text.hasPrefix("tpp:"), !invocation.has("pair") {
      way = .code(try PairingLink(text, of: invocation), isNew: false)
    }
    self.way = way
    former = ControllerFile.present(at: path, count: Party.limit)
    guard case .code(let link, _) = way else {
      host = text
      return
    }
    host = "\(Endpoint(address: link.address, port: link.port))"
  }

  /// Creates the encrypted session of the controller with the index `index`, which has its own key.
  ///
  /// It sends at `rate` hertz, with motion if `hasMotion`.
  ///
  /// - Throws: a failure if the controller's key cannot be read or created.
  func speech(rate: Int, hasMotion: Bool, at index: Int) throws(Failure) -> SealedSpeech {
    var capabilities: Introduction.Capabilities = [.tilt, .sticks, .rumble]
    if hasMotion { capabilities.insert(.motion) }
    let introduction = Introduction(
      epoch: 0, capabilities: capabilities, deviceClass: .computer, sampleRate: UInt16(rate),
      name: DeviceName("tiltpad send"))
    let book = try ControllerFile.opened(at: ControllerFile.path(path, of: index))
    return SealedSpeech(
      of: way.key, as: introduction, by: way(at: index, for: book), with: book, at: Clock.now())
  }

  /// Returns the way in which the controller with the index `index`, whose key is in `book`, is paired.
  ///
  /// A PIN or a link admits only the first controller, and only once. That controller may reconnect during the same
  /// run.
  func way(at index: Int, for book: ControllerFile) -> PairingWay {
    switch way {
    case .known, .code(_, isNew: false): way
    case .pin, .code: index > 0 || book.hasPaired(since: former[index]) ? .known : way
    case .confirm: book.hasPaired(since: former[index]) ? .known : way
    }
  }
}
