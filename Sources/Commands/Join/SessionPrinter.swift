import Cryptography
import Model
import Notation
import Platform
import TiltpadClient
import Wire

/// A delegate that turns the events of a client into lines for a person, and keeps new secrets in the controller's
/// file.
final class SessionPrinter: ClientDelegate {
  /// The failure with which the session has ended, or would end now; nil when nothing is wrong.
  var failure: Failure? { fault ?? lastWord }
  /// Whether the controller has ever been a player.
  private(set) var hasPlayed = false
  /// The force feedback and light that games ask for now.
  private(set) var feedback = PadFeedback.rest
  private var fault: Failure?
  private var lastWord: Failure?
  private var log = FeedbackLog()
  private var book: ControllerFile
  private let name: String
  private var lines: [String] = []
  private var round: Round?

  /// Creates the bulletin of the session between the controller of `book` and the host called `name`.
  init(of name: String, for book: ControllerFile) {
    (self.name, self.book) = (name, book)
  }

  /// Removes and returns the next line for a person; nil when there is none.
  func nextLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  /// The time at which ``advance(to:)`` stops the motors.
  var deadline: Instant { log.deadline }

  /// Stops motors whose time is over at `now`.
  func advance(to now: Instant) {
    while let change = log.next(at: now) { feedback = change.feedback }
  }

  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState) {
    lastWord = Failure(state, at: name)
    lines += [words(for: state)].compactMap { $0 }
    if case .connected = state { hasPlayed = true }
  }

  /// Returns the words for a change of state, which differ for a host that is lost or found after the play has begun;
  /// nil when a person needs none.
  private func words(for state: ConnectionState) -> String? {
    switch state {
    case .connecting where hasPlayed: "\(name) is away; looking for it"
    case .connected(let player) where hasPlayed: "back: player \(player.number)"
    default: ConnectionNews.state(state).line(.text)
    }
  }

  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {
    let text = JSON.string(String(decoding: message.bytes, as: UTF8.self)).text
    lines.append("message on channel \(message.channel): \(text)")
  }

  func client(_ client: Client, didChange mode: Mode) {
    lines += [ConnectionNews.mode(mode).line(.text)].compactMap { $0 }
  }

  func client(_ client: Client, didReceive feedback: Feedback) {
    log.take(feedback, at: Clock.now())
  }

  func client(_ client: Client, didAdvanceTo round: Round) {
    if let line = round.news(since: self.round, for: client.state) { lines.append(line) }
    self.round = round
  }

  func client(_ client: Client, connectionWithHostFailed error: ConnectionError) {
    lastWord = Failure(error, at: name)
  }

  func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret) {
    do throws(Failure) {
      try book.remember(host, secret)
    } catch {
      fault = error
      client.disconnect()
    }
  }

  func client(_ client: Client, didCompute shortCode: UInt32) {
    lines += [ConnectionNews.shortCode(shortCode).line(.text)].compactMap { $0 }
  }
}
